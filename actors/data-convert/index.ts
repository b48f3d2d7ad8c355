/** JSON, JSON lines, CSV or XML in; rows, or one CSV text, out. Nothing leaves the machine and no value changes. */
import { defineActor, type Item, OneOf, type RowReport, Type } from "../../src/runtime/actor.ts";
import { invalidInput } from "../../src/runtime/errors.ts";
import { MAX_ROWS, readCsv } from "./csv/csv.ts";
import { writeCsv } from "./csv/write.ts";
import { detectFormat, isJsonLines } from "../../src/text/detect.ts";
import { built, LongObject } from "../../src/text/long-value.ts";
import { setField, stamped, withoutStamp, type RowFields } from "../_shared/rows/fields.ts";
import { lossWarnings, readJson, readJsonLines } from "./json/json.ts";
import { rowsOf } from "./json/rows.ts";
import type { JsonLosses } from "./json/scan.ts";
import { fencedText, foreignFormat, isSentence, jsonInScript } from "./other-formats.ts";
import { isYaml } from "../../src/text/yaml-lines.ts";
import { markdownTable } from "./markdown-table.ts";
import { readYaml } from "./yaml.ts";
import { readXml } from "./xml/xml.ts";
import { intents } from "./intents.ts";
import { childItems, type XmlValue } from "./xml/element.ts";
import { fieldOf, valueOf, type XmlLosses } from "./xml/value.ts";

/** Rows, and what there is to say about them. */
interface ReadRows {
  /** Can be gone through more than once. */
  readonly items: Iterable<Item>;
  readonly count: number;
  /** Their order, where the fields of the items need not keep it: a name such as "2020" comes first there. */
  readonly columns?: readonly string[];
  readonly warnings?: readonly string[];
  readonly report: { readonly format: string; readonly [fact: string]: unknown };
}

const SOURCE = "data-convert";

export default defineActor({
  slug: SOURCE,
  name: "Data converter",
  description:
    "Converts JSON, JSON lines, CSV, TSV, XML, YAML or a Markdown table into JSON items, or into CSV, without changing a value. " +
    "Items: the elements of a JSON array or of a list in an envelope such as {data: […]}, one JSON object, each JSON " +
    "line, each document of YAML, each CSV row under its header, or the children of an XML root when all are the same element, otherwise the " +
    "root. What is not an object becomes {value}. Numbers that would lose a digit, a zero or a sign are kept as text " +
    "with a warning; CSV and XML values stay the text they are. " +
    "CSV: missing fields are null, surplus fields are in `_extra`, repeated column names get a number. " +
    'XML: attributes are "@name", text beside attributes is "#text", repeated elements are lists, text mixed with ' +
    'elements is the list "#content"; entities must not be declared. ' +
    "To CSV: one item {csv, rows, columns}, nested values as JSON text, and what a spreadsheet would run as a formula " +
    "is prefixed with '. Limits: 8 MiB, 200 levels, 1,000,000 rows, 10,000 columns.",
  category: "utilities",
  version: "2.0.0",
  tags: ["json", "csv", "tsv", "xml", "ndjson", "convert", "local"],
  input: Type.Object({
    from: Type.Optional(
      OneOf(["json", "csv", "xml", "auto"], {
        default: "auto",
        description:
          "What the payload is. json also takes JSON lines, csv any of the delimiters , ; tab |; auto finds YAML, too.",
      }),
    ),
    to: Type.Optional(
      OneOf(["json", "csv"], { default: "json", description: "json gives one item per row, csv one item in all." }),
    ),
    payload: Type.String({ description: "The text to convert." }),
  }),
  output: Type.Object({}, { additionalProperties: true }),
  intents,
  examples: [
    {
      title: "CSV whose values must stay as they are",
      input: { payload: "id;name;zip\n1;Ann;00501\n2;Bob;10115", from: "auto", to: "json" },
    },
    {
      title: "XML with attributes and repeated elements",
      input: {
        from: "xml",
        to: "json",
        payload: '<books><book id="1"><title>One</title></book><book id="2"><title>Two</title></book></books>',
      },
    },
    {
      title: "JSON to CSV",
      input: { from: "json", to: "csv", payload: '[{"name":"Ann","tags":["a","b"]},{"name":"Bob","age":41}]' },
    },
  ],
  cacheTtlSeconds: 0,
  qualityScore: 0.98,
  computeUnits: 0.008,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: [],
  timeoutMs: 20_000,
  maxInputBytes: 8 * 1024 * 1024,
  selfContained: true,
  nextActors: ["data-clean"],
  runInRows: convert,
  async run(input, { now }) {
    const said = convert(input, now());
    return { ...said, items: Array.from(said.items, built) };
  },
});

interface Input {
  readonly from?: "json" | "csv" | "xml" | "auto";
  readonly to?: "json" | "csv";
  readonly payload: string;
}

