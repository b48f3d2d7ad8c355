/** Reads every page of the corpora by one way of reading, and scores it. */
import {
  type ArticlePage,
  articleScore,
  readArticles,
  readSegments,
  type Score,
  type SegmentPage,
  segmentScore,
  titleScore,
} from "./corpora.ts";
import { type Half, halfOf } from "./halves.ts";

export interface Reading {
  readonly text: string;
  readonly title: string | null;
}

export type Reader = (page: { readonly bytes: Uint8Array; readonly url: string }) => Reading | Promise<Reading>;

interface Shares {
  readonly article: Score;
  readonly segments: Score;
  readonly title: number;
}

export interface Scores extends Shares {
  readonly halves: Readonly<Record<Half, Shares>>;
  /** Milliseconds of CPU that each page took, in ascending order: what else a shared machine does is not counted. */
  readonly durations: readonly number[];
}

export function readCorpora() {
  return { articles: readArticles(), segments: readSegments() };
}

export async function score(corpora: ReturnType<typeof readCorpora>, read: Reader): Promise<Scores> {
  const durations: number[] = [];
  const timed = async (page: Pick<ArticlePage, "bytes" | "url">): Promise<Reading> => {
    const started = process.cpuUsage();
    const reading = await read(page);
    durations.push(cpuMs(started));
    return reading;
  };
  const articles: (Reading & { readonly id: string; readonly body: string })[] = [];
  for (const page of corpora.articles) articles.push({ id: page.id, body: page.body, ...(await timed(page)) });
  const pages: (Reading & { readonly page: SegmentPage })[] = [];
  for (const page of corpora.segments) pages.push({ page, ...(await timed(page)) });
  const shares = (half?: Half): Shares => {
    const articlesOf = articles.filter(({ id }) => half === undefined || halfOf(id) === half);
    const pagesOf = pages.filter(({ page }) => half === undefined || halfOf(page.id) === half);
    return { article: articleScore(articlesOf), segments: segmentScore(pagesOf), title: titleScore(pagesOf) };
  };
  return {
    ...shares(),
    halves: { tuning: shares("tuning"), checking: shares("checking") },
    durations: durations.sort((a, b) => a - b),
  };
}

/** Milliseconds of CPU, all threads together, since `started`. */
export function cpuMs(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
