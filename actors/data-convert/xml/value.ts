/**
 * An element of XML as a plain value. Attributes are fields that start with "@", repeated elements are lists, and an
 * element with nothing but text is that text; beside attributes the text stands in "#text". An element that mixes
 * text with elements keeps their order in the list "#content". Text is never typed.
 */
import { LongObject, LongValue } from "../../../src/text/long-value.ts";
import { LongList } from "../../_shared/rows/packed.ts";
import { type RowFields, setField } from "../../_shared/rows/fields.ts";
import { type XmlValue, type XmlChild, type XmlElement, isChild } from "./element.ts";

/** What of a document could not be kept: how often an element stands apart from those that it is in one list with. */
export interface XmlLosses {
  moved: number;
  firstMoved?: string;
}

export function valueOf({ attributes, content, hasText }: XmlElement, losses: XmlLosses): XmlValue {
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
    let last: string | undefined;
    for (const piece of content) {
      if (!isChild(piece)) continue;
      if (piece.name !== last && Object.hasOwn(fields, piece.name)) {
        losses.moved++;
        losses.firstMoved ??= piece.name;
      }
      addChild(fields, piece);
      last = piece.name;
    }
  }
  let isLong = false;
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value instanceof LongList && value.few !== undefined) setField(fields, name, value.few);
    else isLong ||= value instanceof LongValue;
  }
  return isLong ? new LongObject(fields) : fields;
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
