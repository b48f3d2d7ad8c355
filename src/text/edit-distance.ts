/**
 * How many slips of the finger lie between two words.
 * Shaped by speed: `bun run bench search`.
 */

/**
 * Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment); above `limit` any larger
 * number may be answered.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const beyond = limit + 1;
  const width = b.length + 1;
  let beforeLast: number[] = [];
  let last: number[] = [];
  let row: number[] = [];
  for (let j = 0; j < width; j++) {
    last.push(j);
    row.push(beyond);
    beforeLast.push(beyond);
  }
  for (let i = 1; i <= a.length; i++) {
    // Whoever is further from the diagonal takes more than the limit.
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    const letter = a.charCodeAt(i - 1);
    row[from - 1] = from === 1 ? i : beyond;
    let least = row[from - 1]!;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let edits = last[j - 1]! + (letter === other ? 0 : 1);
      const shorter = row[j - 1]! + 1;
      if (shorter < edits) edits = shorter;
      const longer = last[j]! + 1;
      if (longer < edits) edits = longer;
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other) {
        const swapped = beforeLast[j - 2]! + 1;
        if (swapped < edits) edits = swapped;
      }
      row[j] = edits;
      if (edits < least) least = edits;
    }
    if (to < b.length) row[to + 1] = beyond;
    if (least > limit) return least;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return last[b.length]!;
}
