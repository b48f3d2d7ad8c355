/** Pages that are no articles, scored by the corpus's own scorer: ours beside Readability and defuddle. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPage } from "../../src/page/read.ts";
import { type Half, halfOf } from "./halves.ts";

const CORPUS = fileURLToPath(new URL("../../../shared/corpora/pages-other/", import.meta.url));
const PROJECT = fileURLToPath(new URL("../../", import.meta.url));

/** Each holds its pages and, in the form of the corpus, what is expected of them. */
const SETS = {
  corpus: { labels: join(CORPUS, "labels.json"), pages: join(CORPUS, "pages") },
  generators: {
    labels: join(PROJECT, "bench/extract/generators/labels.json"),
    pages: join(PROJECT, "bench/extract/generators/pages"),
  },
  kinds: {
    labels: join(PROJECT, "bench/extract/kinds/labels.json"),
    pages: join(PROJECT, "bench/extract/kinds/pages"),
  },
  sites: {
    labels: join(PROJECT, "bench/extract/sites/labels.json"),
    pages: join(PROJECT, "bench/extract/sites/pages"),
  },
  written: { labels: join(PROJECT, "bench/extract/pages/labels.json"), pages: join(PROJECT, "bench/extract/pages") },
} as const;

export type PageSet = keyof typeof SETS;
export type PageReader = "ours" | "readability" | "defuddle";

export interface Verdict {
  readonly id: string;
  readonly kind: string;
  readonly f: number;
  /** What is wrong with the shape of the Markdown. */
  readonly structure: readonly string[];
  readonly missing: readonly string[];
  readonly leaked: readonly string[];
}

/** Shares of 1, means over pages. */
export interface OtherScore {
  readonly f: number;
  readonly structure: number;
  /** Kinds of page and their F, the worst first. */
  readonly kinds: readonly (readonly [kind: string, f: number])[];
}

export const OTHER_PAGES_ARE_HERE = existsSync(join(CORPUS, "score.mjs"));

/** "ours", or a reader that the corpus's `anchors.mjs` knows. */
export function judgeOtherPages(set: PageSet, reader: PageReader): Verdict[] {
  const folder = mkdtempSync(join(tmpdir(), "pages-other-"));
  try {
    // The scorer reads the labels and the pages that stand beside it.
    for (const script of ["score.mjs", "anchors.mjs"]) copyFileSync(join(CORPUS, script), join(folder, script));
    copyFileSync(SETS[set].labels, join(folder, "labels.json"));
    symlinkSync(SETS[set].pages, join(folder, "pages"));
    const answers = join(folder, "answers.json");
    const verdicts = join(folder, "verdicts.json");
    if (reader === "ours") writeFileSync(answers, JSON.stringify(ownAnswers(folder)));
    else node(join(folder, "anchors.mjs"), reader, "--modules", PROJECT, "--out", answers);
    node(join(folder, "score.mjs"), "--answers", answers, "--out", verdicts);
    return readJson<{ pages: Verdict[] }>(verdicts).pages;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function scoreOf(verdicts: readonly Verdict[], half?: Half): OtherScore {
  const counted = half === undefined ? verdicts : verdicts.filter(({ id }) => halfOf(id) === half);
  const kinds = Map.groupBy(counted, ({ kind }) => kind);
  return {
    f: mean(counted.map(({ f }) => f)),
    structure: mean(counted.map(({ structure }) => (structure.length === 0 ? 1 : 0))),
    kinds: [...kinds]
      .map(([kind, pages]) => [kind, mean(pages.map(({ f }) => f))] as const)
      .toSorted(([, a], [, b]) => a - b),
  };
}

/** The share of titles, authors and days of publication that are read as the pages of a set tell them. */
export function shareSaid(set: PageSet, half?: Half): number {
  const folder = dirname(SETS[set].labels);
  const labels: SaidLabel[] = readJson(SETS[set].labels);
  const verdicts = labels
    .filter(({ id }) => half === undefined || halfOf(id) === half)
    .flatMap(({ id, file, content_type: contentType = UTF8, says = {} }) => {
      const page = readPage({ bytes: readFileSync(join(folder, file)), contentType, url: addressOf(id) });
      const dayOf = (date: string | null): string | undefined => date?.slice(0, 10);
      return Object.entries(says).map(([field, said]) =>
        field === "published" ? dayOf(page.published) === dayOf(said) : page[field as "title" | "author"] === said,
      );
    });
  return mean(verdicts.map((isRight) => (isRight ? 1 : 0)));
}

interface SaidLabel {
  readonly id: string;
  readonly file: string;
  readonly content_type?: string;
  readonly says?: Readonly<Partial<Record<"title" | "author" | "published", string | null>>>;
}

const UTF8 = "text/html; charset=utf-8";

function addressOf(id: string): string {
  return `https://pages.example/${id}`;
}

function ownAnswers(folder: string): object {
  const labels: { id: string; file: string; content_type?: string }[] = readJson(join(folder, "labels.json"));
  return Object.fromEntries(
    labels.map(({ id, file, content_type: contentType = UTF8 }) => {
      const page = readPage({
        bytes: readFileSync(join(folder, file)),
        contentType,
        url: addressOf(id),
      });
      const { title, markdown, text, wall = text === "" ? "no_content" : undefined } = page;
      return [id, { title, markdown, text, warnings: wall === undefined ? [] : [wall] }];
    }),
  );
}

function node(script: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync("node", [script, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T; // The corpus's README names the fields.
}
