/** The fields of rows made from foreign text: any name is data, and none reaches a prototype. */
import { Genius, type Item, withGenius } from "../../../src/runtime/actor.ts";
import { isObject } from "../../../src/text/foreign.ts";

export type RowFields = Record<string, unknown>;

/** Beyond this many rows the bookkeeping would outweigh the data, so rows come without it. */
const MAX_STAMPED = 10_000;

/** Sets an own field, also one that is named `__proto__`. */
export function setField(record: RowFields, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    record[name] = value;
  }
}

/** The value itself when it is an object, otherwise `{ value }`: an item is always an object. */
export function toItem(value: unknown): Item {
  return isObject(value) ? value : { value };
}

/**
 * Ends the caller's own rows with `_genius`, except a row that has such a field already, and except very many rows.
 * `count` is how many there are.
 */
export function stamped(rows: Iterable<Item>, count: number, source: string, now: number): Iterable<Item> {
  if (count > MAX_STAMPED) return rows;
  if (Array.isArray(rows) && !rows.some(hasStamp)) return withGenius(rows as readonly Item[], source, now); // The same, quicker.
  return eachStamped(rows, source, now);
}

function hasStamp(row: Item): boolean {
  return Object.hasOwn(row, "_genius");
}

function* eachStamped(rows: Iterable<Item>, source: string, now: number): Generator<Item> {
  let index = 0;
  for (const row of rows) {
    if (hasStamp(row)) yield row;
    else yield* withGenius([row], source, now, index);
    index++;
  }
}

/** The fields of a `_genius`, sorted. */
const STAMP = Object.keys(Genius.properties).sort().join();

/** A row without the `_genius` of another run, which would keep equal rows apart and is no column of a table. */
export function withoutStamp<Row>(row: Row): Row {
  if (!isObject(row) || !isObject(row["_genius"])) return row;
  if (Object.keys(row["_genius"]).sort().join() !== STAMP) return row;
  const { _genius, ...rest } = row;
  return rest as Row; // `_genius` is no field of the caller's own.
}
