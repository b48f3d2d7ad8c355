/** A box within a text, as manuals and magazines have them: the column of a site stands beside all of the text. */
import { names, namesOf } from "../tree/class-names.ts";
import type { TextDensity } from "../tree/text-density.ts";
import { type Element, isBlock } from "../tree/tree.ts";

const SIDEBAR = names("sidebar|side ?bar");
const LINKED_AT_MOST = 0.2;

/** It is called a sidebar and says more than where to go on, and a paragraph stands before it at its own level. */
export function isRemark(each: Element, densityOf: (element: Element) => Readonly<TextDensity>): boolean {
  const { text, linked, prose } = densityOf(each);
  if (prose === 0 || linked > text * LINKED_AT_MOST || !SIDEBAR.test(namesOf(each))) return false;
  const siblings = each.parent?.children ?? [];
  return siblings
    .slice(0, siblings.indexOf(each))
    .some((before) => typeof before !== "string" && isParagraph(before) && densityOf(before).prose > 0);
}

function isParagraph(each: Element): boolean {
  return isBlock(each) && !each.children.some(isBlock);
}
