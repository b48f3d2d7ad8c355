/** A table as Markdown writes it, between bars and with a line of dashes below its header, as text of ours. */

const DASHES = /^\|?(?:\s*:?-{1,1000}:?\s*\|){1,1000}\s*(?::?-{1,1000}:?\s*)?$/;
const MAX_LINE = 100_000;

/** The same table as CSV, every line at its place; `undefined` when the text is something else. */
export function markdownTable(text: string): string | undefined {
  const start = text.trimStart();
  if (!start.startsWith("|")) return undefined;
  const lines = start.trimEnd().split(/\r\n?|\n/);
  const [header = "", dashes = ""] = lines;
  if (dashes.length > MAX_LINE || !DASHES.test(dashes.trim()) || !header.trim().endsWith("|")) return undefined;
  if (lines.some((line) => !line.trim().startsWith("|"))) return undefined;
  return lines
    .filter((_, index) => index !== 1)
    .map((line) => cellsOf(line).map(quoted).join(","))
    .join("\n");
}

/** A bar after a backslash is one of the text. */
function cellsOf(line: string): string[] {
  const inner = line.trim().slice(1);
  const cells = inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
  if (cells.at(-1) === "") cells.pop();
  return cells;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}
