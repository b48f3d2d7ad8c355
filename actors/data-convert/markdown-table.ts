/** A table as Markdown writes it, between bars and with a line of dashes below its header, as text of ours. */
import { GrowingText } from "../../src/text/parts.ts";
import { linesOf } from "../../src/text/lines.ts";

const DASHES = /^\|?(?:\s*:?-{1,1000}:?\s*\|){1,1000}\s*(?::?-{1,1000}:?\s*)?$/;
const MAX_LINE = 100_000;

/** The same table as CSV, every line at its place; `undefined` when the text is something else. */
export function markdownTable(text: string): string | undefined {
  const table = text.trim();
  const [header = "", dashes = ""] = linesOf(table);
  if (dashes.length > MAX_LINE || !DASHES.test(dashes.trim())) return undefined;
  // The bars at both ends may be missing (GitHub Flavored Markdown, section 4.10).
  const isFramed = header.startsWith("|");
  if (isFramed ? !header.trim().endsWith("|") : cellsOf(header).length !== cellsOf(dashes).length) return undefined;
  let number = 0;
  const csv = new GrowingText();
  for (const line of linesOf(table)) {
    if (isFramed ? !line.trim().startsWith("|") : !line.includes("|")) return undefined;
    number++;
    if (number !== 2) csv.add(`${number === 1 ? "" : "\n"}${cellsOf(line).map(quoted).join(",")}`);
  }
  return csv.end();
}

/** A bar after a backslash is one of the text. */
function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, "");
  const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  if (cells.at(-1) === "" && inner.endsWith("|")) cells.pop();
  return cells;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
