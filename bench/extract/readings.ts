/** Reads every page of the corpora by one way of reading, and scores it. */
import {
  type ArticlePage,
  articleScore,
  readArticles,
  readSegments,
  type Score,
  segmentScore,
  titleScore,
} from "./corpora.ts";

export interface Reading {
  readonly text: string;
  readonly title: string | null;
}

export type Reader = (page: { readonly bytes: Uint8Array; readonly url: string }) => Reading | Promise<Reading>;

export interface Scores {
  readonly article: Score;
  readonly segments: Score;
  readonly title: number;
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
  const articles = [];
  for (const page of corpora.articles) articles.push({ body: page.body, ...(await timed(page)) });
  const pages = [];
  for (const page of corpora.segments) pages.push({ page, ...(await timed(page)) });
  return {
    article: articleScore(articles),
    segments: segmentScore(pages),
    title: titleScore(pages),
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
