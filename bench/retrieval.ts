/** How well a search answers labelled queries: the same measure for every engine. */

export interface LabelledQuery {
  readonly q: string;
  /** A slug is right when it contains all parts, joined by "&", of one of these. */
  readonly expect: readonly string[];
}

export interface Measured {
  readonly recallAt5: number;
  readonly meanReciprocalRank: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export function measure(queries: readonly LabelledQuery[], search: (text: string) => readonly string[]): Measured {
  const times: number[] = [];
  const ranks = queries.map(({ q, expect }) => {
    const start = performance.now();
    const slugs = search(q);
    times.push(performance.now() - start);
    return slugs.findIndex((slug) => expect.some((pattern) => fits(slug, pattern))) + 1;
  });
  times.sort((a, b) => a - b);
  return {
    recallAt5: mean(ranks.map((rank) => Number(rank > 0 && rank <= 5))),
    meanReciprocalRank: mean(ranks.map((rank) => (rank === 0 ? 0 : 1 / rank))),
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

/** Patterns with "listcat:" are for catalogues that hold lists as entries; this one does not. */
function fits(slug: string, pattern: string): boolean {
  return !pattern.startsWith("listcat:") && pattern.split("&").every((part) => slug.includes(part));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
