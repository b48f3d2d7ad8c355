/** The content of a page as Markdown. */
import TurndownService from "turndown";
import type { Head } from "../metadata/head.ts";
import { toDocument } from "./html.ts";
import { tableMarkdown } from "./table.ts";
import { descendants, type Element as Content } from "../tree/tree.ts";

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
  turndown.addRule("code", { filter: "pre", replacement: (_, node) => fenced(node as HTMLElement) });
  turndown.addRule("raised", { filter: ["sup"], replacement: (inner) => raised(inner, "^") });
  turndown.addRule("lowered", { filter: ["sub"], replacement: (inner) => raised(inner, "~") });
  turndown.addRule("formula", {
    filter: ({ localName }) => localName === "math",
    replacement: (_, node) => `$${node.textContent ?? ""}$`,
  });
  turndown.addRule("term", {
    filter: ["dt"],
    replacement: (inner) => `\n\n**${inner.trim().replaceAll("**", "")}**\n`,
  });
  turndown.addRule("definition", { filter: ["dd"], replacement: (inner) => `\n${inner.trim()}\n` });
  turndown.addRule("summary", {
    filter: ["summary"],
    // A heading in it stands out by itself.
    replacement: (inner, node) =>
      (node as Element).querySelector("h1, h2, h3, h4, h5, h6") === null
        ? `\n\n**${inner.trim().replaceAll("**", "")}**\n\n`
        : `\n\n${inner.trim()}\n\n`,
  });
  turndown.addRule("cell", { filter: ["td", "th"], replacement: (inner) => `\n\n${inner}\n\n` });
  turndown.addRule("struck", { filter: ["del", "s"], replacement: (inner) => `~~${inner}~~` });
  const { body } = toDocument(content, resolve);
  // Turndown works on a copy; of a document that nobody else has none is needed.
  body.cloneNode = () => body;
  return turndown
    .turndown(body)
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Longer than any in the code. */
export function fenceOf(code: string): string {
  let longest = 2;
  for (const [ticks] of code.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return "`".repeat(longest + 1);
}

function fenced(pre: HTMLElement): string {
  const code = (pre.textContent ?? "").replace(/\n$/, "");
  if (code.trim() === "") return "";
  const fence = fenceOf(code);
  const language = /language-([\w+#.-]+)/.exec(pre.getAttribute("class") ?? "")?.[1] ?? "";
  return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
}

/** Marks of notes stay as they are; what would change a number is told apart from it. */
function raised(inner: string, mark: "^" | "~"): string {
  const text = inner.trim();
  return text === "" || /^[[(]/.test(text) || text.startsWith("\\[") ? inner : mark === "^" ? `^${text}` : text;
}

/** A cell is one line, and its bars are not the table's. */
function inlineMarkdown(turndown: TurndownService, cell: Element): string {
  // Most cells are but words.
  if (cell.childElementCount === 0) return oneLine(turndown.escape(cell.textContent ?? ""));
  // Entries of a list stand side by side in a line.
  for (const entry of cell.querySelectorAll("li")) if (entry.nextElementSibling !== null) entry.append("; ");
  for (const list of cell.querySelectorAll("ul, ol"))
    list.replaceWith(...[...list.children].flatMap((entry) => [...entry.childNodes]));
  return oneLine(turndown.turndown(cell as HTMLElement));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
