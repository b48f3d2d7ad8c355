/**
 * Fits what the signals of the ranking and of its likelihood are worth (`src/dynamic-tools/rank/weights.ts`) to the tuning
 * wishes of all draws, and tells what they are worth to wishes they were not fitted to: of each draw in turn, left out of
 * the fit, and of the checking parts.
 */
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { rankedFor } from "../../src/dynamic-tools/compose.ts";
import type { CandidateMatch } from "../../src/dynamic-tools/rank/candidate-match.ts";
import { OF_LIKELIHOOD, type RankedMatches } from "../../src/dynamic-tools/rank/likelihood-signals.ts";
import { OF_CALL, OF_ENTRY } from "../../src/dynamic-tools/rank/ranking-signals.ts";
import { LIKELIHOOD, WEIGHTS } from "../../src/dynamic-tools/rank/weights.ts";
import { createOperations } from "../../src/proxy/operations.ts";
import { type Choice, dot, fitted } from "./choices.ts";

export interface DrawnWish {
  readonly wish: string;
  readonly right: readonly string[];
  readonly draw: string;
  readonly isTuning: boolean;
}

/** What may be chosen for a wish: its candidates, with what the ranking is told of each. */
interface Candidates extends Choice {
  readonly of: DrawnWish;
  readonly matches: readonly CandidateMatch[];
}

interface Weights {
  readonly ranking: readonly number[];
  readonly likelihood: readonly number[];
}

const RANKING = { ...OF_ENTRY, ...OF_CALL };
/** More than are tried of a wish, so that what is fitted does not rest on which those were. */
const TRIED = 30;
/** Below it is refused. */
const LEAST_LIKELY = [0.25, 0.35, 0.45];

export async function reportFit(catalogPath: string, wishes: readonly DrawnWish[]): Promise<void> {
  const all = await candidatesOf(catalogPath, wishes);
  const tuning = all.filter(({ of }) => of.isTuning);
  const checking = all.filter(({ of }) => !of.isTuning);
  const draws = [...new Set(tuning.map(({ of }) => of.draw))];
  const leftOut = draws.map((draw) => {
    const weights = weightsFor(tuning.filter(({ of }) => of.draw !== draw));
    return {
      draw,
      outcomes: outcomesOf(
        tuning.filter(({ of }) => of.draw === draw),
        weights,
      ),
    };
  });
  for (const { draw, outcomes } of leftOut) tell(`${draw}, left out`, outcomes);
  tell(
    "all, each left out",
    leftOut.flatMap(({ outcomes }) => outcomes),
  );
  const weights = weightsFor(tuning);
  tell("checking", outcomesOf(checking, weights));
  const now = { ranking: inOrder(WEIGHTS, RANKING), likelihood: inOrder(LIKELIHOOD, OF_LIKELIHOOD) };
  tell("checking, as it is", outcomesOf(checking, now));
  show("WEIGHTS", Object.keys(RANKING), weights.ranking);
  show("LIKELIHOOD", Object.keys(OF_LIKELIHOOD), weights.likelihood);
}

function inOrder<Name extends string>(
  weights: Readonly<Record<Name, number>>,
  signals: Readonly<Record<Name, unknown>>,
): number[] {
  return Object.keys(signals).map((name) => weights[name as Name]); // It has no other keys.
}

async function candidatesOf(catalogPath: string, wishes: readonly DrawnWish[]): Promise<Candidates[]> {
  const catalog = openCatalog(catalogPath, Math.random);
  const find = createOperations();
  const all: Candidates[] = [];
  for (const of of wishes) {
    const { ranked } = await rankedFor(catalog, find, { description: of.wish, limit: 5, now: Date.now() }, TRIED);
    const matches = ranked.map(({ match }) => match);
    const isRight = (slug: string) => of.right.some((one) => new RegExp(`^(?:${one})$`).test(slug));
    all.push({
      of,
      matches,
      options: matches.map((match) => Object.values(RANKING).map((signal) => signal(match))),
      right: matches.map(({ entry }) => isRight(entry.slug)),
    });
  }
  catalog.close();
  return all;
}

function weightsFor(choices: readonly Candidates[]): Weights {
  const ranking = fitted(choices, Object.keys(RANKING).length);
  const size = Object.keys(OF_LIKELIHOOD).length;
  const none = Array.from<number>({ length: size }).fill(0);
  const likelihood = fitted(
    choices.flatMap((one) => {
      const best = bestOf(one, ranking);
      return best === undefined ? [] : [{ options: [best.signals, none], right: [best.isRight, !best.isRight] }];
    }),
    size,
  );
  return { ranking, likelihood };
}

function bestOf(
  { matches, options, right }: Candidates,
  weights: readonly number[],
): { readonly signals: readonly number[]; readonly isRight: boolean } | undefined {
  const ranked = matches
    .map((match, at) => ({ match, worth: dot(options[at]!, weights), isRight: right[at]! }))
    .sort((a, b) => b.worth - a.worth);
  const [first, ...others] = ranked;
  if (first === undefined) return undefined;
  const list: RankedMatches = [first, ...others];
  return { signals: Object.values(OF_LIKELIHOOD).map((signal) => signal(list)), isRight: first.isRight };
}

interface Outcome {
  readonly isAbsent: boolean;
  readonly isRight: boolean;
  readonly likelihood: number;
}

function outcomesOf(choices: readonly Candidates[], { ranking, likelihood }: Weights): Outcome[] {
  return choices.map((one) => {
    const best = bestOf(one, ranking);
    return {
      isAbsent: one.of.right.length === 0,
      isRight: best?.isRight ?? false,
      likelihood: best === undefined ? 0 : 1 / (1 + Math.exp(-dot(best.signals, likelihood))),
    };
  });
}

function tell(name: string, outcomes: readonly Outcome[]): void {
  const there = outcomes.filter(({ isAbsent }) => !isAbsent);
  const absent = outcomes.filter(({ isAbsent }) => isAbsent);
  const told = LEAST_LIKELY.map((least) => {
    const right = there.filter((one) => one.isRight && one.likelihood >= least).length;
    const refused = absent.filter((one) => one.likelihood < least).length;
    return `from ${least} right ${right}, absent refused ${refused} of ${absent.length}`;
  });
  const best = there.filter(({ isRight }) => isRight).length;
  console.log(`${name.padEnd(24)} the best is right ${best} of ${there.length}; ${told.join("; ")}`);
}

function show(name: string, signals: readonly string[], weights: readonly number[]): void {
  console.log(`${name} ${signals.map((signal, at) => `${signal} ${weights[at]!.toFixed(2)}`).join(", ")}`);
}
