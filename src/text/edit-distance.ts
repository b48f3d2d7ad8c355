/** How many slips of the finger lie between two words. */

/**
 * Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment); above `limit` any larger
 * number may be answered.
 */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, beforeLast[j - 2]! + 1);
      row.push(edits);
      least = Math.min(least, edits);
    }
    if (least > limit) return least;
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
