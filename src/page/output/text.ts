/** The content of a page as plain text: paragraphs apart, list entries and rows of tables on lines of their own. */
import { textBlocks, type TextBlock } from "../tree/text-blocks.ts";
import { ancestors, type Element } from "../tree/tree.ts";

/** A word of a script that puts blanks between words, or one character of one that does not. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}\p{M}]+(?:['’_.-][\p{L}\p{N}\p{M}]+)*/gu;

export function elementText(content: Element): string {
  let text = "";
  let before: TextBlock | undefined;
  for (const run of textBlocks(content)) {
    if (before !== undefined) text += between(before.block, run.block);
    text += run.text;
    before = run;
  }
  return text;
}

export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

function between(first: Element, second: Element): string {
  const [row, next] = [within(first, "tr"), within(second, "tr")];
  if (row !== undefined && row === next && first !== second) return "\t";
  if (row !== undefined && next !== undefined && row.parent === next.parent) return "\n";
  return first.tag === "li" && second.tag === "li" ? "\n" : "\n\n";
}

function within(element: Element, tag: string): Element | undefined {
  return element.tag === tag ? element : ancestors(element).find((each) => each.tag === tag);
}
