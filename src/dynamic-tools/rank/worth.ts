/** What signals are worth together: each by its weight. */
export function worthOf<Name extends string, Of>(
  signals: Readonly<Record<Name, (of: Of) => number>>,
  weights: NoInfer<Readonly<Record<Name, number>>>,
  of: Of,
): number {
  let worth = 0;
  for (const name in signals) worth += weights[name] * signals[name](of);
  return worth;
}
