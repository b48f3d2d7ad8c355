/** BM25's weight of a word in a text, worked out where statistics are known: when the postings are read. */

/** The constants of FTS5's bm25. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** What BM25 gives for a word said so often in a text of this length (1 is the mean), in 255ths; never nothing. */
export function shareOf(frequency: number, length: number): number {
  const share = frequency / (frequency + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * length));
  return Math.max(1, Math.round(share * 255));
}
