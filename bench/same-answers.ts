/**
 * Whether search and match answer as those of another checkout do, to the last bit, on thousands of questions; and what
 * each of the two takes. For changes that shall make them faster and nothing else.
 * Usage: bun bench/same-answers.ts <catalog.sqlite> <folder of the other checkout> [rounds]
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CATEGORIES } from "../src/catalog/categories.ts";
import type { FileCatalog } from "../src/catalog/file-catalog/catalog.ts";
import type { UsageSource } from "../src/catalog/search/usage.ts";
import type { Intent } from "../src/dynamic-tools/compose.ts";
import type { FindOperation } from "../src/proxy/operations.ts";
import type { Catalog, SearchQuery } from "../src/runtime/catalog.ts";
import { createRandom } from "./random.ts";
import type { LabelledQuery } from "./retrieval.ts";
import { LENGTHS, sentencesFrom } from "./sentences.ts";

const NOW = Date.UTC(2026, 0, 15);
const SENTENCES = 500;
const ROUNDS = 3;
/** What they are tried on stays read. */
const TIMED_WISHES = 40;
const LEARNED = new Map([
  ["weather", [{ slug: "openweathermap.org--current-weather-data", weight: 0.7 }]],
  ["pictur", [{ slug: "nasa.gov--apod", weight: 0.3 }]],
]);

/** What callers said has taught it a little. */
const usage: UsageSource = { version: () => 1, of: (stem) => LEARNED.get(stem) ?? [] };

interface Checkout {
  open(): FileCatalog;
  compose(catalog: Catalog, find: FindOperation, intent: Intent): Promise<unknown>;
  createOperations(): FindOperation;
}

const [path = "data/catalog.sqlite", other, rounds = String(ROUNDS)] = process.argv.slice(2);
if (other === undefined) throw new Error("Cannot compare: name the folder of another checkout");
const searches = questions();
const wishes = wishTexts();
const [own, theirs] = [await checkout(resolve(import.meta.dir, "..")), await checkout(resolve(other))];
const differing = [...comparedSearches(), ...(await comparedMatches())];
for (const one of differing.slice(0, 20)) console.log(`differs: ${one}`);
console.log(`${differing.length} of ${searches.length} searches and ${wishes.length} matches differ`);
for (let round = 0; round < Number(rounds); round++) {
  for (const [name, one] of [
    ["other", theirs],
    ["this", own],
  ] as const)
    console.log(`${name.padEnd(6)} ${timedSearches(one)}  ${await timedMatches(one)}`);
}
process.exit(differing.length === 0 ? 0 : 1);

async function checkout(folder: string): Promise<Checkout> {
  const catalogs = await import(join(folder, "src/catalog/file-catalog/catalog.ts"));
  const tools = await import(join(folder, "src/dynamic-tools/compose.ts"));
  const operations = await import(join(folder, "src/proxy/operations.ts"));
  return {
    open: () => catalogs.openCatalog(path, createRandom(1), usage),
    compose: tools.compose,
    createOperations: operations.createOperations,
  };
}

function comparedSearches(): string[] {
  const [one, another] = [own.open(), theirs.open()];
  return searches.filter((query) => told(one, query) !== told(another, query)).map((query) => JSON.stringify(query));
}

function told(catalog: FileCatalog, query: SearchQuery): string {
  try {
    return written(catalog.search(query));
  } catch (error) {
    return String(error);
  }
}

async function comparedMatches(): Promise<string[]> {
  const told: string[][] = [];
  for (const { open, compose, createOperations } of [own, theirs]) {
    const catalog = open();
    const find = createOperations();
    const answers: string[] = [];
    for (const description of wishes)
      answers.push(written(await compose(catalog, find, { description, limit: 5, now: NOW })));
    told.push(answers);
  }
  return wishes.filter((_, at) => told[0]?.[at] !== told[1]?.[at]);
}

function written(answer: unknown): string {
  return JSON.stringify(answer, (_, value) =>
    value instanceof Map || value instanceof Set ? [...value] : typeof value === "function" ? "function" : value,
  );
}

