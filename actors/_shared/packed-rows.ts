/** JSON rows that are kept as text but for the newest: as objects they would take many times the room. */

import { collectorOfTexts } from "../../src/text/collector.ts";

/** Few rows are never written. */
const ROWS_AT_ONCE = 128;

export class PackedRows implements Iterable<unknown> {
  readonly #packed: string[] = [];
  readonly #leave = collectorOfTexts();
  #newest: unknown[] = [];

  add(row: unknown): void {
    this.#newest.push(row);
    if (this.#newest.length < ROWS_AT_ONCE) return;
    const packed = JSON.stringify(this.#newest);
    this.#packed.push(packed);
    this.#newest = [];
    this.#leave(packed.length);
  }

  get count(): number {
    return this.#packed.length * ROWS_AT_ONCE + this.#newest.length;
  }

  /** All of them while they are few enough to stand as they came. */
  get few(): readonly unknown[] | undefined {
    return this.#packed.length === 0 ? this.#newest : undefined;
  }

  *[Symbol.iterator](): Generator<unknown> {
    for (const rows of this.#packed) {
      yield* JSON.parse(rows) as readonly unknown[]; // As they were written.
      this.#leave(rows.length);
    }
    yield* this.#newest;
  }
}
