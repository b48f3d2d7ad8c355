/** What to do where a search finds nothing. */

/** The index is English, and of other languages it knows some words in Latin letters. */
export function nothingFound(text: string): string {
  const other = /[^\P{L}\p{Script=Latin}]/u.test(text);
  return `${other ? "The catalogue is in English: search again in English words" : "Search again with other words, in English"}, or browse /api/v1/agent/categories/.`;
}
