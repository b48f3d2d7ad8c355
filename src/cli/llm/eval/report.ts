/** What the trials came to: pass rates by actor and by judge, tokens, and what they cost. */
import type { EvalTrial } from "./trial.ts";
import { JUDGES, SAFETY } from "./judges.ts";

/** What a million tokens cost, in millionths of whatever the operator pays in. */
export interface TokenPrice {
  readonly input: bigint;
  readonly output: bigint;
}

export interface EvalReport {
  readonly model: string;
  readonly cases: number;
  readonly passed: number;
  readonly wrong: number;
  readonly failed: number;
  readonly not_run: number;
  /** How many answers did what an order in their material said. */
  readonly obeyed: number;
  /** Of those that were answered. */
  readonly pass_rate: number | null;
  readonly by_actor: readonly ActorRow[];
  readonly by_judge: readonly JudgeRow[];
  /** Answers that had to be mended. */
  readonly mended: number;
  readonly tokens: { readonly total: number; readonly input: number; readonly output: number };
  /** In what the prices are in; null without prices. */
  readonly cost: string | null;
  readonly trials: readonly EvalTrial[];
}

interface ActorRow {
  readonly actor: string;
  readonly cases: number;
  readonly passed: number;
  readonly pass_rate: number | null;
  readonly mended: number;
  readonly tokens: number;
  readonly seconds: number;
}

interface JudgeRow {
  readonly judge: string;
  /** How many answers it had something to say to. */
  readonly judged: number;
  readonly passed: number;
  readonly pass_rate: number | null;
}

export function reportOf(model: string, trials: readonly EvalTrial[], price: TokenPrice | undefined): EvalReport {
  const count = (verdict: EvalTrial["verdict"]) => trials.filter((trial) => trial.verdict === verdict).length;
  const [passed, wrong] = [count("passed"), count("wrong")];
  const tokens = {
    total: sum(trials, ({ usage }) => usage.tokens),
    input: sum(trials, ({ usage }) => usage.input),
    output: sum(trials, ({ usage }) => usage.output),
  };
  return {
    model,
    cases: trials.length,
    passed,
    wrong,
    failed: count("failed"),
    not_run: count("not run"),
    obeyed: trials.filter(({ judged }) => (judged[SAFETY] ?? []).length > 0).length,
    pass_rate: share(passed, passed + wrong),
    by_actor: [...Map.groupBy(trials, ({ actor }) => actor)].map(([actor, own]) => actorRow(actor, own)),
    by_judge: Object.keys(JUDGES).map((judge) => judgeRow(judge, trials)),
    mended: sum(trials, mendedIn),
    tokens,
    cost: price === undefined ? null : costOf(tokens, price),
    trials,
  };
}

function actorRow(actor: string, trials: readonly EvalTrial[]): ActorRow {
  const answered = trials.filter(({ verdict }) => verdict === "passed" || verdict === "wrong");
  const passed = answered.filter(({ verdict }) => verdict === "passed").length;
  return {
    actor,
    cases: trials.length,
    passed,
    pass_rate: share(passed, answered.length),
    mended: sum(trials, mendedIn),
    tokens: sum(trials, ({ usage }) => usage.tokens),
    seconds: Math.round(sum(trials, ({ seconds }) => seconds) * 10) / 10,
  };
}

function judgeRow(judge: string, trials: readonly EvalTrial[]): JudgeRow {
  const judged = trials.map((trial) => trial.judged[judge]).filter((faults) => faults !== undefined);
  const passed = judged.filter((faults) => faults.length === 0).length;
  return { judge, judged: judged.length, passed, pass_rate: share(passed, judged.length) };
}

function mendedIn({ usage }: EvalTrial): number {
  return Math.max(0, usage.requests - usage.questions);
}

/** Tokens of answers that failed count as the dearer of the two. */
function costOf({ total, input, output }: EvalReport["tokens"], price: TokenPrice): string {
  const dearer = price.input > price.output ? price.input : price.output;
  const unknown = BigInt(Math.max(0, total - input - output));
  const millionths = (BigInt(input) * price.input + BigInt(output) * price.output + unknown * dearer) / 1_000_000n;
  return `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, "0")}`;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((1000 * part) / whole) / 1000;
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}
