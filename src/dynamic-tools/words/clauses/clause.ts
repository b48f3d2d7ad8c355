/** Where a clause begins: what stands before it says nothing of what stands in it. */

const LONGEST = 80;
/** "tag no. 93", "Rechnung Nr. 7": shortened, a word ends none. */
const ENDS = /(?:[;,!?]|(?<!\b(?:no|nr|num|núm|nro|art))\.)\s/i;

/** What of a text belongs to the clause with which it ends. */
export function lastClause(text: string): string {
  return text.slice(-LONGEST).split(ENDS).at(-1) ?? "";
}

/** The same, where a colon ends what only introduces it. */
export function lastPhrase(text: string): string {
  return lastClause(text).split(/:\s/).at(-1) ?? "";
}
