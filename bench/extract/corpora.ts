/** The public corpora of pages, read where they lie, and how well a reading of them is scored. */
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const PLACE = new URL("../../../shared/corpora/", import.meta.url);

export interface ArticlePage {
  readonly id: string;
  readonly url: string;
  readonly bytes: Uint8Array;
  /** What the article says, as people marked it. */
  readonly body: string;
}

export interface SegmentPage {
  readonly id: string;
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly title: string;
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
}

/** Precision and recall of whatever is counted, and their harmonic mean. */
export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export const CORPORA_ARE_HERE = existsSync(PLACE);

export function readArticles(): ArticlePage[] {
  const truth: Record<string, { articleBody: string; url: string }> = readJson("articles/truth.json");
  return Object.entries(truth).map(([id, { articleBody: body, url }]) => ({
    id,
    url,
    body,
    bytes: gunzipSync(readFileSync(new URL(`articles/html/${id}.html.gz`, PLACE))),
  }));
}

export function readSegments(): SegmentPage[] {
  const truth: Record<string, { file: string; title?: string; with: string[]; without: string[] }> =
    readJson("segments/truth.json");
  return Object.entries(truth).map(([address, { file, title = "", with: wanted, without: unwanted }]) => ({
    id: file,
    // A few are named by their file only.
    url: URL.canParse(address) ? address : "https://example.org/",
    title,
    wanted,
    unwanted,
    bytes: gunzipSync(readFileSync(new URL(`segments/html/${encodeURIComponent(`${file}.gz`)}`, PLACE))),
  }));
}

/** F1 of mean precision and mean recall over shingles of four words. */
export function articleScore(pairs: readonly { body: string; text: string }[]): Score {
  const scores = pairs.map(({ body, text }) => {
    const said = shingles(text);
    const meant = shingles(body);
    let hits = 0;
    for (const [shingle, count] of said) hits += Math.min(count, meant.get(shingle) ?? 0);
    return { precision: share(hits, total(said)), recall: share(hits, total(meant)) };
  });
  const precision = mean(scores.map((score) => score.precision));
  const recall = mean(scores.map((score) => score.recall));
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

/** A wanted segment that stands in the text is a true positive, an unwanted one a false positive. */
export function segmentScore(pairs: readonly { page: SegmentPage; text: string }[]): Score {
  let hits = 0;
  let wanted = 0;
  let strays = 0;
  for (const { page, text } of pairs) {
    const said = text.replace(/\s+/g, " ");
    const stands = (segment: string): boolean => said.includes(segment.replace(/\s+/g, " ").trim());
    hits += page.wanted.filter(stands).length;
    wanted += page.wanted.length;
    strays += page.unwanted.filter(stands).length;
  }
  const precision = share(hits, hits + strays);
  const recall = share(hits, wanted);
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

/** The share of titles that are the expected ones to the letter. */
export function titleScore(pairs: readonly { page: SegmentPage; title: string | null }[]): number {
  const known = pairs.filter(({ page }) => page.title !== "");
  return share(known.filter(({ page, title }) => title === page.title).length, known.length);
}

function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (let index = 0; index < Math.max(words.length - 3, Math.min(words.length, 1)); index++) {
    const shingle = words.slice(index, index + 4).join(" ");
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, PLACE), "utf8")) as T; // The corpora's README names the fields.
}
