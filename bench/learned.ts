/**
 * What learning from use gains honest callers and what it gives an attacker, side by side: two hundred tools, each asked
 * for in words of which its index knows half, before and after so many past queries; and twenty free keys that claim a
 * word for a tool that does not say it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCatalog } from "../src/catalog/file-catalog/catalog.ts";
import { buildCatalog } from "../src/catalog/import/build.ts";
import { STOP_WORDS } from "../src/catalog/words/stop-words.ts";
import { openFinished } from "../src/catalog/sqlite.ts";
import { contentStems } from "../src/catalog/words/stems.ts";
import { wordsOf } from "../src/catalog/words/words.ts";
import type { UsageRow } from "../src/usage/repository.ts";
import { evidenceOf } from "../src/usage/evidence.ts";
import { createRandom } from "./random.ts";

interface Tool {
  readonly slug: string;
  readonly name: string;
  /** Content words of its description. The index has every other one. */
  readonly words: readonly string[];
}

const TOOLS = 200;
const TESTS = 4;
const PAST = [0, 1, 3, 10];
/** Of the words of a query that belong to another tool. */
const NOISE = 0.3;
const DAY = "2026-01-01";
const NOW = Date.parse(DAY);
const KEYS = 20;
/** Words that the attacker claims, each in turn. */
const CLAIMS = 50;

const [from = "data/catalog.sqlite"] = process.argv.slice(2);
const random = createRandom(7);
const tools = sampled();
const elsewhere = tools.flatMap(({ words }) => words);
const past = tools.map(() => 0).map((_, at) => Array.from({ length: Math.max(...PAST) }, () => queryFor(tools[at]!)));
const tests = tools.flatMap((tool) => Array.from({ length: TESTS }, () => ({ tool, text: queryFor(tool) })));

const work = mkdtempSync(join(tmpdir(), "hub-bench-"));
try {
  const path = join(work, "catalog.sqlite");
  const slugs = await built(path);
  for (const count of PAST)
    console.log(`${String(count).padStart(2)} past queries  recall@5 ${recall(path, slugs, honest(slugs, count))}`);
  const honestRows = honest(slugs, Math.max(...PAST));
  for (const [label, rows] of Object.entries(attacks()))
    console.log(`${label.padEnd(48)} best rank of a silent tool ${bestRank(path, slugs, honestRows, rows)}`);
} finally {
  rmSync(work, { recursive: true });
}

/** From different APIs, their descriptions long enough to take queries from. */
function sampled(): Tool[] {
  const rows = openFinished(from)
    .query<{ slug: string; name: string; description: string }, []>(
      `SELECT e.slug, e.name, max(e.description) AS description FROM entries e
       WHERE e.vanished_at IS NULL AND length(e.description) > 150 AND length(e.name) < 60
       GROUP BY e.document ORDER BY e.document`,
    )
    .all()
    .map(({ slug, name, description }) => ({ slug, name, words: contentOf(description) }))
    .filter(({ words }) => words.length >= 12);
  const step = Math.max(1, Math.floor(rows.length / TOOLS));
  return rows.filter((_, at) => at % step === 0).slice(0, TOOLS);
}

function contentOf(text: string): string[] {
  return [...new Set(wordsOf(text).filter((word) => !STOP_WORDS.has(word) && !/\d/.test(word)))];
}

function queryFor({ words }: Tool): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const said = Array.from({ length: 3 + Math.floor(random() * 4) }, () => pick(random() < NOISE ? elsewhere : words));
  return `i would like to ${said.join(" ")} please`;
}

