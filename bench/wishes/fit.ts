/**
 * Fits what the signals of the ranking, of its likelihood and of any fulfilment are worth
 * (`src/dynamic-tools/rank/weights.ts`) to the tuning wishes of all draws, and tells what they are worth to wishes they
 * were not fitted to: of each draw in turn, left out of the fit, and of the checking parts.
 */
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { rankedFor } from "../../src/dynamic-tools/compose.ts";
import type { CandidateMatch } from "../../src/dynamic-tools/rank/candidate-match.ts";
import { logistic, mayBeOffered } from "../../src/dynamic-tools/rank/confidence.ts";
import { OF_FULFILMENT, OF_LIKELIHOOD, type RankedMatches } from "../../src/dynamic-tools/rank/likelihood-signals.ts";
import { OF_CALL, OF_ENTRY } from "../../src/dynamic-tools/rank/ranking-signals.ts";
import { FULFILMENT, LIKELIHOOD, WEIGHTS } from "../../src/dynamic-tools/rank/weights.ts";
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
  readonly fulfilment: readonly number[];
}

const RANKING = { ...OF_ENTRY, ...OF_CALL };
/** More than are tried of a wish, so that what is fitted does not rest on which those were. */
const TRIED = 30;

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
  const now = {
    ranking: inOrder(WEIGHTS, RANKING),
    likelihood: inOrder(LIKELIHOOD, OF_LIKELIHOOD),
    fulfilment: inOrder(FULFILMENT, OF_FULFILMENT),
  };
  tell("checking, as it is", outcomesOf(checking, now));
  show("WEIGHTS", Object.keys(RANKING), weights.ranking);
  show("LIKELIHOOD", Object.keys(OF_LIKELIHOOD), weights.likelihood);
  show("FULFILMENT", Object.keys(OF_FULFILMENT), weights.fulfilment);
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
  const bests = choices.flatMap((one) => bestOf(one, ranking) ?? []);
  return {
    ranking,
    likelihood: regressed(
      bests.map(({ list, isRight }) => ({ signals: valuesOf(OF_LIKELIHOOD, list), isSo: isRight })),
    ),
    fulfilment: regressed(
      bests.map(({ list, isFulfilled }) => ({ signals: valuesOf(OF_FULFILMENT, list), isSo: isFulfilled })),
    ),
  };
}

function regressed(cases: readonly { readonly signals: readonly number[]; readonly isSo: boolean }[]): number[] {
  const size = cases[0]?.signals.length ?? 0;
  const none = Array.from<number>({ length: size }).fill(0);
  return fitted(
    cases.map(({ signals, isSo }) => ({ options: [signals, none], right: [isSo, !isSo] })),
    size,
  );
}

function valuesOf(signals: Readonly<Record<string, (list: RankedMatches) => number>>, list: RankedMatches): number[] {
  return Object.values(signals).map((signal) => signal(list));
}

function bestOf({ of, matches, options, right }: Candidates, weights: readonly number[]) {
  const ranked = matches
    .map((match, at) => ({ match, worth: dot(options[at]!, weights), isRight: right[at]! }))
    .sort((a, b) => b.worth - a.worth);
  const [first, ...others] = ranked;
  if (first === undefined) return undefined;
  const list: RankedMatches = [first, ...others];
  return { list, isRight: first.isRight, isFulfilled: of.right.length > 0 };
}

interface Outcome {
  readonly isAbsent: boolean;
  readonly isRight: boolean;
  readonly isOffered: boolean;
}

function outcomesOf(choices: readonly Candidates[], { ranking, likelihood, fulfilment }: Weights): Outcome[] {
  return choices.map((one) => {
    const best = bestOf(one, ranking);
    return {
      isAbsent: one.of.right.length === 0,
      isRight: best?.isRight ?? false,
      isOffered:
        best !== undefined &&
        mayBeOffered(
          logistic(dot(valuesOf(OF_LIKELIHOOD, best.list), likelihood)),
          logistic(dot(valuesOf(OF_FULFILMENT, best.list), fulfilment)),
        ),
    };
  });
}

function tell(name: string, outcomes: readonly Outcome[]): void {
  const there = outcomes.filter(({ isAbsent }) => !isAbsent);
  const absent = outcomes.filter(({ isAbsent }) => isAbsent);
  const right = there.filter((one) => one.isRight && one.isOffered).length;
  const refused = absent.filter((one) => !one.isOffered).length;
  const best = there.filter(({ isRight }) => isRight).length;
  console.log(
    `${name.padEnd(24)} the best is right ${best} of ${there.length}, offered ${right}; absent refused ${refused} of ${absent.length}`,
  );
}

function show(name: string, signals: readonly string[], weights: readonly number[]): void {
  console.log(`${name} ${signals.map((signal, at) => `${signal} ${weights[at]!.toFixed(2)}`).join(", ")}`);
}
