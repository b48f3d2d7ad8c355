/** Markdown in a wish, as models write it: bold names, code between ticks, tables of fields. Without its signs it is read like other words. */

const FENCE = /^\s{0,3}```[\w-]{0,20}\s*$/gm;
const STRONG = /(?<![\w*])(\*\*|__)(?=\S)([^*\n]{1,200}?)(?<=\S)\1(?![\w*])/g;
const TICKS = /(?<!\w)`([^`\n]{1,200})`(?!\w)/g;
const RULE = /^:?-{2,40}:?$/;
const HEADS_OF_PAIRS = /^(?:field|name|parameter|param|key|property|attribute|argument|input|option|variable|feld)s?$/i;

export function withoutMarkdown(text: string): string {
  if (!/[`|]|\*\*|__/.test(text)) return text;
  return withoutTables(text.replace(FENCE, ""))
    .replace(STRONG, "$2")
    .replace(TICKS, (_, code: string) => (/[\s"]/.test(code) && !code.includes('"') ? `"${code}"` : code))
    .trim();
}

/** A table of two columns has a field in each row; of others the first row says what its heads are. */
function withoutTables(text: string): string {
  const lines = text.split("\n");
  const at = lines.findIndex((line, index) => index > 0 && isRule(line));
  if (at < 0) return text;
  const heads = cellsOf(lines[at - 1] ?? "");
  const end = lines.findIndex((line, index) => index > at && !line.includes("|"));
  const rows = lines.slice(at + 1, end < 0 ? lines.length : end).map(cellsOf);
  const isOfPairs = heads.length === 2 && HEADS_OF_PAIRS.test(heads[0] ?? "");
  const pairs = isOfPairs ? rows : heads.map((head, column) => [head, rows[0]?.[column] ?? ""]);
  const fields = pairs.flatMap(([name = "", value = ""]) => (name === "" || value === "" ? [] : `${name}: ${value}`));
  return [...lines.slice(0, at - 1), ...fields, ...(end < 0 ? [] : lines.slice(end))].join("\n");
}

/** A line below the heads of a table. */
function isRule(line: string): boolean {
  return line.includes("|") && cellsOf(line).every((cell) => RULE.test(cell));
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\s*\||\|\s*$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}
