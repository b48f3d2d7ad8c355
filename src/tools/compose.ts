/** From plain words to a callable tool: the entry that does it, with what the words already say filled in. */
import type { Catalog, Entry } from "../runtime/catalog.ts";
import type { Callee, FindOperation } from "../proxy/operations.ts";
import type { Constants } from "./constants.ts";
import { FACTORS } from "./factors.ts";
import { listen } from "./listen.ts";
import { weigh } from "./spoken.ts";
import { tryOn } from "./trial.ts";

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
 * What is about less of the wish than this does something else. Of the labelled wishes this refuses four fifths of
 * those that no operation fulfils, and loses one in forty of those that would have come out right.
 */
const FLOOR = 0.4;

export async function compose(catalog: Catalog, find: FindOperation, wish: Wish): Promise<Composed> {
  const { description, category, limit } = wish;
  const names = await namesIn(catalog, description);
  const said = listen(description, (word) => names.has(word.toLowerCase()));
  const text = said.plain === "" ? description : said.plain;
  const query = { limit: Math.max(LOOKED_AT, limit), perApi: PER_API, ...(category !== undefined && { category }) };
  const [{ hits, entriesSaying }, { entries }] = await Promise.all([
    catalog.search({ text, ...query }),
    catalog.totals(),
  ]);
  const asked = weigh(entriesSaying, entries);
  const candidates = hits.slice(0, limit).map(({ entry }) => entry);
  const tried = await Promise.all(
    hits.slice(0, LOOKED_AT).map(async ({ entry, score }) => {
      const callee = await find(catalog, entry.slug);
      const trial = callee && tryOn(callee, said, asked);
      return trial && { trial, worth: FACTORS.reduce((worth, factor) => worth * factor(trial), score) };
    }),
  );
  const [best] = tried.filter((one) => one !== undefined).sort((a, b) => b.worth - a.worth);
  if (best === undefined || best.trial.confidence < FLOOR) return { ok: false, candidates };
  const { entry, operation, constants } = best.trial;
  const confidence = Math.round(best.trial.confidence * 100) / 100;
  return { ok: true, draft: { callee: { entry, operation }, constants, confidence, candidates } };
}

/** Which of the capitalised words are services of the catalogue. */
async function namesIn(catalog: Catalog, text: string): Promise<ReadonlySet<string>> {
  const words = [
    ...new Set(text.match(/\p{Lu}[\p{L}\d]+|(?<=\b(?:on|at|from|via|with) )[\w-]+(?:\.[a-z]{2,})+/gu) ?? []),
  ].slice(0, 8);
  const known = await Promise.all(
    words.map(async (word) => {
      const { hits } = await catalog.search({ text: word, limit: 3 });
      const spelled = word.toLowerCase();
      return hits.some(
        ({ entry }) =>
          entry.provider === spelled ||
          entry.provider.split(".").includes(spelled) ||
          entry.api.toLowerCase().split(/[/.]/).includes(spelled),
      );
    }),
  );
  return new Set(words.filter((_, at) => known[at]).map((word) => word.toLowerCase()));
}
