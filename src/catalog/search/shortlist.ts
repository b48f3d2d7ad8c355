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
}

export interface Shortlist {
  /** Best first; of equals the lower id, which is the more prominent. */
  readonly ids: Uint32Array;
  readonly scores: Float32Array;
}

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
  const ids = best
    .filter((id) => {
      const document = documents[id - 1]!;
      const count = (counts.get(document) ?? 0) + 1;
      counts.set(document, count);
      return count <= cap;
    })
    .slice(0, limit);
  return { ids: Uint32Array.from(ids), scores: Float32Array.from(ids, (id) => candidates.scores[id]!) };
}

function sorted({ count, ids, scores }: Candidates): number[] {
  return [...ids.subarray(0, count)].sort((a, b) => scores[b]! - scores[a]! || a - b);
}

function keptInOrder(
  { count, ids, scores }: Candidates,
  documents: Uint32Array,
  { limit, cap }: { readonly limit: number; readonly cap: number },
): number[] {
  const best = new Uint32Array(limit + 1);
  const kept = new Map<number, number>();
  let size = 0;
  let floor = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < count; at++) {
    const id = ids[at]!;
    if (scores[id]! < floor) continue;
    const place = placeOf(id);
    if (place === limit) continue;
    const document = documents[id - 1]!;
    const same = kept.get(document) ?? 0;
    const leaves = same >= cap ? lastOf(document) : size;
    if (leaves < place) continue;
    best.copyWithin(place + 1, place, leaves);
    best[place] = id;
    if (same >= cap) continue;
    kept.set(document, same + 1);
    if (size < limit) size++;
    else forget(documents[best[limit]! - 1]!);
    if (size === limit) floor = scores[best[limit - 1]!]!;
  }
  return [...best.subarray(0, size)];

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
