/**
 * From HTML, however broken, to a tree of bounded depth and size. It is built straight from the tokens: a DOM of the
 * whole page would cost the square of its depth before anybody could look at it.
 */
import { VOID_TAGS } from "../../text/void-tags.ts";
import { Tokenizer } from "htmlparser2";
import { isMark, settleClosed } from "./settle-closed.ts";
import { BLOCK, ENDS_PARAGRAPH, ENDS_SIBLING, HEADING, UNSEEN } from "./tags.ts";
import { element, type Element, MAX_DEPTH } from "./tree.ts";

export interface BuiltPage {
  readonly root: Element;
  /** Attributes of `<html>`. */
  readonly html: ReadonlyMap<string, string>;
  /** Its `<meta>`, `<link>`, `<base>`, `<title>` and scripts of data, wherever they stand. */
  readonly head: readonly Element[];
  /** The text of its style sheets. */
  readonly styles: string;
  /** It was too large to be read to its end. */
  readonly isCut: boolean;
}

const MAX_ELEMENTS = 50_000;
const MAX_ATTRIBUTES = 60;
const HEAD_TAGS = new Set(["meta", "link", "base", "title"]);

/** A comment that says so, kept as a template of this id: here ends the place of a part that is sent later. */
export const END_OF_PLACE = "/$";

/**
 * "xml" takes every tag as it is written: nothing closes by itself but what says so. "xhtml" is HTML whose empty
 * elements may be written so, whatever they are.
 */
export function buildTree(source: string, kind: "html" | "xhtml" | "xml" = "html"): BuiltPage {
  const isXml = kind === "xml";
  const root = element("#page", new Map());
  const html = new Map<string, string>();
  const head: Element[] = [];
  const styles: string[] = [];
  let open = root;
  let depth = 0;
  let unpushed = 0;
  let elements = 0;
  let tag = "";
  let attributes = new Map<string, string>();
  let name = "";
  let value = "";
  let isCut = false;
  let pieces: string[] = [];

  /** Text comes in pieces, at every "<" and "&" in it; they are joined when an element begins or ends. */
  function flush(): void {
    if (pieces.length === 0) return;
    open.children.push(pieces.length === 1 ? (pieces[0] ?? "") : pieces.join(""));
    pieces = [];
  }

  function closeTo(target: Element, isSaid = false): void {
    while (open !== target) leave();
    leave(isSaid);
  }

  /** `isSaid`: by an end tag of its own. */
  function leave(isSaid = false): void {
    if (open.parent === undefined) return;
    const { parent } = open;
    if (!isXml) settleClosed(open, parent, isSaid);
    open = parent;
    depth--;
  }

  function findOpen(isWanted: (tag: string) => boolean, isWall: (tag: string) => boolean): Element | undefined {
    for (let each: Element | undefined = open; each?.parent !== undefined; each = each.parent) {
      if (isWanted(each.tag)) return each;
      if (isWall(each.tag)) return undefined;
    }
    return undefined;
  }

  function isInDrawing(): boolean {
    return (
      findOpen(
        (each) => each === "svg" || each === "math",
        (each) => each === "foreignobject" || each === "annotation-xml",
      ) !== undefined
    );
  }

  function start(isVoid: boolean): void {
    if (!isXml && (tag === "html" || tag === "body" || tag === "head")) {
      for (const [key, said] of attributes) if (!html.has(key)) html.set(key, said);
      return;
    }
    const isEmpty = isVoid || (!isXml && VOID_TAGS.has(tag));
    if (depth >= MAX_DEPTH && !isEmpty) {
      // Its content goes to where it stands; `unpushed` keeps the end tags in step.
      unpushed++;
      return;
    }
    if (++elements > MAX_ELEMENTS) {
      isCut = true;
      tokenizer.pause();
      return;
    }
    if (!isXml && ENDS_PARAGRAPH.has(tag)) {
      const paragraph = findOpen(
        (each) => each === "p",
        (each) => BLOCK.has(each) && each !== "p",
      );
      if (paragraph !== undefined) closeTo(paragraph);
    }
    if (!isXml && HEADING.test(tag) && HEADING.test(open.tag)) leave();
    const rule = isXml ? undefined : ENDS_SIBLING.get(tag);
    if (rule !== undefined) {
      const sibling = findOpen(
        (each) => rule.ends.has(each),
        (each) => rule.within.has(each),
      );
      if (sibling !== undefined) closeTo(sibling);
    }
    // The name of a custom element says as much as a class.
    if (!isXml && tag.includes("-")) attributes.set("class", `${tag} ${attributes.get("class") ?? ""}`);
    const made = element(tag, attributes, open);
    open.children.push(made);
    if (HEAD_TAGS.has(tag) || (tag === "script" && /json/i.test(attributes.get("type") ?? ""))) head.push(made);
    if (isEmpty) return;
    open = made;
    depth++;
  }

  function end(closed: string): void {
    if (
      !isXml &&
      closed === "p" &&
      findOpen(
        (each) => each === "p",
        (each) => BLOCK.has(each) && each !== "p",
      ) === undefined
    )
      return;
    if (unpushed > 0) {
      unpushed--;
      return;
    }
    const isBlock = !isXml && BLOCK.has(closed);
    // Whoever begins one heading and closes another has closed it.
    const isHeading = !isXml && HEADING.test(closed);
    const target = findOpen(
      (each) => each === closed || (isHeading && HEADING.test(each)),
      (each) =>
        isXml ? false : isBlock ? each === "table" && closed !== "table" && !isOfTable(closed) : BLOCK.has(each),
    );
    if (target === undefined) return;
    if (closed === "style") styles.push(target.children.join(""));
    closeTo(target, true);
  }

  const tokenizer: Tokenizer = new Tokenizer(
    { decodeEntities: true, xmlMode: isXml },
    {
      onopentagname(from, to) {
        flush();
        tag = source.slice(from, to).toLowerCase();
        attributes = new Map();
      },
      onattribname(from, to) {
        name = source.slice(from, to).toLowerCase();
        value = "";
      },
      onattribdata(from, to) {
        value += source.slice(from, to);
      },
      onattribentity(codepoint) {
        value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (attributes.size < MAX_ATTRIBUTES && !attributes.has(name)) attributes.set(name, value);
      },
      onopentagend: () => start(false),
      // Browsers take the next part of the page for the script, or all of it for the frame: nobody means that.
      onselfclosingtag: () => start(kind !== "html" || UNSEEN.has(tag) || isMark({ tag, attributes }) || isInDrawing()),
      onclosetag(from, to) {
        flush();
        end(source.slice(from, to).toLowerCase());
      },
      ontext: (from, to) => void pieces.push(source.slice(from, to)),
      ontextentity: (codepoint) => void pieces.push(String.fromCodePoint(codepoint)),
      oncdata: (from, to, offset) => void pieces.push(source.slice(from, to - offset)),
      oncomment(from, to, offset) {
        if (isXml || source.slice(from, to - offset) !== END_OF_PLACE) return;
        flush();
        open.children.push(element("template", new Map([["id", END_OF_PLACE]]), open));
      },
      ondeclaration: () => undefined,
      onprocessinginstruction: () => undefined,
      onend: () => undefined,
    },
  );
  tokenizer.write(source);
  if (!isCut) tokenizer.end();
  flush();
  while (open !== root) leave();
  return { root, html, head, styles: styles.join("\n"), isCut };
}

function isOfTable(tag: string): boolean {
  return tag === "tr" || tag === "td" || tag === "th" || tag === "tbody" || tag === "thead" || tag === "tfoot";
}
