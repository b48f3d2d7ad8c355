/**
 * Reading XML into plain objects. Attributes are fields that start with "@", repeated elements are lists, and an
 * element with nothing but text is that text; beside attributes the text stands in "#text". An element that mixes
 * text with elements keeps their order in the list "#content". Text is never typed. Comments, processing
 * instructions and the white space between elements are left out, and prefixes of names stay as written.
 */
import { XMLValidator } from "fast-xml-parser";
import { SaxesParser } from "saxes";
import type { Item } from "../../src/runtime/actor.ts";
import { HubError, invalidInput } from "../../src/runtime/errors.ts";
import { MAX_DEPTH } from "../../src/runtime/json.ts";
import { LongObject, LongValue } from "../../src/text/long-value.ts";
import { LongList, PackedRows } from "../_shared/packed-rows.ts";
import { type RowFields, setField } from "../_shared/record.ts";

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

/** A document, and what is known of the children of its root. */
export interface XmlDocument {
  readonly root: XmlElement;
  readonly count: number;
  readonly first: XmlChild | undefined;
  readonly haveOneName: boolean;
  readonly areTexts: boolean;
}

/**
 * Reads a whole document. What a DTD says is not applied, nothing
 * outside the text is ever fetched, and a document that declares entities is refused.
 * @throws {HubError} `invalid_input` on "/payload" with line and column, or `too_deep`.
 */
export function readXml(payload: string): XmlDocument {
  const text = payload.replace(/^\ufeff/, "");
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let first: XmlChild | undefined;
  let [count, haveOneName, areTexts] = [0, true, true];

  /** What the parser lets pass and namespaces do not (Namespaces in XML 1.0, sections 4 and 7). */
  const misnamed = (detail: string): HubError =>
    invalidInput("/payload", `is not XML at line ${parser.line}, column ${Math.max(1, parser.columnIndex)}: ${detail}`);
  parser.on("error", ({ message }) => {
    const { place, why } = faultIn(text) ?? {};
    const here = `line ${parser.line}, column ${Math.max(1, parser.columnIndex)}`;
    throw invalidInput("/payload", `is not XML at ${place ?? here}: ${why ?? reason(message)}`);
  });
  parser.on("doctype", (doctype) => {
    if (/<!ENTITY/.test(doctype)) {
      throw invalidInput("/payload", `declares entities before line ${parser.line}; write out what they stand for`);
    }
    if (/<!NOTATION\s{1,99}[^\s:>]{0,200}:/.test(doctype)) throw misnamed("a notation has a colon in its name");
  });
  parser.on("xmldecl", ({ encoding }) => {
    if (
      payload !== text &&
      encoding !== undefined &&
      !/^(?:utf-?8|utf-?16(?:[bl]e)?|ucs-?2|iso-10646-ucs-[24])$/i.test(encoding)
    ) {
      throw invalidInput(
        "/payload",
        "has a byte order mark of Unicode at line 1, column 1, and declares another encoding",
      );
    }
  });
  parser.on("processinginstruction", ({ target }) => {
    if (target.includes(":")) throw misnamed("a processing instruction has a colon in its name");
  });
  parser.on("opentag", ({ name, attributes: qualified }) => {
    const attributes: Record<string, string> = Object.create(null);
    if (NO_LOCAL_NAME.test(name)) throw misnamed(NO_NAME_AFTER_PREFIX);
    for (const attribute of Object.values(qualified)) {
      if (NO_LOCAL_NAME.test(attribute.name)) throw misnamed(NO_NAME_AFTER_PREFIX);
      attributes[attribute.name] = attribute.value;
    }
    if (open.length === MAX_DEPTH) throw new HubError("too_deep", `The XML nests deeper than ${MAX_DEPTH} levels.`);
    open.push({ name, attributes, content: createContent(), hasText: false });
  });
  const addText = (piece: string): void => {
    const element = open.at(-1);
    if (element === undefined) return; // White space around the root.
    element.content.addText(piece);
    element.hasText ||= /[^ \t\n]/.test(piece);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop();
    const parent = open.at(-1);
    if (element === undefined) return;
    if (parent === undefined) {
      root = element;
      return;
    }
    const child = { name: element.name, value: valueOf(element) };
    parent.content.addChild(child);
    if (open.length > 1) return;
    count++;
    first ??= child;
    haveOneName &&= child.name === first.name;
    areTexts &&= typeof child.value === "string";
  });
  parser.write(text).close();
  if (root === undefined) throw invalidInput("/payload", "is not XML: it has no root element");
  return { root, count, first, haveOneName, areTexts };
}