/** Each asked for the first time. */
function timedSearches({ open }: Checkout): string {
  const catalog = open();
  const plain = searches.filter(
    ({ text, limit, category }) => text.trim() !== "" && limit === 20 && category === undefined,
  );
  for (const query of plain.slice(0, 200)) catalog.search({ ...query, text: `${query.text} once` });
  const times = plain.map((query) => {
    const start = performance.now();
    catalog.search(query);
    return performance.now() - start;
  });
  return `search ${figures(times)}`;
}

async function timedMatches({ open, compose, createOperations }: Checkout): Promise<string> {
  const catalog = open();
  const find = createOperations();
  const times: number[] = [];
  for (let pass = 0; pass < 2; pass++) {
    times.length = 0;
    for (const description of wishes.slice(0, TIMED_WISHES)) {
      const start = performance.now();
      await compose(catalog, find, { description, limit: 5 + pass, now: NOW });
      times.push(performance.now() - start);
    }
  }
  return `match of entries that were read before ${figures(times)}`;
}

function figures(times: number[]): string {
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
  const mean = times.reduce((sum, one) => sum + one, 0) / times.length;
  return `mean ${mean.toFixed(3)} p50 ${at(0.5)} p99 ${at(0.99)} most ${(times.at(-1) ?? 0).toFixed(1)} ms`;
}

function questions(): SearchQuery[] {
  const random = createRandom(7);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const labelled = ["../../shared/corpora/search-queries.json", "../test/catalog/search-queries.json"]
    .flatMap((place) => read<LabelledQuery>(new URL(place, import.meta.url).pathname))
    .map(({ q }) => q);
  const sentences = Object.values(LENGTHS).flatMap((length) =>
    sentencesFrom(path, length, SENTENCES).map(({ q }) => q),
  );
  const several = sentences
    .slice(0, 200)
    .map((one, at) => `${one}. ${sentences[at + SENTENCES]}; ${sentences[at + 300]}`);
  const typos = [...labelled, ...labelled].map((one) => misspelt(one, random));
  const words = [...new Set(sentences.flatMap((one) => one.split(" ")))].sort();
  const few = Array.from({ length: 500 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(words)).join(" "),
  );
  const odd = [
    "",
    "  ",
    "a",
    "the of and",
    "x",
    "🌧",
    "日本の天気",
    "погода",
    "zzzzqqq",
    "get",
    "'",
    '"quoted only"',
    "12345",
    "e@x.org",
    "the api data of all get list",
    "information",
    "get information about a resource and update it with data",
    ...CATEGORIES.map(({ slug }) => slug),
    `${sentences.join(" ").slice(0, 3000)}`,
  ];
  const texts = [...labelled, ...sentences, ...several, ...typos, ...few, ...wishTexts(), ...odd];
  const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
  const narrowed = Array.from({ length: 1000 }, (): SearchQuery => {
    const at = Math.floor(random() * 7);
    return {
      text: pick(texts),
      limit: pick([1, 5, 20, 40, 100]),
      offset: pick([0, 0, 0, 20, 41, 190, 400]),
      explain: random() < 0.2,
      ...(at === 0 && { category: pick(CATEGORIES).slug }),
      ...(at === 1 && { methods: [pick(methods)] }),
      ...(at === 2 && { auths: [pick(["none", "api_key", "oauth2"] as const)] }),
      ...(at === 3 && { category: pick(CATEGORIES).slug, methods: [pick(methods), pick(methods)] }),
      ...(random() < 0.5 && { perApi: pick([0, 1, 2, 3, 8]) }),
    };
  });
  return [...texts.map((text) => ({ text, limit: 20 })), ...narrowed];
}

function misspelt(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length);
  const kind = Math.floor(random() * 3);
  const middle = kind === 0 ? "" : kind === 1 ? `${text[at]}${text[at]}` : `${text[at + 1] ?? "e"}${text[at]}`;
  return `${text.slice(0, at)}${middle}${text.slice(at + (kind === 2 ? 2 : 1))}`;
}

function wishTexts(): string[] {
  return [
    "../../shared/corpora/wishes/visible.json",
    ...["sampled", "drawn-later", "drawn-third", "drawn-fourth"].map((name) => `wishes/${name}.json`),
  ]
    .flatMap((place) => read<{ readonly wish: string }>(new URL(place, import.meta.url).pathname))
    .map(({ wish }) => wish);
}

function read<T>(file: string): T[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T[]) : [];
}
