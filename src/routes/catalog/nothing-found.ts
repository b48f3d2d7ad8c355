/** What to do where a search finds nothing. */

/** `filters` are the parameters that leave something out. */
export function nothingFound(text: string, filters: readonly string[] = []): string {
  const next = `${otherWords(text)}, or browse /api/v1/agent/categories/.`;
  return filters.length === 0 ? next : `Leave out ${filters.join(" and ")}. Or: ${next}`;
}

/** Of a page behind the last; `perApi` results of one API at most, 0 is no cap. */
export function nothingMore(total: number, perApi: number): string {
  return perApi > 0
    ? `No more with at most ${perApi} of one API: per_api=0 lists all ${total}, from offset=0 on.`
    : `There are ${total}: ask with a lower offset.`;
}

/** The index is English, and of other languages it knows some words in Latin letters. */
function otherWords(text: string): string {
  return /[^\P{L}\p{Script=Latin}]/u.test(text)
    ? "The catalogue is in English: search again in English words"
    : "Search again with other words, in English";
}
