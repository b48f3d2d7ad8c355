/**
 * Items as text for a person: one item as a list of its fields, several as a table that fits the terminal. An item
 * that is a document, one with a field `markdown`, is shown as that.
 */

import { isObject } from "../text/foreign.ts";
import { columnsOf, fitText } from "./fit-text.ts";
import { printable } from "./printable.ts";

const MAX_FACT_CHARS = 300;

/** `width` is in columns. */
export function formatItems(items: readonly unknown[], width: number): string {
  return printable(items.every(isObject) ? layOut(items, width) : items.map(cell).join("\n"));
}

function layOut(items: readonly Readonly<Record<string, unknown>>[], width: number): string {
  const [first] = items;
  if (first === undefined) return "(no items)";
  if (items.length === 1) return typeof first["markdown"] === "string" ? documentOf(first) : fieldList(first);
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((name) => name !== "_genius");
  const rows = [names, ...items.map((item) => names.map((name) => cell(item[name])))];
  const widths = fit(
    names.map((_, column) => rows.reduce((most, row) => Math.max(most, columnsOf(row[column] ?? "")), 0)),
    width,
  );
  const lines = rows.map((row) =>
    row
      .map((text, column) => fitText(text, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((each) => "─".repeat(each)).join("  "));
  return lines.join("\n");
}

/** What is known of the document in a few words, and then the document. */
function documentOf({ markdown, text: _sameWithoutMarks, ...item }: Readonly<Record<string, unknown>>): string {
  const facts = Object.entries(item).filter(([, value]) => isShort(value));
  return `${fieldList(Object.fromEntries(facts))}\n\n${String(markdown)}`;
}

function isShort(value: unknown): boolean {
  return (
    typeof value === "number" ||
    (typeof value === "string" && value !== "" && !value.includes("\n") && value.length <= MAX_FACT_CHARS)
  );
}

function fieldList(item: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(item).filter(([name]) => name !== "_genius");
  const width = Math.max(0, ...fields.map(([name]) => columnsOf(name)));
  return fields
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : cell(value);
      return (text.includes("\n") ? `${name}:\n${text}` : `${fitText(name, width)}  ${text}`).trimEnd();
    })
    .join("\n");
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/\s+/g, " ");
}

/** Takes columns from the widest until the row fits. */
function fit(widths: number[], width: number): number[] {
  const room = Math.max(width - 2 * (widths.length - 1), 4 * widths.length);
  for (let over = widths.reduce((sum, each) => sum + each, 0) - room; over > 0; over--) {
    const widest = widths.indexOf(Math.max(...widths));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
