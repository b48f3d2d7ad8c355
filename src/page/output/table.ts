/** Tables as Markdown: rows of cells where a table has them, plain text where it is but a layout. */

const MAX_SPAN = 50;
const MAX_CELLS = 20_000;

/** The lines of a table, or `undefined` for a layout or a table of a single column, which is no table to a reader. */
export function tableMarkdown(table: Element, inlineOf: (cell: Element) => string): string | undefined {
  // A cell that holds a table would be written twice, and those in it twice again.
  if (table.querySelector("table, pre, blockquote, h1, h2, h3") !== null) return undefined;
  const rows = [...table.querySelectorAll("tr")].filter((row) => row.closest("table") === table);
  const grid = gridOf(rows, inlineOf);
  const width = Math.max(0, ...grid.map((row) => row.length));
  if (width < 2 || grid.length < 2) return undefined;
  const [head = [], ...body] = grid;
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? "").join(" | ")} |`;
  const caption = table.querySelector("caption");
  const lines = [line(head), `|${" --- |".repeat(width)}`, ...body.map(line)];
  const title = caption === null ? "" : inlineOf(caption);
  return title === "" ? lines.join("\n") : `${title}\n\n${lines.join("\n")}`;
}

/** Every cell in its column: one that spans several rows stands in each of them, one that spans columns in the first. */
function gridOf(rows: readonly Element[], inlineOf: (cell: Element) => string): string[][] {
  const grid: (string | undefined)[][] = rows.map(() => []);
  let cells = 0;
  for (const [index, row] of rows.entries()) {
    const line = grid[index] ?? [];
    let column = 0;
    for (const cell of row.children) {
      if (cell.localName !== "td" && cell.localName !== "th") continue;
      while (line[column] !== undefined) column++;
      const text = inlineOf(cell);
      const [across, down] = [span(cell, "colspan"), Math.min(span(cell, "rowspan"), rows.length - index)];
      for (let below = 0; below < down; below++)
        for (let beside = 0; beside < across && cells++ < MAX_CELLS; beside++) {
          const target = grid[index + below];
          if (target !== undefined) target[column + beside] = beside === 0 ? text : "";
        }
      column += across;
    }
  }
  return grid.map((line) => Array.from(line, (cell) => cell ?? "")).filter((line) => line.some((cell) => cell !== ""));
}

function span(cell: Element, name: string): number {
  const said = Number.parseInt(cell.getAttribute(name) ?? "1", 10);
  return Number.isNaN(said) ? 1 : Math.min(Math.max(said, 1), MAX_SPAN);
}
