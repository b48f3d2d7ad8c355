/** A tree as HTML again, for the libraries that want a DOM: bounded, closed, without scripts, its addresses absolute. */
import { encodeXML } from "entities";
import { parseHTML } from "linkedom";
import type { Head } from "../metadata/head.ts";
import { VOID_TAGS } from "../../text/void-tags.ts";
import { BLOCK } from "../tree/tags.ts";
import type { Element, Node } from "../tree/tree.ts";

/** `Head["resolve"]` makes addresses absolute; those it refuses are left out. What only wraps is left out, too. */
function toHtml(node: Node, resolve: Head["resolve"]): string {
  if (typeof node === "string") return encodeXML(node);
  const inner = node.children.map((child) => toHtml(child, resolve)).join("");
  // A link that shows nothing is none.
  if (node.tag === "#page" || isWrapper(node) || (node.tag === "a" && inner.trim() === "")) return inner;
  const start = `<${node.tag}${attributesOf(node, resolve)}>`;
  return VOID_TAGS.has(node.tag) ? start : `${start}${inner}</${node.tag}>`;
}

const MEANING = new Set(
  "a abbr b br cite code del dfn em i img ins kbd mark math q ruby rt s samp strong sub sup u var wbr".split(" "),
);
const BOXES = new Set(["div", "section", "article", "main"]);

/** A DOM pays dearly for every element, and Markdown knows neither spans nor boxes in boxes. */
function isWrapper({ tag, children }: Element): boolean {
  if (!BLOCK.has(tag)) return !MEANING.has(tag) && !VOID_TAGS.has(tag);
  const [only] = children;
  return BOXES.has(tag) && children.length === 1 && typeof only === "object" && BLOCK.has(only.tag);
}

const KEPT = ["alt", "title", "colspan", "rowspan", "start"];

function attributesOf({ tag, attributes }: Element, resolve: Head["resolve"]): string {
  let text = "";
  for (const name of tag === "pre" || tag === "code" ? ["class"] : KEPT) {
    const value = attributes.get(name);
    if (value !== undefined) text += ` ${name}="${encodeXML(value)}"`;
  }
  const source = tag === "img" ? (attributes.get("data-src") ?? attributes.get("src")) : undefined;
  const href = resolve(tag === "a" ? attributes.get("href") : source);
  if (href !== undefined) text += ` ${tag === "a" ? "href" : "src"}="${encodeXML(href)}"`;
  return text;
}

/** linkedom makes nothing of a page without `<html>`. */
export function toDocument(root: Element, resolve: Head["resolve"]): Document {
  const { document } = parseHTML(`<!DOCTYPE html><html><head></head><body>${toHtml(root, resolve)}</body></html>`);
  return document;
}
