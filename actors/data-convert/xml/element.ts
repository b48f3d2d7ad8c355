/** An element of XML as it is read, with its content in the order of the document. */
import type { Item } from "../../../src/runtime/actor.ts";
import { LongObject } from "../../../src/text/long-value.ts";
import { PackedRows } from "../../_shared/rows/packed.ts";
import type { RowFields } from "../../_shared/rows/fields.ts";

export type XmlValue = string | RowFields | LongObject;

export interface XmlChild {
  readonly name: string;
  readonly value: XmlValue;
}

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text and elements in their order. */
  readonly content: XmlContent;
  hasText: boolean;
}

/** Much of it is built as it is gone through, each time: as objects it takes many times the room of its text. */
interface XmlContent extends Iterable<string | XmlChild> {
  readonly hasChildren: boolean;
  addText(text: string): void;
  addChild(child: XmlChild): void;
}

export function createContent(): XmlContent {
  let pieces: (string | XmlChild)[] | PackedRows = [];
  /** More may follow it. */
  let text: string | undefined;
  let hasChildren = false;

  function add(piece: string | XmlChild): void {
    if (Array.isArray(pieces)) {
      pieces.push(piece);
      if (pieces.length === MAX_PLAIN) pieces = packed(pieces);
    } else pack(pieces, piece);
  }

  return {
    get hasChildren() {
      return hasChildren;
    },
    addText: (piece) => void (text = (text ?? "") + piece),
    addChild(child) {
      if (text !== undefined) add(text);
      text = undefined;
      hasChildren = true;
      add(child);
    },
    *[Symbol.iterator]() {
      if (Array.isArray(pieces)) yield* pieces;
      else {
        for (const piece of pieces as Iterable<string | XmlChild | PackedChild>)
          yield isPacked(piece) ? { name: piece[0], value: piece[1] } : piece;
      }
      if (text !== undefined) yield text;
    },
  };
}

/** Few stand as they came. */
const MAX_PLAIN = 128;

type PackedChild = readonly [name: string, value: XmlValue];

function isPacked(piece: string | XmlChild | PackedChild): piece is PackedChild {
  return Array.isArray(piece);
}

function packed(pieces: readonly (string | XmlChild)[]): PackedRows {
  const rows = new PackedRows();
  for (const piece of pieces) pack(rows, piece);
  return rows;
}

function pack(rows: PackedRows, piece: string | XmlChild): void {
  if (!isChild(piece)) rows.add(piece);
  else if (piece.value instanceof LongObject) rows.keep(piece);
  else rows.add([piece.name, piece.value]);
}

/** The children of an element as items, built as they are asked for. */
export function childItems(element: XmlElement, toItem: (child: XmlChild) => Item): Iterable<Item> {
  return {
    *[Symbol.iterator]() {
      for (const piece of element.content) if (isChild(piece)) yield toItem(piece);
    },
  };
}

export function isChild(piece: string | XmlChild): piece is XmlChild {
  return typeof piece !== "string";
}
