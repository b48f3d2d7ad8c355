/** From the lines of a PDF, which knows nothing else, to its headings, paragraphs and lists. */
import { element, type Element } from "./tree/tree.ts";

export interface PdfLine {
  readonly text: string;
  /** From 1. */
  readonly page: number;
  /** Points from the bottom of the page. */
  readonly y: number;
  /** Points, of its letters. */
  readonly height: number;
}

/** A larger distance than this many heights of a line parts two paragraphs. */
const LINE_DISTANCE = 1.55;
const HEADING_HEIGHT = 1.18;
const MAX_HEADING_CHARS = 200;
const MAX_LEVEL = 4;
/** On so many pages the same line at the same height is no text. */
const REPEATED = 3;
const BULLET = /^[•◦▪●‣∙·]\s*/;

export function contentOf(all: readonly PdfLine[]): Element {
  const lines = withoutRepeated(all);
  const usual = usualHeight(lines);
  const sizes = [...new Set(lines.filter((line) => isHeading(line, usual)).map(({ height }) => Math.round(height)))];
  const levels = sizes.toSorted((a, b) => b - a);
  const root = element("#page", new Map());
  let list: Element | undefined;
  let block: Element | undefined;
  let before: PdfLine | undefined;
  for (const line of lines) {
    const isHead = isHeading(line, usual);
    const tag = isHead ? `h${Math.min(levels.indexOf(Math.round(line.height)) + 1, MAX_LEVEL)}` : "p";
    if (BULLET.test(line.text)) {
      list ??= add(root, "ul");
      block = add(list, "li");
      block.children = [line.text.replace(BULLET, "")];
    } else if (block !== undefined && before !== undefined && goesOn(before, line, block, tag)) {
      block.children = [joined(String(block.children[0]), line.text)];
    } else {
      list = undefined;
      block = add(root, tag);
      block.children = [line.text];
    }
    before = line;
  }
  return root;
}

function add(parent: Element, tag: string): Element {
  const made = element(tag, new Map(), parent);
  parent.children.push(made);
  return made;
}

function goesOn(before: PdfLine, line: PdfLine, block: Element, tag: string): boolean {
  if (block.tag !== tag && !(block.tag === "li" && tag === "p")) return false;
  if (Math.abs(before.height - line.height) > 1.5) return false;
  const down = before.y - line.y;
  const isNext = before.page === line.page && down >= 0 && down <= Math.max(before.height, line.height) * LINE_DISTANCE;
  if (isNext) return true;
  // A sentence goes on over the end of a page or a column, nothing else does.
  return (
    (before.page !== line.page || down < 0) && !/[.!?:;。]["”»)]?$/.test(before.text) && /^\p{Ll}/u.test(line.text)
  );
}

function joined(text: string, next: string): string {
  if (/\p{L}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  const isDense = /[\u3040-\u30ff\u3400-\u9fff]$/.test(text) && /^[\u3040-\u30ff\u3400-\u9fff]/.test(next);
  return isDense ? text + next : `${text} ${next}`;
}

function isHeading({ text, height }: PdfLine, usual: number): boolean {
  return height > usual * HEADING_HEIGHT && text.length <= MAX_HEADING_CHARS && /\p{L}/u.test(text);
}

/** What most characters are written in. */
function usualHeight(lines: readonly PdfLine[]): number {
  const counts = new Map<number, number>();
  for (const { height, text } of lines) {
    const rounded = Math.round(height * 2) / 2;
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
}

/** Without the lines at the head and the foot of each page: their numbers differ, nothing else does. */
function withoutRepeated(lines: readonly PdfLine[]): readonly PdfLine[] {
  const pages = new Map<string, Set<number>>();
  const nameOf = ({ text, y }: PdfLine): string => `${Math.round(y / 4)} ${text.replace(/\d+/g, "0")}`;
  for (const line of lines) pages.getOrInsertComputed(nameOf(line), () => new Set()).add(line.page);
  return lines.filter((line) => (pages.get(nameOf(line))?.size ?? 0) < REPEATED);
}
