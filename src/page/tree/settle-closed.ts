/** What becomes of an element of a broken page when it ends: headings that were never closed, marks, custom elements. */
import { BLOCK, HEADING } from "./tags.ts";
import type { Element, Node } from "./tree.ts";

/** `isSaid`: by an end tag of its own. */
export function settleClosed(closed: Element, parent: Element, isSaid: boolean): void {
  settleCustom(closed);
  if (!isSaid && HEADING.test(closed.tag)) endBeforeBlocks(closed, parent);
  if (isMark(closed)) closed.tag = "span";
}

/** It leads nowhere: others lead to it, or to the heading that it stands around. */
export function isMark({ tag, attributes }: Pick<Element, "tag" | "attributes">): boolean {
  return (
    tag === "a" &&
    (attributes.has("id") || attributes.has("name")) &&
    !["href", "onclick", "role", "tabindex"].some((name) => attributes.has(name))
  );
}

/** A custom element is a box where boxes stand in it, or where it stands in a row of its kind. */
function settleCustom(closed: Element): void {
  const inside = closed.children.filter((child) => typeof child !== "string");
  const [first] = inside;
  if (first === undefined) return;
  const isRow =
    first.tag.includes("-") &&
    inside.length > 1 &&
    inside.every(({ tag }) => tag === first.tag) &&
    closed.children.every((child) => typeof child !== "string" || child.trim() === "");
  if (isRow) for (const each of inside) each.tag = "div";
  const before = closed.parent?.children.at(-2);
  const isInLine = typeof before === "string" && before.trim() !== "";
  if (closed.tag.includes("-") && !isInLine && inside.some(({ tag }) => BLOCK.has(tag))) closed.tag = "div";
}

/** A heading that nobody closed ends where its first block begins: what follows stands after it. */
function endBeforeBlocks(heading: Element, parent: Element): void {
  for (const each of blocksAndAfter(heading)) {
    if (typeof each !== "string") each.parent = parent;
    parent.children.push(each);
  }
}

/** Takes out its first block and all that follows in it; formatting that holds it is split. */
function blocksAndAfter(of: Element): Node[] {
  for (const [index, child] of of.children.entries()) {
    if (typeof child === "string") continue;
    if (BLOCK.has(child.tag)) return of.children.splice(index);
    const inside = blocksAndAfter(child);
    if (inside.length > 0) return [...inside, ...of.children.splice(index + 1)];
  }
  return [];
}
