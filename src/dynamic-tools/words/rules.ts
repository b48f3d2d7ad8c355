/** Rules that say in other words what a pattern finds. */

export type Rule = readonly [pattern: RegExp, words: string];

/** The text by the first rule that fits it; `undefined` where none does. */
export function byFirstRule(text: string, rules: readonly Rule[]): string | undefined {
  const rule = rules.find(([pattern]) => pattern.test(text));
  return rule === undefined ? undefined : text.replace(...rule);
}
