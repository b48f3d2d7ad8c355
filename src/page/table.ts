/** Tables as Markdown: rows of cells where a table has them, plain text where it is but a layout. */

/** The lines of a table, or `undefined` for one of a single column, which is no table to a reader. */
export function tableMarkdown(table: Element, inlineOf: (cell: Element) => string): string | undefined {
  const rows = [...table.querySelectorAll("tr")]
    .filter((row) => row.closest("table") === table)
    .map((row) => [...row.children].filter(({ localName }) => localName === "td" || localName === "th"));
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width < 2 || rows.length < 2 || table.querySelector("table, ul, ol, pre, blockquote, h1, h2, h3") !== null)
    return undefined;
  const [head = [], ...body] = rows;
  const line = (cells: readonly Element[]): string =>
    `| ${Array.from({ length: width }, (_, index) => (cells[index] === undefined ? "" : inlineOf(cells[index]))).join(" | ")} |`;
  return [line(head), `|${" --- |".repeat(width)}`, ...body.map(line)].join("\n");
}