/** @returns the slugs in the built catalogue, in the order of the tools. */
async function built(path: string): Promise<string[]> {
  const documents = tools.map(({ name, words }, at) => ({
    provider: `tool${at}.dev`,
    read: () =>
      new TextEncoder().encode(
        JSON.stringify({
          openapi: "3.1.0",
          info: { title: "Tool", version: "1" },
          servers: [{ url: `https://api.tool${at}.dev` }],
          paths: {
            "/run": {
              get: { summary: name, description: words.filter((_, place) => place % 2 === 0).join(" "), responses: {} },
            },
          },
        }),
      ),
  }));
  await buildCatalog({ path, now: NOW, source: { name: "bench", documents } });
  const rows = openFinished(path).query<{ slug: string; provider: string }, []>(
    "SELECT e.slug, d.provider FROM entries e JOIN documents d ON d.id = e.document",
  );
  const byProvider = new Map(rows.all().map(({ slug, provider }) => [provider, slug]));
  return tools.map((_, at) => byProvider.get(`tool${at}.dev`)!);
}

/** Each past query by a paying account of its own. */
function honest(slugs: readonly string[], count: number): UsageRow[] {
  return past.flatMap((queries, at) =>
    queries
      .slice(0, count)
      .flatMap((text) => rowsFor(slugs[at]!, contentStems(text), { isPaying: true, source: 0, registeredOn: DAY })),
  );
}

type Witness = Pick<UsageRow, "isPaying" | "source" | "registeredOn">;

function rowsFor(entry: string, stems: readonly string[], witness: Witness): UsageRow[] {
  return [...new Set(stems)].map((stem) => ({ entry, stem, day: DAY, ...witness }));
}

function recall(path: string, slugs: readonly string[], rows: readonly UsageRow[]): string {
  const slugOf = new Map(tools.map((tool, at) => [tool, slugs[at]!]));
  const search = searchWith(path, rows);
  const right = tests.filter(({ tool, text }) => search(text, 5).includes(slugOf.get(tool)!)).length;
  return ((100 * right) / tests.length).toFixed(1);
}

/** By who claims a word. */
function attacks(): Record<string, (at: number) => Witness> {
  return {
    [`${KEYS} free keys of one address`]: (at) => ({ isPaying: false, source: 1, registeredOn: dayBefore(at) }),
    [`${KEYS} free keys of one day`]: (at) => ({ isPaying: false, source: at, registeredOn: DAY }),
    [`${KEYS} free keys of ${KEYS} addresses and days`]: (at) => ({
      isPaying: false,
      source: at,
      registeredOn: dayBefore(at),
    }),
    [`${KEYS} paying accounts`]: () => ({ isPaying: true, source: 1, registeredOn: DAY }),
  };
}

function dayBefore(days: number): string {
  return new Date(NOW - days * 86_400_000).toISOString().slice(0, 10);
}

/** Each of the claimed words is asked for alone; the tool that it is claimed for does not say it. */
function bestRank(
  path: string,
  slugs: readonly string[],
  others: readonly UsageRow[],
  witness: (at: number) => Witness,
): string {
  const ranks = Array.from({ length: CLAIMS }, (_, at) => {
    const word = tools[at]!.words[0]!;
    const [stem = ""] = contentStems(word);
    const target = tools.findIndex(
      ({ words, name }, place) => place > CLAIMS && !contentStems(`${name} ${words.join(" ")}`).includes(stem),
    );
    const claims = Array.from({ length: KEYS }, (__, key) => rowsFor(slugs[target]!, [stem], witness(key))).flat();
    // What honest callers said by chance for the target is not what is measured.
    const honestOnes = others.filter((row) => row.stem !== stem || row.entry !== slugs[target]);
    return searchWith(path, [...honestOnes, ...claims])(word, 100).indexOf(slugs[target]!) + 1;
  }).filter((rank) => rank > 0);
  return ranks.length === 0 ? "none, it is never found" : String(Math.min(...ranks));
}

function searchWith(path: string, rows: readonly UsageRow[]): (text: string, limit: number) => string[] {
  const evidence = evidenceOf(rows, NOW);
  const catalog = openCatalog(path, () => 0, { version: () => 1, of: (stem) => evidence.get(stem) ?? [] });
  return (text, limit) => catalog.search({ text, limit, perApi: 0 }).hits.map(({ entry }) => entry.slug);
}
