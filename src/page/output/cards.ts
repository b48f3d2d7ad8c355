/** Cards: links around blocks, for which Markdown has no form. */
import { HEADING } from "../tree/tags.ts";
import { textBlocks } from "../tree/text-blocks.ts";
import { descendants, element, type Element, isBlock, type Node, rawText } from "../tree/tree.ts";

/** The headline of a card, or its first line, becomes the link, and the card a box around it. */
export function linkHeadlines(content: Element): void {
  const cards = descendants(content).filter((each) => each.tag === "a" && descendants(each).some(isBlock));
  for (const card of cards.toArray()) {
    const line = descendants(card).find((each) => HEADING.test(each.tag) && rawText(each).trim() !== "");
    const first = line ?? textBlocks(card)[0]?.block;
    if (first === undefined) {
      flatten(card);
      continue;
    }
    card.tag = "div";
    const end = first === card ? first.children.findIndex(isBlock) : first.children.length;
    first.children = [linkTo(card, first, first.children.slice(0, end)), ...first.children.slice(end)];
  }
}

/** A card of pictures only. */
function flatten(card: Element): void {
  for (const each of descendants(card)) if (isBlock(each)) each.tag = "span";
}

function linkTo({ attributes }: Element, around: Element, said: Node[]): Element {
  const link = element("a", attributes, around);
  link.children = said;
  for (const each of said) if (typeof each !== "string") each.parent = link;
  return link;
}
