/** Data as elements, as far as it holds texts. */
import { isObject } from "../../text/foreign.ts";
import { buildTree } from "../tree/build.ts";
import { flattenCode } from "../tree/code.ts";
import { hiddenBy } from "../tree/hidden.ts";
import { UNSEEN } from "../tree/tags.ts";
import { element, type Element, paragraph } from "../tree/tree.ts";
import type { PageData } from "./data.ts";
import { referenceOf } from "./flight.ts";

/** What is nested deeper is no text of a page. */
const MAX_DEPTH = 100;
const MAX_TEXTS = 20_000;
const MARKUP = /<\/?(?:p|br|div|h[1-6]|ul|ol|li|table|blockquote|section|article|figure|pre)\b/i;
/** Names and addresses of machines have neither blanks nor letters of scripts that do without. */
const WORDS = /\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const TAG = /^[a-z][a-z\d]{0,15}$/;

/** One for each value that holds texts; of all together no more than so many texts are read. */
export function dataElements({ values, rows }: PageData): Element[] {
  let left = MAX_TEXTS;
  // Each row once, where it stands in another: rows in rows could go on without an end.
  const placed = new Set<string>();

  function toElement(value: unknown, depth: number): Element | undefined {
    if (depth > MAX_DEPTH || left === 0) return undefined;
    if (typeof value === "string") {
      left--;
      const number = referenceOf(value);
      return number === undefined ? textElement(value) : rowElement(number, depth);
    }
    if (isReactElement(value)) return reactElement(value, depth);
    if (!Array.isArray(value) && !isObject(value)) return undefined;
    // The entries of an object have each their own use, as those of a dictionary: they hold no text together.
    const made = element(Array.isArray(value) ? "div" : "dl", new Map());
    for (const each of Object.values(value)) append(made, toElement(each, depth + 1));
    return made;
  }

  function rowElement(number: string, depth: number): Element | undefined {
    if (placed.has(number)) return undefined;
    placed.add(number);
    return toElement(rows.get(number), depth + 1);
  }

  function reactElement([, tag, , props]: ReactElement, depth: number): Element | undefined {
    if (UNSEEN.has(tag)) return undefined;
    // What a component shows is in what it is given.
    if (!TAG.test(tag)) return toElement(isObject(props) ? Object.values(props) : undefined, depth);
    const { href, children, dangerouslySetInnerHTML: html } = isObject(props) ? props : {};
    const made = element(tag, new Map(typeof href === "string" ? [["href", href]] : []));
    fill(made, isObject(html) ? html["__html"] : children, depth);
    return made;
  }

  /** With text that stands beside elements, in a line with them. */
  function fill(made: Element, children: unknown, depth: number): void {
    const isMany = Array.isArray(children) && !isReactElement(children);
    for (const child of isMany ? children : [children]) {
      const isText = typeof child === "string" && referenceOf(child) === undefined && !MARKUP.test(child);
      if (isText || typeof child === "number") {
        left = Math.max(0, left - 1);
        made.children.push(String(child));
      } else append(made, toElement(child, depth + 1));
    }
  }

  return [...values.map((value) => toElement(value, 0)), ...rows.keys().map((number) => rowElement(number, 0))].filter(
    (each) => each !== undefined,
  );
}

/** As React sends it: `["$", tag, key, props]`. */
type ReactElement = readonly ["$", tag: string, key: unknown, props: unknown];

function isReactElement(value: unknown): value is ReactElement {
  return Array.isArray(value) && value[0] === "$" && typeof value[1] === "string";
}

function textElement(text: string): Element | undefined {
  if (!WORDS.test(text.trim())) return undefined;
  if (!MARKUP.test(text)) return text.includes("\n\n") ? paragraphs(text) : paragraph(text);
  const { root, styles } = buildTree(text);
  hiddenBy(styles)(root);
  flattenCode(root);
  root.tag = "div";
  return root;
}

function paragraphs(text: string): Element {
  const made = element("div", new Map());
  for (const each of text.split(/\n{2,}/)) append(made, paragraph(each));
  return made;
}

function append(parent: Element, child: Element | undefined): void {
  if (child === undefined) return;
  child.parent = parent;
  parent.children.push(child);
}
