/**
 * The index stands in two segments: what the last full build brought, and what was added since, which is small and
 * written anew at every addition. A search numbers the living entries of both as a full build would (by category, then
 * prominence, then slug) and counts words and lengths over both, so it ranks as if all had been built together.
 */
import type { Facts } from "./facts.ts";

/** What the names of a segment's table and facts begin with. */
export type SegmentName = "" | "added_";

export interface Segment {
  readonly name: SegmentName;
  /** By place - 1 within the segment: the id, or 0 for an entry that is gone. `undefined` where places are ids. */
  readonly ids: Uint32Array | undefined;
  readonly size: number;
}

export interface Segments {
  /** How many entries have an id: 1 to this. */
  readonly living: number;
  readonly all: readonly Segment[];
  /** The row in the store of an id. */
  rowOf(id: number): number;
  /** The id of a row, or `undefined` where the entry vanished. */
  idOf(row: number): number | undefined;
  /** Values that each segment keeps by place, by id - 1. */
  byId<Values extends Uint8Array | Uint16Array | Uint32Array>(values: Values, of: (segment: Segment) => Values): Values;
}

export function openSegments(facts: Facts): Segments {
  const base = facts.bytes("name_words").length;
  const gone = facts.numbers("gone");
  const rows = facts.numbers("added_rows");
  // For each added entry the place of the base entry that it follows.
  const after = facts.numbers("added_after");
  const living = base - gone.length + rows.length;
  if (gone.length === 0 && rows.length === 0) {
    return {
      living,
      all: [{ name: "", ids: undefined, size: base }],
      rowOf: (id) => id,
      idOf: (row) => (row <= base ? row : undefined),
      byId: (_, of) => of({ name: "", ids: undefined, size: base }),
    };
  }

  const baseIds = new Uint32Array(base);
  const addedIds = new Uint32Array(rows.length);
  const rowById = new Uint32Array(living);
  const idByAddedRow = new Map<number, number>();
  const isGone = new Uint8Array(base);
  for (const place of gone) isGone[place - 1] = 1;
  let [id, added] = [0, 0];
  const takeAdded = (last: number): void => {
    for (; added < rows.length && after[added]! <= last; added++) {
      const row = rows[added]!;
      rowById[id++] = row;
      addedIds[added] = id;
      idByAddedRow.set(row, id);
    }
  };
  for (let place = 1; place <= base; place++) {
    takeAdded(place - 1);
    if (isGone[place - 1] === 1) continue;
    rowById[id++] = place;
    baseIds[place - 1] = id;
  }
  takeAdded(Number.POSITIVE_INFINITY);
  const all: readonly Segment[] = [
    { name: "", ids: baseIds, size: base },
    { name: "added_", ids: addedIds, size: rows.length },
  ];

  return {
    living,
    all,
    rowOf: (wanted) => rowById[wanted - 1]!,
    idOf: (row) => (row <= base ? baseIds[row - 1]! || undefined : idByAddedRow.get(row)),
    byId(values, of) {
      for (const segment of all) {
        const kept = of(segment);
        for (let place = 0; place < segment.size; place++) {
          const to = segment.ids![place]!;
          if (to !== 0) values[to - 1] = kept[place]!;
        }
      }
      return values;
    },
  };
}
