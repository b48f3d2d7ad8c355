/** From plain words to a callable tool: the entry that does it, with what the words already say filled in. */
import { contentStems } from "../catalog/stems.ts";
import type { Catalog, Entry, Hit } from "../runtime/catalog.ts";
import type { Callee, FindOperation } from "../proxy/operations.ts";
import type { Constants } from "./constants.ts";
import { fill } from "./fill.ts";
import { listen, placedShare, type Said } from "./listen.ts";
import { fieldSlots, isAside, parameterSlots } from "./slots.ts";

export interface Wish {
  readonly description: string;
  readonly category?: string | undefined;
  /** How many candidates are told. */
  readonly limit: number;
}

export interface Draft {
  readonly callee: Callee;
  readonly constants: Constants;
  /** 0 to 1. */
  readonly confidence: number;
  readonly candidates: readonly Entry[];
}

export type Composed =
  { readonly ok: true; readonly draft: Draft } | { readonly ok: false; readonly candidates: readonly Entry[] };

const LOOKED_AT = 30;
const PER_API = 6;

export async function compose(catalog: Catalog, find: FindOperation, wish: Wish): Promise<Composed> {
  const { description, category, limit } = wish;
  const names = await namesIn(catalog, description);
  const said = listen(description, (word) => names.has(word.toLowerCase()));
  const text = said.plain === "" ? description : said.plain;
  const query = { limit: Math.max(LOOKED_AT, limit), perApi: PER_API, ...(category !== undefined && { category }) };
  const { hits } = await catalog.search({ text, ...query });
  const candidates = hits.slice(0, limit).map(({ entry }) => entry);
  const rated = await Promise.all(hits.slice(0, LOOKED_AT).map((hit) => rate(catalog, find, hit, said)));
  const [best, second] = rated.filter((one) => one !== undefined).sort((a, b) => b.worth - a.worth);
  if (best === undefined || best.share === 0) return { ok: false, candidates };
  const lead = second === undefined ? 1 : 1 - second.worth / best.worth;
  const confidence = Math.round(Math.min(1, 0.5 * best.share + 0.3 + lead) * 100) / 100;
  return { ok: true, draft: { callee: best.callee, constants: best.constants, confidence, candidates } };
}

interface Rated {
  readonly callee: Callee;
  readonly constants: Constants;
  readonly worth: number;
  readonly share: number;
}

/** What the search found best, unless it is on its way out or wants much that nobody said. */
async function rate(
  catalog: Catalog,
  find: FindOperation,
  { entry, score }: Hit,
  said: Said,
): Promise<Rated | undefined> {
  const callee = await find(catalog, entry.slug);
  if (callee === undefined) return undefined;
  const { operation } = callee;
  const slots = parameterSlots(operation);
  const used = new Set<unknown>();
  const params = fill(said, slots, used);
  const fields = fieldSlots(operation);
  const body = fill(said, fields, used);
  const open = operation.parameters.filter(
    (one) => one.required && one.fallback === undefined && !Object.hasOwn(params, one.name) && !isAside(one.name),
  );
  // What is named by an id that nobody said may be given later, where it is of a thing that was spoken of.
  const spoken = new Set(contentStems(said.plain));
  const ofPath = open.filter((one) => one.in === "path");
  const nouns = new Map(slots.map(({ name, noun }) => [name, noun]));
  const foreign = ofPath.filter(
    ({ name }) => entry.method === "POST" || !contentStems(nouns.get(name) ?? "").some((stem) => spoken.has(stem)),
  ).length;
  const openFields = fields.filter((one) => one.required && !Object.hasOwn(body, one.name)).length;
  const filled = Object.keys(params).length + Object.keys(body).length;
  const share = shareSaid(entry, said);
  const worth =
    score *
    (0.5 + 0.5 * share) *
    (0.3 + 0.7 * placedShare(said, used)) *
    0.85 ** foreign *
    0.92 ** (ofPath.length - foreign) *
    0.95 ** (open.length - ofPath.length) *
    0.9 ** Math.min(4, openFields) *
    (entry.deprecated ? 0.7 : 1) *
    (doesWhatIsSaid(entry, said) ? 1 : 0.6) *
    (isSearch(entry) && /^(?:please )?(?:search|find|look for)\b/i.test(said.text) ? 1.2 : 1) *
    (isForAdministrators(entry) && !/admin|enterprise/i.test(said.text) ? 0.6 : 1) *
    (1 + 0.4 * nameFit(entry, said)) *
    (1 + Math.min(0.12, 0.04 * filled));
  const constants = { params, ...(Object.keys(body).length > 0 && { body }) };
  return { callee, constants, worth, share };
}

/** The methods that do what a wish begins with. */
const VERBS: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^(?:please )?(?:create|add|make|open|post|send|book|upload|schedule|start|invite|new|comment|reply|refund|charge|call|generate)\b/i,
    ["POST", "PUT"],
  ],
  [/^(?:please )?(?:get|list|show|fetch|read|find|search|look up|see|track|browse)\b/i, ["GET", "POST"]],
  [
    /^(?:please )?(?:update|edit|change|rename|set|modify|close|reopen|archive|star|follow|lock|mark)\b/i,
    ["PUT", "PATCH", "POST"],
  ],
  [/^(?:please )?(?:delete|remove|cancel|unsubscribe|unstar|unfollow)\b/i, ["DELETE", "POST"]],
];

function doesWhatIsSaid({ method }: Entry, { text }: Said): boolean {
  return VERBS.find(([verb]) => verb.test(text.trim()))?.[1].includes(method) ?? !["DELETE", "PUT"].includes(method);
}

function isSearch({ path, name }: Entry): boolean {
  return /search|find|query/i.test(`${path} ${name}`);
}

/** Most people may not call it, and mean its neighbour for everybody. */
function isForAdministrators({ path, name }: Entry): boolean {
  return /\badmin\b|\benterprises?\b/i.test(`${path} ${name}`);
}

/** How much of the entry's name was asked for, and little else: "Create a card" before "Create a label on a card". */
function nameFit(entry: Entry, { plain }: Said): number {
  const asked = new Set(contentStems(plain));
  const own = new Set(contentStems(entry.name));
  const same = [...own].filter((stem) => asked.has(stem)).length;
  return own.size === 0 ? 0 : (2 * same) / (own.size + asked.size);
}

/** How much of what was asked the entry speaks of. */
function shareSaid(entry: Entry, { plain }: Said): number {
  const asked = new Set(contentStems(plain));
  const spoken = new Set(
    contentStems(`${entry.name} ${entry.description} ${entry.provider} ${entry.apiTitle} ${entry.path} ${entry.slug}`),
  );
  return asked.size === 0 ? 1 : [...asked].filter((stem) => spoken.has(stem)).length / asked.size;
}

/** Which of the capitalised words are services of the catalogue. */
async function namesIn(catalog: Catalog, text: string): Promise<ReadonlySet<string>> {
  const words = [...new Set(text.match(/\p{Lu}[\p{L}\d]+/gu) ?? [])].slice(0, 8);
  const known = await Promise.all(
    words.map(async (word) => {
      const { hits } = await catalog.search({ text: word, limit: 3 });
      const spelled = word.toLowerCase();
      return hits.some(
        ({ entry }) =>
          entry.provider.split(".").includes(spelled) || entry.api.toLowerCase().split(/[/.]/).includes(spelled),
      );
    }),
  );
  return new Set(words.filter((_, at) => known[at]).map((word) => word.toLowerCase()));
}
