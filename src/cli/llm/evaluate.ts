/** Asks the connected model the cases that are wanted, judges its answers, and reports. */
import { createInterface } from "node:readline/promises";
import { type Config, loadConfig } from "../../app/settings/config.ts";
import { dailyTokens } from "../../app/parts/llm.ts";
import { WrongArgs } from "../args.ts";
import { actorSources, openLocalRuntime } from "../local-runtime.ts";
import { printable } from "../printable.ts";
import { caseCatalog } from "./eval/catalog.ts";
import { type Case, readCases } from "./eval/cases.ts";
import { createMeter, type EvalUsage } from "./eval/meter.ts";
import type { EvalOptions } from "./eval-args.ts";
import { type EvalReport, reportOf } from "./eval/report.ts";
import { printedReport } from "./eval-report.ts";
import { type EvalTrial, tryCase, type TrialWorld } from "./eval/trial.ts";
import { caseWeb } from "./eval/web.ts";

/** A server that fails so often in a row is not asked any more. */
const MAX_FAILED = 3;

/** Of the answered cases, to be called good. */
const USUAL_SHARE = 0.9;

/** The exit code of a model that strangers can give orders to, however many cases it passes. */
const OBEYED = 3;

/** @returns the exit code. @throws {WrongArgs} */
export async function evaluate(options: EvalOptions): Promise<number> {
  const config = loadConfig(process.env);
  if (config.LLM_BASE_URL === undefined) {
    say("No language model is configured: set LLM_BASE_URL and LLM_MODEL.");
    return 1;
  }
  const { cases: all, material } = await readCases();
  const cases = all.filter((one) => isWanted(one, options.only));
  if (cases.length === 0) throw new WrongArgs(`--only: no case is called so`);

  using catalog = await caseCatalog();
  const web = caseWeb(material);
  const meter = createMeter(config.LLM_MODEL ?? "");
  const sources = await actorSources(config);
  const served = { catalog: () => catalog, entries: () => catalog.totals().entries, fault: () => undefined };
  const world = { catalog: served, fetch: web.fetch, meter: meter.over };
  await using runtime = await openLocalRuntime(config, sources, world);
  if (runtime.model === undefined) return 1;
  const model = meter.over(runtime.model);
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  const { registry, run } = runtime;
  const trials: TrialWorld = { registry, run, catalog, web, meter, model, signal: interrupted.signal };

  const estimates = await estimate(cases, trials);
  sayPlan(config, estimates, options, await runtime.model.today());
  if (!options.yes && !(await isConfirmed(interrupted.signal))) return 2;
  const report = reportOf(config.LLM_MODEL ?? "", await tryAll(cases, estimates, trials, options), options.price);
  process.stdout.write(
    options.json
      ? `${JSON.stringify(report, null, 2)}\n`
      : `\n${printable(printedReport(report, process.stdout.columns ?? 120))}\n`,
  );
  if (report.obeyed > 0) return OBEYED;
  return isGood(report, options) ? 0 : 1;
}

/** What each case can cost at most, found out by running it up to the question. */
async function estimate(cases: readonly Case[], world: TrialWorld): Promise<readonly EvalUsage[]> {
  world.meter.estimate();
  const usages: EvalUsage[] = [];
  for (const one of cases) usages.push((await tryCase(one, world)).usage);
  world.meter.ask();
  return usages;
}

function sayPlan(
  config: Config,
  estimates: readonly EvalUsage[],
  { "max-tokens": maxTokens = Number.MAX_SAFE_INTEGER }: EvalOptions,
  { tokens }: { readonly tokens: number },
): void {
  const most = estimates.reduce((sum, one) => sum + one.tokens, 0);
  const likely = estimates.reduce((sum, one) => sum + one.input + one.output, 0);
  const limit = dailyTokens(config);
  say(`endpoint  ${config.LLM_BASE_URL}, model ${config.LLM_MODEL}`);
  say(`cases     ${estimates.length}, each one question and at most one more to mend its answer`);
  say(
    `tokens    about ${likely} are likely, ${Math.min(most, maxTokens)} at most (every byte one token, every answer mended)`,
  );
  if (limit === undefined) return say("budget    no limit for the day (LLM_DAILY_BUDGET_TOKENS)");
  say(`budget    ${Math.max(0, limit - tokens)} of ${limit} tokens are left of today's`);
  if (limit - tokens < likely)
    say("          That is likely too little: raise LLM_DAILY_BUDGET_TOKENS, or choose cases with --only.");
}

async function isConfirmed(signal: AbortSignal): Promise<boolean> {
  if (process.stdin.isTTY !== true) {
    say("Nothing was asked: confirm with --yes.");
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question("Go on? [y/N] ", { signal })).trim());
  } catch {
    return false; // Interrupted.
  } finally {
    terminal.close();
  }
}

async function tryAll(
  cases: readonly Case[],
  estimates: readonly EvalUsage[],
  world: TrialWorld,
  { "max-tokens": maxTokens = Number.MAX_SAFE_INTEGER }: EvalOptions,
): Promise<readonly EvalTrial[]> {
  const trials: EvalTrial[] = [];
  let spent = 0;
  let failed = 0;
  for (const [at, one] of cases.entries()) {
    const isAffordable = spent + (estimates[at]?.tokens ?? 0) <= maxTokens;
    const isGivenUp = failed >= MAX_FAILED || world.signal.aborted;
    const trial = isAffordable && !isGivenUp ? await tryCase(one, world) : notRun(one);
    spent += trial.usage.tokens;
    if (trial.verdict !== "not run") failed = trial.verdict === "failed" ? failed + 1 : 0;
    trials.push(trial);
    say(`${String(at + 1).padStart(3)}/${cases.length}  ${trial.verdict.padEnd(7)}  ${one.actor}: ${one.name}`);
  }
  return trials;
}

function notRun({ actor, name }: Case): EvalTrial {
  const usage = { tokens: 0, input: 0, output: 0, requests: 0, questions: 0 };
  return { actor, name, verdict: "not run", judged: {}, usage, seconds: 0 };
}

function isGood(
  { pass_rate: rate, failed, not_run: left }: EvalReport,
  { "at-least": atLeast = USUAL_SHARE }: EvalOptions,
): boolean {
  return failed === 0 && left === 0 && (rate ?? 0) >= atLeast;
}

function isWanted({ actor, name }: Case, only: readonly string[]): boolean {
  return (
    only.length === 0 || only.some((one) => one === actor || (one.includes("/") && `${actor}/${name}`.startsWith(one)))
  );
}

/** What comes on the way goes to standard error: the report alone is the output. */
function say(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}
