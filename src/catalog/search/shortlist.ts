/**
 * The best of many scored entries, at most so many of one API, without sorting them all.
 * Shaped by speed: `bun run bench search`.
 */

export interface Candidates {
  readonly count: number;
  /** The first `count` are candidates. */
  readonly ids: Uint32Array;
  /** By id. */
  readonly scores: Float32Array;
  /** What each score is still to be multiplied by: of those that cannot be among the best it is never asked. */
  readonly factors?: Factors;
}

/** None is below 1. */
export interface Factors {
  /** None is greater. */
  readonly most: number;
  of(id: number): number;
}

export interface Shortlist {
  /** Best first; of equals the lower id, which is the more prominent. */
  readonly ids: Uint32Array;
  readonly scores: Float32Array;
}

/** Scores are rounded to 24 bits, and a factor is the product of a few roundings. */
const ROUNDED = 1e-6;
/** Beyond this a page lies so deep that sorting all is quicker than keeping a list in order. */
const MAX_KEPT_IN_ORDER = 200;

/** `perApi` 0 is no cap; `documents` tell by id - 1 which API an entry belongs to. */
export function shortlist(
  candidates: Candidates,
  documents: Uint32Array,
  { limit, perApi }: { readonly limit: number; readonly perApi: number },
): Shortlist {
  const cap = perApi === 0 ? Number.POSITIVE_INFINITY : perApi;
  const best = limit > MAX_KEPT_IN_ORDER ? sorted(candidates) : keptInOrder(candidates, documents, { limit, cap });
  const counts = new Map<number, number>();
  const kept = perApi === 0 ? best : best.filter(isWithinCap);
  const ids = kept.slice(0, limit);
  const scores = new Float32Array(ids.length);
  for (let at = 0; at < ids.length; at++) scores[at] = candidates.scores[ids[at]!]!;
  return { ids: new Uint32Array(ids), scores };

  function isWithinCap(id: number): boolean {
    const document = documents[id - 1]!;
    const count = (counts.get(document) ?? 0) + 1;
    counts.set(document, count);
    return count <= cap;
  }
}

function sorted({ count, ids, scores, factors }: Candidates): number[] {
  if (factors !== undefined) for (const id of ids.subarray(0, count)) scores[id]! *= factors.of(id);
  return [...ids.subarray(0, count)].sort((a, b) => scores[b]! - scores[a]! || a - b);
}

function keptInOrder(
  { count, ids, scores, factors }: Candidates,
  documents: Uint32Array,
  { limit, cap }: { readonly limit: number; readonly cap: number },
): number[] {
  // Without a cap nobody counts.
  const isCapped = cap !== Number.POSITIVE_INFINITY;
  const best = new Uint32Array(limit + 1);
  const kept = new Map<number, number>();
  let size = 0;
  let floor = isCapped || count <= limit ? Number.NEGATIVE_INFINITY : greatest(limit);
  const most = factors === undefined ? 1 : factors.most * (1 + ROUNDED);
  for (let at = 0; at < count; at++) {
    const id = ids[at]!;
    if (scores[id]! * most < floor) continue;
    if (factors !== undefined) scores[id]! *= factors.of(id);
    if (scores[id]! < floor) continue;
    const place = placeOf(id);
    if (place === limit) continue;
    const document = isCapped ? documents[id - 1]! : 0;
    const same = isCapped ? (kept.get(document) ?? 0) : 0;
    const leaves = same >= cap ? lastOf(document) : size;
    if (leaves < place) continue;
    for (let to = leaves; to > place; to--) best[to] = best[to - 1]!;
    best[place] = id;
    if (same >= cap) continue;
    if (isCapped) kept.set(document, same + 1);
    if (size < limit) size++;
    else if (isCapped) forget(documents[best[limit]! - 1]!);
    if (size === limit) floor = Math.max(floor, scores[best[limit - 1]!]!);
  }
  return Array.from(best.subarray(0, size));

  /**
   * The score at this place of the order as all stand now. No factor is below 1, so the last of the list has no lower one, and
   * most who cannot be in it are known before any factor is. A heap with the least first.
   */
  function greatest(many: number): number {
    const heap = new Float32Array(many);
    let least = 0;
    for (let at = 0; at < count; at++) {
      const score = scores[ids[at]!]!;
      if (score <= least) continue;
      let place = 0;
      for (let child = 1; child < many; child = 2 * place + 1) {
        if (child + 1 < many && heap[child + 1]! < heap[child]!) child++;
        if (heap[child]! >= score) break;
        heap[place] = heap[child]!;
        place = child;
      }
      heap[place] = score;
      least = heap[0]!;
    }
    return least;
  }

  /** Where it belongs among those kept. */
  function placeOf(id: number): number {
    const score = scores[id]!;
    let [low, high] = [0, size];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = best[middle]!;
      if (scores[other]! > score || (scores[other] === score && other < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function lastOf(document: number): number {
    let place = size - 1;
    while (documents[best[place]! - 1] !== document) place--;
    return place;
  }

  function forget(document: number): void {
    kept.set(document, (kept.get(document) ?? 0) - 1);
  }
}
