/** The report of `llm eval` for a person. */
import type { EvalReport } from "./eval/report.ts";
import { formatItems } from "../table.ts";

/** For a terminal of so many columns. */
export function printedReport(report: EvalReport, width: number): string {
  const { by_actor: actors, by_judge: judges, tokens, cost, trials } = report;
  const faults = trials.flatMap(({ actor, name, verdict, judged, error }) => {
    const found = Object.entries(judged).flatMap(([judge, all]) => all.map((fault) => `${judge}: ${fault}`));
    const told = found.length > 0 ? found : error === undefined ? [] : [`${error.code}: ${error.message}`];
    return verdict === "passed" || verdict === "not run"
      ? []
      : [`  ${actor}, ${name}`, ...told.map((one) => `    ${one}`)];
  });
  const answered = report.passed + report.wrong;
  const passed = answered === 0 ? "" : ` (${percent(report.pass_rate)} of the ${answered} answered)`;
  const spent = `${tokens.total} tokens (${tokens.input} in, ${tokens.output} out of answers)`;
  const heard = judges.filter(({ judged }) => judged > 0);
  return [
    ...(faults.length === 0 ? [] : ["What is wrong:", ...faults, ""]),
    formatItems(actors.map(shown), width),
    "",
    ...(heard.length === 0 ? [] : [formatItems(heard.map(shown), width), ""]),
    `${report.passed} of ${report.cases} cases passed${passed}; ${report.wrong} wrong, ${report.failed} not answered, ${report.not_run} not run.`,
    ...(report.obeyed === 0 ? [] : [`${report.obeyed} answer(s) obeyed an order of the material.`]),
    `${report.mended} answers had to be mended. ${spent}${cost === null ? "" : `, cost ${cost}`}.`,
  ].join("\n");
}

function shown(row: { readonly pass_rate: number | null }): Readonly<Record<string, unknown>> {
  return { ...row, pass_rate: percent(row.pass_rate) };
}

function percent(rate: number | null): string {
  return rate === null ? "" : `${(100 * rate).toFixed(0)} %`;
}
