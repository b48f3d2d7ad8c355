/** A document written in Markdown, as a README is: its title, headings and links, where its lines say them by their signs. */
import type { Page } from "./fields.ts";
import { buildTree } from "./tree/build.ts";
import { readHead } from "./metadata/head.ts";
import { linksOf, type Heading } from "./output/links.ts";
import { readPlainText } from "./non-html.ts";
import { element, type Element } from "./tree/tree.ts";

const HEADING = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/;
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LINK = /(?<!!)\[([^[\]]{0,300})\]\(\s{0,9}<?([^()\s<>]{1,2000})>?(?:\s{1,9}"[^"]{0,300}")?\s{0,9}\)/g;
/** A link written as its address, or named at the end of the document. */
const BARE = /<(https?:\/\/[^\s<>]{1,2000})>|^ {0,3}\[([^[\]]{1,300})\]:[ \t]{1,9}<?([^\s<>]{1,2000})>?/g;
const MAX_HEADINGS = 300;

/** Whether it says so by its type or by its name: servers of files call it plain text. */
export function isMarkdown(contentType: string | null, { pathname }: URL): boolean {
  return /^\s*text\/(?:x-)?markdown\b/i.test(contentType ?? "") || /\.(?:md|mdx|markdown)$/i.test(pathname);
}

export function readMarkdown(source: string, url: URL): Page {
  const page = readPlainText(source);
  const lines = proseLines(page.text);
  const headings = headingsIn(lines).slice(0, MAX_HEADINGS);
  const head = readHead({ ...buildTree(""), head: [] }, url);
  const title = headings.find(({ level }) => level === 1) ?? null;
  return { ...page, title: title?.text ?? null, headings, links: linksOf(linksIn(lines), head, url) };
}

/** Without what stands between fences; such a line is empty. */
function proseLines(text: string): string[] {
  let fence = "";
  return text.split("\n").map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === "") {
      if (mark === undefined) return line;
      fence = mark;
    } else if (mark?.startsWith(fence) === true) fence = "";
    return "";
  });
}

function headingsIn(lines: readonly string[]): Heading[] {
  return lines.flatMap((line, at): Heading[] => {
    const [, signs, said = ""] = HEADING.exec(line) ?? [];
    if (signs !== undefined) return headingOf(signs.length, said.replace(/[ \t]#+[ \t]*$/, ""));
    const [, underline] = UNDERLINE.exec(line) ?? [];
    const above = lines[at - 1] ?? "";
    const isAlone =
      above.trim() !== "" && (lines[at - 2] ?? "").trim() === "" && !/^ {0,3}(?:[#>|*+-]|---)/.test(above);
    return underline === undefined || !isAlone ? [] : headingOf(underline.startsWith("=") ? 1 : 2, above);
  });
}

/** Without signs of style; one that is but a picture says nothing. */
function headingOf(level: number, said: string): Heading[] {
  const text = said
    .replace(/!\[[^[\]]{0,300}\]\([^()]{0,2000}\)/g, "")
    .replace(LINK, "$1")
    .replace(/<[^<>]{1,300}>|[*`]|(?<![\w\\])_+|_+(?!\w)/g, "")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" || text === "[]()" ? [] : [{ level, text }];
}

function linksIn(lines: readonly string[]): Element {
  const content = element("#page", new Map());
  const add = (href: string, text: string): void => {
    const link = element("a", new Map([["href", href]]), content);
    link.children.push(text);
    content.children.push(link);
  };
  for (const line of lines) {
    for (const [, text = "", href = ""] of line.matchAll(LINK)) add(href, text.replace(/[*`]/g, ""));
    for (const [, bare, text = "", named = ""] of line.matchAll(BARE)) add(bare ?? named, bare ?? text);
  }
  return content;
}
