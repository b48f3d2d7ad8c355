/** What a page says of itself in JSON-LD: the types it names, and the one node that speaks of the page. */
import { isObject } from "../../text/foreign.ts";
import { boundedJsonIn } from "../../runtime/json.ts";
import { clean } from "./head.ts";
import { type Element, rawText } from "../tree/tree.ts";

export type LinkedNode = Readonly<Record<string, unknown>>;

export interface LinkedData {
  /** Every type that is named, once, in the order of the page. */
  readonly types: readonly string[];
  /** The article, product, recipe or page that this is about. */
  readonly main: LinkedNode | undefined;
  readonly nodes: readonly LinkedNode[];
}

const MAX_NODES = 2_000;
const ARTICLE =
  /(?:Article|BlogPosting|Posting|Report|Review|Recipe|Product|Event|VideoObject|Question|Course|JobPosting|Episode|HowTo|Dataset)$/;
const PAGE = /Page$/;

export function readLinkedData(head: readonly Element[]): LinkedData {
  const nodes: LinkedNode[] = [];
  for (const each of head) {
    if (each.tag !== "script" || !/ld\+json/i.test(each.attributes.get("type") ?? "")) continue;
    gather(parsed(rawText(each)), nodes);
  }
  const types = [...new Set(nodes.flatMap(typesOf))];
  const main =
    nodes.find((node) => typesOf(node).some((type) => ARTICLE.test(type)) && "headline" in node) ??
    nodes.find((node) => typesOf(node).some((type) => ARTICLE.test(type))) ??
    nodes.find((node) => typesOf(node).some((type) => PAGE.test(type)));
  return { types, main, nodes };
}

/** A field's text: of a string, or of the name, value or address of a node; the first of a list. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return clean(value) || undefined;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(textOf).find((text) => text !== undefined);
  if (!isObject(value)) return undefined;
  return textOf(value["name"]) ?? textOf(value["@value"]) ?? textOf(value["url"]) ?? textOf(value["@id"]);
}

/** The names of people or organisations; a reference is followed to the node it means. */
export function namesOf(value: unknown, nodes: readonly LinkedNode[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesOf(one, nodes));
  if (isObject(value) && value["name"] === undefined && typeof value["@id"] === "string") {
    const meant = nodes.find((node) => node["@id"] === value["@id"] && node["name"] !== undefined);
    return meant === undefined ? [] : namesOf(meant, []);
  }
  const name = isObject(value) ? textOf(value["name"]) : textOf(value);
  return name === undefined ? [] : [name];
}

function parsed(source: string): unknown {
  // Templates leave comments around it and line breaks in its strings.
  const text = unwrapped(source)
    // oxlint-disable-next-line no-control-regex -- JSON allows none of them
    .replace(/[\u0000-\u001f]+/g, " ");
  return boundedJsonIn(text); // Said wrongly is not said.
}

/** Without the mark of a comment or of character data before and after it, and without semicolons at its end. */
function unwrapped(source: string): string {
  let text = source.trim().replace(/^(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?)/, "");
  text = withoutEnd(text, ";");
  if (text.endsWith("*/") && withoutEnd(text, "*/").endsWith("]]>")) text = withoutEnd(text, "*/");
  const mark = ["-->", "]]>"].find((one) => text.endsWith(one));
  if (mark === undefined) return text;
  text = withoutEnd(text, mark);
  return withoutEnd(withoutEnd(withoutEnd(text, "//"), "/*"), ";");
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length).trimEnd() : text;
}

function gather(value: unknown, into: LinkedNode[]): void {
  if (into.length >= MAX_NODES) return;
  if (Array.isArray(value)) for (const one of value) gather(one, into);
  if (!isObject(value)) return;
  if (typesOf(value).length > 0) into.push(value);
  for (const [key, inner] of Object.entries(value)) if (key !== "@context") gather(inner, into);
}

export function typesOf(node: LinkedNode): readonly string[] {
  const said = node["@type"];
  const list = Array.isArray(said) ? said : [said];
  return list
    .filter((type): type is string => typeof type === "string")
    .map((type) => type.replace(/^https?:\/\/schema\.org\//, ""))
    .filter((type) => /^[\w:-]{1,60}$/.test(type));
}
