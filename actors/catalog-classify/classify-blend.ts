/** Several opinions on where something belongs, as one: the mean of their shares, by weight. */

export interface Opinion {
  /** How much each category has for it, 0 to 1. */
  readonly shares: readonly { readonly category: string; readonly confidence: number }[];
  readonly weight: number;
}

/** Every category that any opinion names, the likeliest first. */
export function blend(opinions: readonly Opinion[]): { category: string; confidence: number }[] {
  const whole = opinions.reduce((sum, { weight }) => sum + weight, 0);
  const sums = new Map<string, number>();
  for (const { shares, weight } of opinions) {
    for (const { category, confidence } of shares)
      sums.set(category, (sums.get(category) ?? 0) + (confidence * weight) / whole);
  }
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([category, sum]) => ({ category, confidence: Math.round(sum * 100) / 100 }));
}
