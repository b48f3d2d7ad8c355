/**
 * Our search, plain FTS5 and MiniSearch on public sets of tools and queries that nobody here wrote: nDCG@10 with its 95 %
 * interval, recall@5 and hit@1, and how far ours is above each of the others with a 95 % interval (bootstrap over the
 * queries, paired for differences). Where EMBED_BASE_URL is set, also ours with embeddings, and how far it is above ours.
 * Usage: bun bench/tool-sets.ts [folder of <set>.documents.json and <set>.queries.json]
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCatalog } from "../src/catalog/import/build.ts";
import { fileSource } from "../src/catalog/import/own-descriptions.ts";
import { openFinished } from "../src/catalog/sqlite.ts";
import { openByMeaning } from "./by-meaning.ts";
import { ENGINES } from "./engines.ts";
import { createRandom } from "./random.ts";

interface ToolQuery {
  readonly q: string;
  /** Server and path of every right operation. */
  readonly relevant: readonly string[];
}

interface Judged {
  readonly ndcgAt10: number;
  readonly recallAt5: number;
  readonly hitAt1: number;
}

/** Constants are settled on the one; the other is only looked at as a number. */
const SPLITS = [
  ["tuning", ({ q }: ToolQuery) => hash(q) % 2 === 0],
  ["checking", ({ q }: ToolQuery) => hash(q) % 2 === 1],
  ["all", () => true],
] as const;
const RESAMPLED = 1000;
/** What a search takes over HTTP. */
const MAX_CHARS = 1000;

const [folder = fileURLToPath(new URL("../../shared/corpora/retrieval", import.meta.url))] = process.argv.slice(2);
const suffix = ".queries.json";
const sets = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(suffix)) : [];
if (sets.length === 0) console.log(`there are no sets in ${folder}`);
for (const file of sets) await compare(file.slice(0, -suffix.length));

async function compare(set: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "hub-bench-"));
  try {
    const path = await imported(set, work);
    const places = new Map(
      openFinished(path)
        .query<{ slug: string; place: string }, []>("SELECT slug, base_url || path AS place FROM entries")
        .all()
        .map(({ slug, place }) => [slug, place] as const),
    );
    const queries: ToolQuery[] = JSON.parse(readFileSync(join(folder, `${set}${suffix}`), "utf8"));
    const verdicts: Verdict[] = [];
    const take = async (engine: string, search: (text: string) => readonly string[] | Promise<readonly string[]>) => {
      const judged: Judged[] = [];
      for (const { q, relevant } of queries) {
        const found = await search(q.slice(0, MAX_CHARS));
        judged.push(
          judge(
            found.map((slug) => places.get(slug) ?? ""),
            new Set(relevant),
          ),
        );
      }
      verdicts.push({ engine, judged });
    };
    for (const [engine, open] of Object.entries(ENGINES)) await take(engine, open(path));
    using meaning = await openByMeaning(path);
    if (meaning !== undefined) await take(`with meaning, ${meaning.weight}`, meaning.search);
    for (const [split, isIn] of SPLITS) tell(`${set}, ${split}`, verdicts, queries, isIn);
  } finally {
    rmSync(work, { recursive: true });
  }
}

interface Verdict {
  readonly engine: string;
  readonly judged: readonly Judged[];
}

function tell(
  name: string,
  verdicts: readonly Verdict[],
  queries: readonly ToolQuery[],
  isIn: (query: ToolQuery) => boolean,
): void {
  console.log(`${name}: ${queries.filter(isIn).length} queries`);
  const within = verdicts.map(({ engine, judged }) => ({ engine, judged: among(judged, queries, isIn) }));
  for (const { engine, judged } of within) report(engine, judged);
  const gains = (judged: readonly Judged[]) => judged.map(({ ndcgAt10 }) => ndcgAt10);
  const [ours, ...others] = within;
  for (const { engine, judged } of others) {
    const differences = gains(judged).map((value, at) => gains(ours!.judged)[at]! - value);
    const isOurs = engine.startsWith("with meaning");
    const [low, high] = intervalOf(isOurs ? differences.map((value) => -value) : differences);
    const what = isOurs ? `${engine} above ours` : `ours above ${engine}`;
    console.log(`  ${what} by ${points(low)} to ${points(high)} points of nDCG@10`);
  }
  console.log();
}

/** Each description a file of a folder, as an operator would add them. */
async function imported(set: string, work: string): Promise<string> {
  const documents: unknown[] = JSON.parse(readFileSync(join(folder, `${set}.documents.json`), "utf8"));
  const descriptions = join(work, "descriptions");
  mkdirSync(descriptions);
  for (const [at, document] of documents.entries())
    writeFileSync(join(descriptions, `${at}.json`), JSON.stringify(document));
  const path = join(work, "catalog.sqlite");
  await buildCatalog({ path, source: fileSource(descriptions), now: Date.now() });
  return path;
}

function among(
  judged: readonly Judged[],
  queries: readonly ToolQuery[],
  isIn: (query: ToolQuery) => boolean,
): Judged[] {
  return judged.filter((_, at) => isIn(queries[at]!));
}

function judge(found: readonly string[], relevant: ReadonlySet<string>): Judged {
  const gain = (places: readonly boolean[]) =>
    places.reduce((sum, isRight, at) => sum + (isRight ? 1 / Math.log2(at + 2) : 0), 0);
  const isRight = found.map((place) => relevant.has(place));
  const ideal = gain(Array.from({ length: Math.min(10, relevant.size) }, () => true));
  return {
    ndcgAt10: gain(isRight.slice(0, 10)) / ideal,
    recallAt5: isRight.slice(0, 5).filter(Boolean).length / relevant.size,
    hitAt1: Number(isRight[0] ?? false),
  };
}

function report(engine: string, judged: readonly Judged[]): void {
  const of = (measure: keyof Judged) => points(mean(judged.map((one) => one[measure])));
  const [low, high] = intervalOf(judged.map(({ ndcgAt10 }) => ndcgAt10)).map(points);
  const mean10 = `${of("ndcgAt10")} (${low} to ${high})`;
  console.log(`  ${engine.padEnd(17)} nDCG@10 ${mean10}  recall@5 ${of("recallAt5")}  hit@1 ${of("hitAt1")}`);
}

function intervalOf(differences: readonly number[]): readonly [low: number, high: number] {
  const random = createRandom(1);
  const draw = () => differences[Math.floor(random() * differences.length)]!;
  const means = Array.from({ length: RESAMPLED }, () => mean(differences.map(draw))).toSorted((a, b) => a - b);
  return [means[Math.floor(RESAMPLED * 0.025)]!, means[Math.floor(RESAMPLED * 0.975)]!];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function points(share: number): string {
  return (100 * share).toFixed(1);
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
