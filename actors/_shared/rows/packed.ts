/** JSON rows that are kept as text but for the newest: as objects they would take many times the room. */

import { collectorOfTexts } from "../../../src/text/collector.ts";
import { LongValue } from "../../../src/text/long-value.ts";

/** Few rows are never written. */
const ROWS_AT_ONCE = 128;

export class PackedRows implements Iterable<unknown> {
  readonly #packed: (string | UnpackedRow)[] = [];
  readonly #leave = collectorOfTexts();
  #newest: unknown[] = [];
  #count = 0;

  add(row: unknown): void {
    this.#count++;
    this.#newest.push(row);
    if (this.#newest.length === ROWS_AT_ONCE) this.#pack();
  }

  /** A row that stays what it is. */
  keep(row: unknown): void {
    this.#count++;
    if (this.#newest.length > 0) this.#pack();
    this.#packed.push({ row });
  }

  get count(): number {
    return this.#count;
  }

  /** All of them while they are few enough to stand as they came. */
  get few(): readonly unknown[] | undefined {
    return this.#packed.length === 0 ? this.#newest : undefined;
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (const rows of this.#packed) {
      if (typeof rows !== "string") yield rows.row;
      else {
        yield* JSON.parse(rows) as readonly unknown[]; // As they were written.
        this.#leave(rows.length);
      }
    }
    yield* this.#newest;
  }

  /** Lists of some of them, as JSON, and between them the rows that were kept as they are. */
  *lists(): Generator<string | UnpackedRow> {
    yield* this.#packed;
    if (this.#newest.length > 0) yield JSON.stringify(this.#newest);
  }

  #pack(): void {
    const packed = JSON.stringify(this.#newest);
    this.#packed.push(packed);
    this.#newest = [];
    this.#leave(packed.length);
  }
}

interface UnpackedRow {
  readonly row: unknown;
}

/** A list that may become long. */
export class LongList extends LongValue {
  readonly #rows = new PackedRows();

  add(value: unknown): void {
    if (value instanceof LongValue) this.#rows.keep(value);
    else this.#rows.add(value);
  }

  /** All of it while it is short and holds nothing long. */
  get few(): readonly unknown[] | undefined {
    return this.#rows.few;
  }

  *json(): Generator<string> {
    let before = "[";
    for (const list of this.#rows.lists()) {
      yield before;
      if (typeof list === "string") yield list.slice(1, -1);
      else if (list.row instanceof LongValue) yield* list.row.json();
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
  }
}