function createContent(): XmlContent {
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

export function valueOf({ attributes, content, hasText }: XmlElement): XmlValue {
  const fields: RowFields = {};
  for (const [name, value] of Object.entries(attributes)) fields[`@${name}`] = value;

  // Never all of its content beside what is made of it: it may be a great deal.
  if (!content.hasChildren) {
    const text = [...content].join("");
    if (Object.keys(fields).length === 0) return text;
    if (text !== "") fields["#text"] = text;
    return fields;
  }
  if (hasText) {
    const mixed = new LongList();
    for (const piece of content) mixed.add(isChild(piece) ? fieldOf(piece) : piece);
    fields["#content"] = mixed;
  } else {
    for (const piece of content) if (isChild(piece)) addChild(fields, piece);
  }
  let isLong = false;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value instanceof LongList && value.few !== undefined) setField(fields, name, value.few);
    else isLong ||= value instanceof LongValue;
  }
  return isLong ? new LongObject(fields) : fields;
}

/** The children of an element as items, built as they are asked for. */
export function childItems(element: XmlElement, toItem: (child: XmlChild) => Item): Iterable<Item> {
  return {
    *[Symbol.iterator]() {
      for (const piece of element.content) if (isChild(piece)) yield toItem(piece);
    },
  };
}

function isChild(piece: string | XmlChild): piece is XmlChild {
  return typeof piece !== "string";
}

/** A value is text or an object, so a list can only be an element seen before. */
function addChild(fields: RowFields, { name, value }: XmlChild): void {
  const before = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (before === undefined) setField(fields, name, value);
  else if (before instanceof LongList) before.add(value);
  else {
    const list = new LongList();
    list.add(before);
    list.add(value);
    setField(fields, name, list);
  }
}

export function fieldOf({ name, value }: XmlChild): RowFields | LongObject {
  const fields: RowFields = {};
  setField(fields, name, value);
  return value instanceof LongObject ? new LongObject(fields) : fields;
}

/** What follows a prefix begins as any name does. */
const NO_LOCAL_NAME = /:(?:[-.\d]|[\u0300-\u036f]|[\u00b7\u203f\u2040])/;
const NO_NAME_AFTER_PREFIX = "what follows a prefix is no name";

/** In characters. The second reader takes its time. */
const MAX_VALIDATED = 64 * 1024;

/**
 * The parser names the place where it noticed, a second reader the tag that is at fault. Where that one only knows that
 * something is never closed, it names the start of the text.
 */
function faultIn(text: string): { readonly place: string; readonly why: string | undefined } | undefined {
  if (text.length > MAX_VALIDATED) return undefined;
  const verdict = XMLValidator.validate(text);
  if (verdict === true || verdict.err.code === "InvalidXml" || verdict.err.msg.startsWith("Unclosed")) return undefined;
  // The parser waits for the end of the reference to the end of the text.
  const why = /char '&'/.test(verdict.err.msg)
    ? "an ampersand that is no reference has to be written &amp;"
    : undefined;
  return { place: `line ${verdict.err.line}, column ${verdict.err.col}`, why };
}

/** "1:16: duplicate attribute: x." without the position, and without the caller's own name in it. */
function reason(message: string): string {
  return message.replace(/^\d+:\d+: /, "").replace(/(?:: .*)?\.?$/s, "");
}
