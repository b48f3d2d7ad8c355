/** The text of a page that its scripts would show, out of the data that it sends along for them. */
import { boundedJsonIn } from "../runtime/json.ts";
import { isObject } from "../text/foreign.ts";
import { findContainer } from "./container.ts";
import { buildTree } from "./tree/build.ts";
import { flattenCode } from "./tree/code.ts";
import { hiddenBy } from "./tree/hidden.ts";
import { textDensity } from "./tree/text-density.ts";
import { element, type Element, evenText, paragraph, rawText } from "./tree/tree.ts";

/** Interfaces have sentences, too; a text has more of them in one place. */
const ENOUGH = 250;
/** What is nested deeper is no text of a page. */
const MAX_DEPTH = 50;
const MAX_TEXTS = 20_000;
const MARKUP = /<\/?(?:p|br|div|h[1-6]|ul|ol|li|table|blockquote|section|article|figure|pre)\b/i;

/** The list or the string that holds most sentences; `undefined` where none holds enough. */
export function embeddedText(head: readonly Element[]): Element | undefined {
  let left = MAX_TEXTS;
  const toElement = (value: unknown, depth: number): Element | undefined => {
    if (depth > MAX_DEPTH || left === 0) return undefined;
    if (typeof value === "string") {
      left--;
      return textElement(value);
    }
    if (!Array.isArray(value) && !isObject(value)) return undefined;
    // The entries of an object have each their own use, as those of a dictionary: they hold no text together.
    const made = element(Array.isArray(value) ? "div" : "dl", new Map());
    for (const each of Object.values(value)) append(made, toElement(each, depth + 1));
    return made;
  };

  const root = element("dl", new Map());
  for (const each of head) {
    if (each.tag === "script" && /^application\/json\b/i.test(each.attributes.get("type") ?? ""))
      append(root, toElement(boundedJsonIn(rawText(each)), 0));
  }
  evenText(root);
  const found = findContainer(root);
  return found !== root && textDensity(found)(found).prose >= ENOUGH ? found : undefined;
}

/** Names and addresses of machines have no blanks. */
function textElement(text: string): Element | undefined {
  if (!/\s/.test(text.trim())) return undefined;
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
