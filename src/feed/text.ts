/** Text of feeds: what a title, a summary or a content is meant as, as plain text and as HTML that is safe. */
import { VOID_TAGS } from "../text/void-tags.ts";
import { decodeHTMLStrict, escapeAttribute, escapeText } from "entities";
import { stripMarkup } from "../text/markup.ts";
import { localName } from "./names.ts";
import { resolveReference } from "./links.ts";
import { type FeedNode, textIn } from "./tree.ts";
import { htmlOf, safeHtml } from "./safe-html.ts";

export interface FeedText {
  /** "either" where a feed does not say: RSS escapes HTML and text alike. */
  readonly kind: "plain" | "html" | "either";
  readonly value: string;
  readonly base: string;
}

const MARKUP = /<[a-z!/][^<>]*>|&(?:#x?[\da-f]+|[a-z]\w+);/i;
const INLINE_TYPES = /^(?:xhtml|html|text|text\/.*|.*[+/]xml)$/;
const REFERENCES = new Set(["href", "src", "cite"]);

/** What an element says; nothing when it is binary, or says it elsewhere. Atom's kinds hold in Atom only. */
export function readText(node: FeedNode, isAtom: boolean): FeedText | undefined {
  const type = (node.attributes["type"] ?? "").trim().toLowerCase().replace(/;.*/s, "");
  const mode = (node.attributes["mode"] ?? "").trim().toLowerCase();
  const { base } = node;
  const isInline = node.content.some((piece) => typeof piece !== "string");
  if (isInline) return { kind: "html", value: innerHtml(node), base };

  const written = textIn(node);
  if (written.trim() === "") return undefined;
  if (mode === "base64" || (type.includes("/") && !INLINE_TYPES.test(type))) {
    const value = /^(?:image|audio|video|font)\//.test(type) ? undefined : decodeBase64(written);
    return value === undefined ? undefined : { kind: type === "text/plain" ? "plain" : "either", value, base };
  }
  if (type.includes("html") || mode === "escaped") return { kind: "html", value: written, base };
  return { kind: isAtom ? "plain" : "either", value: written, base };
}

/** Without markup, in one line; null when nothing is left. */
export function asPlainText(text: FeedText | undefined): string | null {
  if (text === undefined) return null;
  const { kind, value } = text;
  const plain = kind === "plain" ? value : decodeHTMLStrict(stripMarkup(value));
  return oneLine(plain);
}

export function oneLine(text: string): string | null {
  const line = text
    .toWellFormed()
    .replace(/[[\p{Cc}\u200b\ufeff]--\s]/gv, "")
    .replace(/\s+/g, " ")
    .trim();
  return line === "" ? null : line;
}

/** As HTML that is safe to show; null when nothing is left. */
export function safeContent(text: FeedText | undefined): string | null {
  if (text === undefined) return null;
  const { kind, value, base } = text;
  const isHtml = kind === "html" || (kind === "either" && MARKUP.test(value));
  const html = isHtml ? safeHtml(value.toWellFormed(), base) : htmlOf(value.toWellFormed());
  return html === "" ? null : html;
}

/** At most `limit` characters, cut between words. */
export function shorten(text: string | null, limit: number): string | null {
  if (text === null || text.length <= limit) return text;
  const cut = text.slice(0, limit).replace(/(?<!\s)\s+\S*$/, "");
  return `${cut.toWellFormed().replace(/\ufffd$/, "")}…`;
}

/** Base64 is bytes; only those that are UTF-8 are text. */
function decodeBase64(written: string): string | undefined {
  const packed = written.replace(/\s+/g, "");
  if (!/^[\w+/-]+={0,2}$/.test(packed)) return written;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(packed, "base64"));
  } catch {
    return undefined;
  }
}

/** Elements within an element as HTML; the one `div` that Atom wraps around XHTML is no part of it. */
function innerHtml(node: FeedNode): string {
  const pieces = node.content.filter((piece) => typeof piece !== "string" || piece.trim() !== "");
  const [only] = pieces;
  const isWrapped = pieces.length === 1 && typeof only === "object" && only.name === "xhtml:div";
  return inner(isWrapped && only !== undefined ? only : node, node.base);
}

function inner(node: FeedNode, base: string): string {
  return node.content.map((piece) => (typeof piece === "string" ? escapeText(piece) : outer(piece, base))).join("");
}

function outer(node: FeedNode, base: string): string {
  const tag = localName(node.tag).toLowerCase();
  if (!/^[a-z][\w-]*$/.test(tag)) return inner(node, base);
  let start = `<${tag}`;
  for (const [name, value] of Object.entries(node.attributes)) {
    if (!/^[a-z][a-z\d-]*$/.test(name)) continue;
    // What is relative to a nearer base than the whole text is resolved here.
    const isNearer = node.base !== base && REFERENCES.has(name) && !value.startsWith("#");
    start += ` ${name}="${escapeAttribute(isNearer ? resolveReference(value, node.base) : value)}"`;
  }
  return VOID_TAGS.has(tag) ? `${start}>` : `${start}>${inner(node, base)}</${tag}>`;
}
