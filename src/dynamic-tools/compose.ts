/** From plain words to a callable tool: the entry that does it, with what the words already say filled in. */
import { contentStems } from "../catalog/stems.ts";
import type { Catalog, Entry, Hit } from "../runtime/catalog.ts";
import type { Callee, FindOperation } from "../proxy/operations.ts";
import type { Constants } from "./constants.ts";
import { OF_CALL, OF_ENTRY } from "./factors.ts";
import { listen } from "./listen.ts";
import { servicesIn } from "./services.ts";
import { spokenOf, weigh } from "./spoken.ts";
import { type Heard, type Trial, tryOn } from "./trial.ts";

export interface Wish {
  readonly description: string;
  readonly category?: string | undefined;
  /** How many candidates are told. */
  readonly limit: number;
}

export interface Draft {
  readonly callee: Callee;
  readonly constants: Constants;
  /** How much of what was said the tool is about, 0 to 1: see `FLOOR`. */
  readonly confidence: number;
  readonly candidates: readonly Entry[];
}

export type Composed =
  { readonly ok: true; readonly draft: Draft } | { readonly ok: false; readonly candidates: readonly Entry[] };

const LOOKED_AT = 30;
const PER_API = 6;

/**
 * What is about less of the wish than this does something else. Of the labelled wishes that no operation fulfils this
 * refuses three quarters, of such as were never looked at two thirds; of those that come out right it loses one in fifty.
 */
const FLOOR = 0.42;

export async function compose(catalog: Catalog, find: FindOperation, wish: Wish): Promise<Composed> {
  const { description, category, limit } = wish;
  const names = await servicesIn(catalog, description);
  const said = listen(description, (word) => names.has(word.toLowerCase()));
  const text = said.plain === "" ? description : said.plain;
  const query = { limit: Math.max(LOOKED_AT, limit), perApi: PER_API, ...(category !== undefined && { category }) };
  const [{ hits, entriesSaying }, { entries }] = await Promise.all([
    catalog.search({ text, ...query }),
    catalog.totals(),
  ]);
  const asked = weigh(entriesSaying, entries);
  const best = await bestOf(
    hits.slice(0, LOOKED_AT).map(({ entry, score }) => ({ entry, score, said, words: spokenOf(entry, asked) })),
    (slug) => find(catalog, slug),
  );
  if (contentStems(text).length === 0 || best === undefined || best.confidence < FLOOR) {
    const near = hits.length > 0 ? hits : (await catalog.search({ ...query, text: description })).hits;
    return { ok: false, candidates: entriesOf(near, limit) };
  }
  const { entry, operation, constants } = best;
  const confidence = Math.round(best.confidence * 100) / 100;
  return {
    ok: true,
    draft: { callee: { entry, operation }, constants, confidence, candidates: entriesOf(hits, limit) },
  };
}

interface Candidate extends Heard {
  readonly score: number;
}

/** Reading how an operation is called costs the most: those whose entry alone says that they cannot win are not read. */
async function bestOf(
  candidates: readonly Candidate[],
  find: (slug: string) => Promise<Callee | undefined>,
): Promise<Trial | undefined> {
  let best: { readonly trial: Trial; readonly worth: number } | undefined;
  const rated = candidates.map((one) => ({ ...one, most: product(OF_ENTRY, one) * one.score }));
  for (const one of rated.sort((a, b) => b.most - a.most)) {
    if (best !== undefined && one.most <= best.worth) break;
    const callee = await find(one.entry.slug);
    if (callee === undefined) continue;
    const trial = tryOn(callee, one);
    const worth = one.most * product(OF_CALL, trial);
    if (best === undefined || worth > best.worth) best = { trial, worth };
  }
  return best?.trial;
}

function product<T>(factors: readonly ((of: T) => number)[], of: T): number {
  return factors.reduce((product, factor) => product * factor(of), 1);
}

function entriesOf(hits: readonly Hit[], limit: number): Entry[] {
  return hits.slice(0, limit).map(({ entry }) => entry);
}