function convert({ from = "auto", to = "json", payload }: Input, now: number): RowReport {
  const { items, count, columns: order, warnings = [], report } = read(payload.toWellFormed(), from);
  const notes = payload.isWellFormed() ? warnings : [...warnings, NOT_UNICODE];
  if (count > MAX_ROWS) throw invalidInput("/payload", `has more than ${MAX_ROWS} rows`);
  if (to === "json") return { items: stamped(items, count, SOURCE, now), warnings: notes, report };

  const plain = { [Symbol.iterator]: () => withoutStamps(items) };
  const { csv, columns, escaped } = writeCsv(plain, count, order);
  return {
    items: [{ csv, rows: count, columns }],
    warnings:
      escaped === 0 ? notes : [...notes, `Fields prefixed with ' so that no spreadsheet runs them: ${escaped}.`],
    report,
  };
}

function* withoutStamps(items: Iterable<Item>): Generator<Item> {
  for (const item of items) yield withoutStamp(item);
}

const ONLY_HEADER = "The only line was read as the header of a table: there are no rows.";
const MAX_QUOTED = 40;
const FENCED = "What stands in the Markdown fence was read, without the fence.";
const NOT_UNICODE = "Halves of surrogate pairs, which are not text, became U+FFFD.";

function read(payload: string, from: "json" | "csv" | "xml" | "auto"): ReadRows {
  const fenced = fencedText(payload);
  if (fenced === undefined) return readBare(payload, from);
  const { warnings = [], ...rows } = readBare(fenced, from);
  return { ...rows, warnings: [FENCED, ...warnings] };
}

function readBare(payload: string, from: "json" | "csv" | "xml" | "auto"): ReadRows {
  const text = payload.replace(/^\ufeff/, "");
  const foreign = foreignFormat(text);
  if (foreign !== undefined) throw invalidInput("/payload", foreign);
  const json = from === "xml" ? undefined : jsonInScript(text);
  if (json !== undefined) return readJsonItems(json, "jsonp");
  const format = from === "auto" ? detectFormat(text) : from === "json" && isJsonLines(text) ? "ndjson" : from;
  if (format === "json") return from === "json" && isYaml(text) ? readYamlItems(text) : readJsonItems(text, format);
  if (format === "ndjson") return readJsonItems(text, format);
  if (format === "xml") return readXmlItems(payload);
  if (from === "auto" && isYaml(text)) return readYamlItems(text);
  const table = markdownTable(text);
  if (table !== undefined) return readCsvItems(table, "markdown");
  if (isSentence(text)) throw invalidInput("/payload", "is a sentence, and no JSON, YAML, CSV, TSV or XML");
  return readCsvItems(text);
}

function readJsonItems(text: string, format: "json" | "jsonp" | "ndjson"): ReadRows {
  const losses: JsonLosses = { numbers: 0, repeated: 0 };
  const value = format === "ndjson" ? readJsonLines(text, losses) : readJson(text, losses);
  const { items, count, warnings, facts } = rowsOf(value);
  return { items, count, warnings: [...warnings, ...lossWarnings(losses)], report: { format, ...facts } };
}

function readYamlItems(text: string): ReadRows {
  const { value, warnings, facts } = readYaml(text);
  const rows = rowsOf(value);
  return { ...rows, warnings: [...rows.warnings, ...warnings], report: { format: "yaml", ...rows.facts, ...facts } };
}

function readCsvItems(text: string, format?: "markdown"): ReadRows {
  const { rows, count, warnings, delimiter, columns, extra, hasHeader, title } = readCsv(text);
  const facts = { columns, header: hasHeader, ...(title && { title }) };
  const isEmpty = count === 0 && columns.length > 0;
  return {
    items: rows,
    count,
    columns: extra === undefined ? columns : [...columns, extra],
    warnings: isEmpty ? [...warnings, ONLY_HEADER] : warnings,
    report:
      format === undefined ? { format: delimiter === "\t" ? "tsv" : "csv", delimiter, ...facts } : { format, ...facts },
  };
}

/** A list of rows, also of one: the root holds elements of one name, and more than a single text. */
function readXmlItems(text: string): ReadRows {
  const { root, count, first, haveOneName, areTexts, losses } = readXml(text);
  const isOneName = !root.hasText && first !== undefined && haveOneName;
  const isList = isOneName && (count > 1 || typeof first.value !== "string");
  if (!isList) {
    const items = [xmlItem(valueOf(root, losses))];
    return { items, count: 1, warnings: xmlWarnings(losses), report: { format: "xml", root: root.name } };
  }
  const attributes: RowFields = {};
  for (const [name, value] of Object.entries(root.attributes)) setField(attributes, `@${name}`, value);
  return {
    items: childItems(root, (child) => xmlItem(areTexts ? fieldOf(child) : child.value)),
    count,
    warnings: xmlWarnings(losses),
    report: {
      format: "xml",
      root: root.name,
      ...(Object.keys(attributes).length > 0 && { root_attributes: attributes }),
      element: first.name,
    },
  };
}

function xmlWarnings({ moved, firstMoved }: XmlLosses): string[] {
  if (moved === 0) return [];
  const name = JSON.stringify(firstMoved?.slice(0, MAX_QUOTED));
  return [`Elements that stand apart from others of their name are in one list with them: ${moved}, first ${name}.`];
}

function xmlItem(value: XmlValue): Item {
  if (typeof value === "string") return { "#text": value };
  return value instanceof LongObject ? value.fields : value;
}
