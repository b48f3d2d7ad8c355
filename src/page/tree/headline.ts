/** The headline of a page: its first heading, or the text that its title begins with. */
import { HEADING } from "./tags.ts";
import { textBlocks } from "./text-blocks.ts";
import { descendants, type Element, rawText, squeeze } from "./tree.ts";

export function headlineOf(root: Element, title: string): Element | undefined {
  return descendants(root).find(({ tag }) => tag === "h1") ?? headingOf(root, title);
}

/** Old pages write their headline in large letters only. */
function headingOf(root: Element, title: string): Element | undefined {
  if (title === "") return undefined;
  return (
    descendants(root).find((each) => HEADING.test(each.tag) && title.startsWith(squeeze(rawText(each)))) ??
    textBlocks(root).find(({ text, linked }) => linked === 0 && text.startsWith(title))?.block
  );
}
