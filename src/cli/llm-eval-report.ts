/** The report of `llm eval` for a person. */
import type { EvalReport } from "./eval/report.ts";
import { formatItems } from "./table.ts";

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
  const spent = `${tokens.total} tokens (${tokens.input} in, ${tokens.output} out of answers)`;
  return [
    ...(faults.length === 0 ? [] : ["What is wrong:", ...faults, ""]),
    formatItems(
      actors.map((row) => ({ ...row, pass_rate: percent(row.pass_rate) })),
      width,
    ),
    "",
    formatItems(
      judges.filter(({ judged }) => judged > 0).map((row) => ({ ...row, pass_rate: percent(row.pass_rate) })),
      width,
    ),
    "",
    `${report.passed} of ${report.cases} cases passed (${percent(report.pass_rate)} of those answered); ${report.wrong} wrong, ${report.failed} not answered, ${report.not_run} not run.`,
    `${report.mended} answers had to be mended. ${spent}${cost === null ? "" : `, cost ${cost}`}.`,
  ].join("\n");
}

function percent(rate: number | null): string {
  return rate === null ? "" : `${(100 * rate).toFixed(0)} %`;
}
