/** JSON rows that are kept as text but for the newest: as objects they would take many times the room. */

export interface PackedRows extends Iterable<unknown> {
  add(row: unknown): void;
  readonly count: number;
}

/** Few rows are never written. */
const ROWS_AT_ONCE = 128;

export function packedRows(): PackedRows {
  const packed: string[] = [];
  let newest: unknown[] = [];
  return {
    add(row) {
      newest.push(row);
      if (newest.length < ROWS_AT_ONCE) return;
      packed.push(JSON.stringify(newest));
      newest = [];
    },
    get count() {
      return packed.length * ROWS_AT_ONCE + newest.length;
    },
    *[Symbol.iterator]() {
      for (const rows of packed) yield* JSON.parse(rows) as readonly unknown[]; // As they were written.
      yield* newest;
    },
  };
}
