/** The content of a page as Markdown. */
import TurndownService from "turndown";
import type { Head } from "./head.ts";
import { toDocument } from "./html.ts";
import { tableMarkdown } from "./table.ts";
import { descendants, type Element as Content } from "./tree.ts";

/** Beyond it, a DOM costs seconds, and the plain text is as good a Markdown. */
const MAX_ELEMENTS = 5_000;
const MAX_CHARS = 400_000;

/** `text` is the content as plain text. */
export function toMarkdown(content: Content, text: string, resolve: Head["resolve"]): string {
  if (text.length > MAX_CHARS || descendants(content).drop(MAX_ELEMENTS).next().done !== true) return text;
  const turndown = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
    emDelimiter: "*",
    hr: "---",
  });
  turndown.addRule("table", {
    filter: "table",
    replacement: (inner, node) =>
      `\n\n${tableMarkdown(node as Element, (cell) => inlineMarkdown(turndown, cell)) ?? inner}\n\n`, // A table is one.
  });
  turndown.addRule("cell", { filter: ["td", "th"], replacement: (inner) => `\n\n${inner}\n\n` });
  turndown.addRule("struck", { filter: ["del", "s"], replacement: (inner) => `~~${inner}~~` });
  const { body } = toDocument(content, resolve);
  return turndown
    .turndown(body)
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** A cell is one line, and its bars are not the table's. */
function inlineMarkdown(turndown: TurndownService, cell: Element): string {
  return turndown
    .turndown(cell as HTMLElement)
    .replace(/\s+/g, " ")
    .replaceAll("|", "\\|")
    .trim();
}
