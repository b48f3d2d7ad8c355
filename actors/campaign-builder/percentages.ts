/** Weights as whole percentages that add up to 100, none more than one off its exact share (largest remainders). */

/** At least one weight is above 0, and none below. */
export function percentages(weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const exact = weights.map((weight) => (weight / sum) * 100);
  const whole = exact.map(Math.floor);
  const missing = 100 - whole.reduce((a, b) => a + b, 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, missing)) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}
