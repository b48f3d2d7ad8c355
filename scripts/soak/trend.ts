/** The line that fits measured points best, by least squares. */

export interface Trend {
  /** What y grows by when x grows by one. */
  readonly slope: number;
  /** The true slope is within this of it, 19 times of 20, where points stray from the line by chance. */
  readonly margin: number;
}

export type Point = readonly [x: number, y: number];

/** Of fewer than three points nothing is known. */
export function trendOf(points: readonly Point[]): Trend {
  const count = points.length;
  if (count < 3) return { slope: 0, margin: Number.POSITIVE_INFINITY };
  const mean = (of: (point: Point) => number): number => points.reduce((sum, each) => sum + of(each), 0) / count;
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  const slope = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
  const strayed = points.reduce((sum, [at, value]) => sum + (value - y - slope * (at - x)) ** 2, 0);
  return { slope, margin: studentOf(count - 2) * Math.sqrt(strayed / (count - 2) / spread) };
}

/** The 97.5 % quantile of Student's distribution, by the first terms of its expansion (Abramowitz and Stegun 26.7.5). */
function studentOf(freedom: number): number {
  const z = 1.959_964;
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, power) => sum + term / freedom ** power, 0);
}
