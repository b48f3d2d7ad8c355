/** What a browser draws and the text alone does not say: formulas, raised numbers, notes, quotation marks, readings. */
import { formulaOf } from "./formula.ts";
import { HEADING } from "./tags.ts";
import { ancestors, descendants, element, type Element, type Node, rawText, squeeze } from "./tree.ts";

const NOTE_MARK = /^[\d*†‡§a-z]{1,3}$/i;
const RAISED_NUMBER = /^[-−–+]?(?:\d[\d.,/]{0,8}|[a-z])$/i;
const QUOTED_ALREADY = /^\s*["'“”„‟‘’‚«»‹›「『]/;

/** "Included", "4 of 5 stars": longer labels are sentences that nobody sees, and may be planted. */
const MAX_LABEL_CHARS = 40;

/** What a picture that is drawn by the page itself says to those who listen, in short. */
export function iconLabel({ attributes }: Element): string | undefined {
  const label = attributes.get("role") === "img" ? squeeze(attributes.get("aria-label") ?? "") : "";
  return label === "" || label.length > MAX_LABEL_CHARS ? undefined : label;
}

/** Writes it into the text. */
export function spellOut(root: Element): void {
  const visit = (parent: Element): void => {
    for (const [index, child] of parent.children.entries()) {
      if (typeof child === "string") continue;
      const spelled = spelledOut(child, parent, index);
      if (spelled === undefined) visit(child);
      else parent.children[index] = spelled;
    }
  };
  visit(root);
}

/** What stands for it; `undefined` when it stays, whatever has changed in it. */
function spelledOut(each: Element, parent: Element, index: number): Node | undefined {
  switch (each.tag) {
    case "math":
    case "img": {
      const formula = formulaOf(each);
      if (formula?.isTex !== true) return formula?.text;
      const made = element("math", new Map(), parent);
      made.children = [formula.text];
      return made;
    }
    case "sup":
      return noteOf(each, parent, index) ?? raisedNumber(each, parent, index);
    case "a":
      return noteOf(each, parent, index);
    case "q":
      quote(each);
      return undefined;
    case "ruby":
      bracketReadings(each);
      return undefined;
    default:
      sayLabel(each);
      return undefined;
  }
}

/** An icon or a drawing says its label; in a link or a button it only repeats what they are for. */
function sayLabel(each: Element): void {
  const label = iconLabel(each);
  if (label === undefined || each.tag === "img" || (each.tag !== "svg" && rawText(each).trim() !== "")) return;
  if (ancestors(each).some(({ tag }) => tag === "a" || tag === "button")) return;
  // It stays the element that it is: it may be hidden.
  each.tag = "span";
  each.children = [label];
}

/** The mark of a note that a link of it leads to, told apart from the word or the number that it stands at. */
function noteOf(each: Element, parent: Element, index: number): string | undefined {
  const mark = squeeze(rawText(each));
  if (!NOTE_MARK.test(mark) || (each.tag === "a" && !/^\d+$/.test(mark))) return undefined;
  const links = [each, ...descendants(each), ...(parent.tag === "a" ? [parent] : [])].filter(({ tag }) => tag === "a");
  if (!links.some(({ attributes }) => attributes.get("href")?.startsWith("#") === true)) return undefined;
  return /[\p{L}\p{N}.,;:!?)”’»"]$/u.test(textBefore(parent, index)) ? `[${mark}]` : undefined;
}

/** "10" with a raised "6" is no 106. */
function raisedNumber(each: Element, parent: Element, index: number): string | undefined {
  const raised = squeeze(rawText(each));
  if (!RAISED_NUMBER.test(raised) || !/[\d)\]]$/.test(textBefore(parent, index))) return undefined;
  const next = parent.children[index + 1];
  const isFraction = typeof next === "string" && /^\s*[/⁄]/.test(next);
  return isFraction ? ` ${raised}` : `^${raised}`;
}

function textBefore(parent: Element, index: number): string {
  const before = parent.children[index - 1];
  if (before !== undefined) return typeof before === "string" ? before.slice(-9) : rawText(before).slice(-9);
  const { parent: outer } = parent;
  return outer === undefined || parent.tag !== "a" ? "" : textBefore(outer, outer.children.indexOf(parent));
}

function quote(each: Element): void {
  if (QUOTED_ALREADY.test(rawText(each))) return;
  const isInner = ancestors(each).some(({ tag }) => tag === "q");
  each.children = [isInner ? "‘" : "“", ...each.children, isInner ? "’" : "”"];
}

/** As HTML says it for browsers that cannot set them: in brackets behind their word. A title goes without. */
function bracketReadings(ruby: Element): void {
  if (ancestors(ruby).some(({ tag }) => HEADING.test(tag))) {
    ruby.children = ruby.children.filter((child) => typeof child === "string" || !/^r(?:t|tc|p)$/.test(child.tag));
    return;
  }
  const hasBrackets = ruby.children.some((child) => typeof child !== "string" && child.tag === "rp");
  for (const child of ruby.children) {
    if (typeof child === "string") continue;
    if (child.tag === "rp") child.tag = "span";
    if (child.tag === "rt" && !hasBrackets) child.children = ["（", ...child.children, "）"];
  }
}
