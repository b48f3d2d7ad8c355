/**
 * Our search, plain FTS5 and MiniSearch on public sets of tools and queries that nobody here wrote: nDCG@10, recall@5 and
 * hit@1, and how far ours is above FTS5 with a 95 % interval (paired bootstrap over the queries).
 * Usage: bun bench/tool-sets.ts [folder of <set>.documents.json and <set>.queries.json]
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCatalog } from "../src/catalog/import/build.ts";
import { fileSource } from "../src/catalog/import/own-descriptions.ts";
import { openFinished } from "../src/catalog/sqlite.ts";
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
    const verdicts = Object.entries(ENGINES).map(([engine, open]) => {
      const search = open(path);
      const judged = queries.map(({ q, relevant }) =>
        judge(
          search(q.slice(0, MAX_CHARS)).map((slug) => places.get(slug) ?? ""),
          new Set(relevant),
        ),
      );
      return { engine, judged };
    });
    for (const [split, isIn] of SPLITS) {
      console.log(`${set}, ${split}: ${queries.filter(isIn).length} queries`);
      for (const { engine, judged } of verdicts) report(engine, among(judged, queries, isIn));
      const [ours, plain] = verdicts.map(({ judged }) => among(judged, queries, isIn).map(({ ndcgAt10 }) => ndcgAt10));
      const [low, high] = intervalOf(ours!.map((value, at) => value - plain![at]!));
      console.log(`  ours above FTS5 by ${points(low)} to ${points(high)} points of nDCG@10\n`);
    }
  } finally {
    rmSync(work, { recursive: true });
  }
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
  console.log(`  ${engine.padEnd(11)} nDCG@10 ${of("ndcgAt10")}  recall@5 ${of("recallAt5")}  hit@1 ${of("hitAt1")}`);
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
