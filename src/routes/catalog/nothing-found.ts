/** What to do where a search finds nothing. */

export interface EmptyPage {
  readonly q: string;
  /** Of the whole search, not of the page. */
  readonly total: number;
  /** Results of one API at most; 0 is no cap. */
  readonly perApi: number;
  /** The parameters that leave something out. */
  readonly filters: readonly string[];
}

export function nothingFound({ q, total, perApi, filters }: EmptyPage): string {
  if (total > 0)
    return perApi > 0
      ? `No more with at most ${perApi} of one API: per_api=0 lists all ${total}, from offset=0 on.`
      : `There are ${total}: ask with a lower offset.`;
  const next = `${otherWords(q)}, or browse /api/v1/agent/categories/.`;
  return filters.length === 0 ? next : `Leave out ${filters.join(" and ")}. Or: ${next}`;
}

/** The index is English, and of other languages it knows some words in Latin letters. */
function otherWords(text: string): string {
  return /[^\P{L}\p{Script=Latin}]/u.test(text)
    ? "The catalogue is in English: search again in English words"
    : "Search again with other words, in English";
}
