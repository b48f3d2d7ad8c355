/** JSON, JSON lines, CSV or XML in; rows, or one CSV text, out. Nothing leaves the machine and no value changes. */
import { defineActor, type Item, OneOf, Type } from "../../src/runtime/actor.ts";
import { HubError, invalidInput } from "../../src/runtime/errors.ts";
import { parseJson } from "../../src/runtime/json.ts";
import { MAX_ROWS, readCsv } from "./csv.ts";
import { writeCsv } from "./csv-write.ts";
import { detectFormat, isJsonLines } from "../../src/text/detect.ts";
import { stamp, toItem } from "../_shared/record.ts";
import { childrenOf, readXml, valueOf } from "./xml.ts";
import { intents } from "./intents.ts";

/** Rows, and what there is to say about them. */
interface Reading {
  readonly items: readonly Item[];
  readonly warnings?: readonly string[];
  readonly report: { readonly format: string; readonly [fact: string]: unknown };
}

const SOURCE = "data-convert";

export default defineActor({
  slug: SOURCE,
  name: "Data converter",
  description:
    "Converts JSON, JSON lines, CSV, TSV or XML into JSON items, or into CSV, without changing a value. " +
    "Items: the elements of a JSON array, one JSON object, each JSON line, each CSV row under its header, or the " +
    "children of an XML root when there are several and all are the same element, otherwise the root. " +
    "What is not an object becomes {value}. Integers a double cannot hold stay text, as do all CSV and XML values. " +
    "CSV: missing fields are null, surplus fields are in `_extra`, repeated column names get a number. " +
    'XML: attributes are "@name", text beside attributes is "#text", repeated elements are lists, text mixed with ' +
    'elements is the list "#content"; entities must not be declared. ' +
    "To CSV: one item {csv, rows, columns}, nested values as JSON text, and what a spreadsheet would run as a formula " +
    "is prefixed with '. Limits: 8 MiB, 200 levels, 1,000,000 rows, 10,000 columns; `_genius` up to 10,000 rows.",
  category: "utilities",
  version: "2.0.0",
  tags: ["json", "csv", "tsv", "xml", "ndjson", "convert", "local"],
  input: Type.Object({
    from: Type.Optional(
      OneOf(["json", "csv", "xml", "auto"], {
        default: "auto",
        description: "What the payload is. json also takes JSON lines, csv any of the delimiters , ; tab |.",
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
  nextActors: ["data-clean"],
  async run({ from = "auto", to = "json", payload }, { now }) {
    const text = payload.toWellFormed().replace(/^\ufeff/, "");
    const { items, warnings = [], report } = read(text, from);
    const notes = payload.isWellFormed() ? warnings : [...warnings, NOT_UNICODE];
    if (items.length > MAX_ROWS) throw invalidInput("/payload", `has more than ${MAX_ROWS} rows`);
    if (to === "json") return { items: stamp(items, SOURCE, now()), warnings: notes, report };

    const { csv, columns, escaped } = writeCsv(items);
    return {
      items: [{ csv, rows: items.length, columns }],
      warnings:
        escaped === 0 ? notes : [...notes, `Fields prefixed with ' so that no spreadsheet runs them: ${escaped}.`],
      report,
    };
  },
});

const NOT_UNICODE = "Halves of surrogate pairs, which are not text, became U+FFFD.";

function read(text: string, from: "json" | "csv" | "xml" | "auto"): Reading {
  const format = from === "auto" ? detectFormat(text) : from === "json" && isJsonLines(text) ? "ndjson" : from;
  if (format === "json") return readJson(text);
  if (format === "ndjson") return readJsonLines(text);
  return format === "xml" ? readXmlItems(text) : readCsvItems(text);
}

function readJson(text: string): Reading {
  const value = jsonValue(text, 1);
  return { items: (Array.isArray(value) ? value : [value]).map(toItem), report: { format: "json" } };
}

function readJsonLines(text: string): Reading {
  const items: Item[] = [];
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() !== "") items.push(toItem(jsonValue(line, index + 1)));
  }
  return { items, report: { format: "ndjson" } };
}

/** The runtime's `invalid_json` is about the body; here the body was fine and one of its fields was not. */
function jsonValue(text: string, firstLine: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof HubError) || error.code !== "invalid_json") throw error;
    // Text nested by the ten thousand has no position; of JSON lines at least the line is known.
    const place = / at line (\d+)(, column \d+)/.exec(error.message);
    const isKnown = place !== null || firstLine > 1;
    const where = isKnown ? ` at line ${firstLine + Number(place?.[1] ?? 1) - 1}${place?.[2] ?? ""}` : "";
    throw invalidInput("/payload", `is not JSON${where}`);
  }
}

function readCsvItems(text: string): Reading {
  const { rows, warnings, delimiter, columns } = readCsv(text);
  return { items: rows, warnings, report: { format: delimiter === "\t" ? "tsv" : "csv", delimiter, columns } };
}

function readXmlItems(text: string): Reading {
  const root = readXml(text);
  const children = childrenOf(root);
  const [first] = children;
  const attributes = Object.keys(root.attributes).length > 0 && { root_attributes: root.attributes };
  const isList = !root.hasText && children.length > 1 && children.every(({ name }) => name === first?.name);
  if (!isList) return { items: [xmlItem(valueOf(root))], report: { format: "xml", root: root.name } };
  return {
    items: children.map(({ value }) => xmlItem(value)),
    report: { format: "xml", root: root.name, ...attributes, element: first?.name },
  };
}

function xmlItem(value: string | Item): Item {
  return typeof value === "string" ? { "#text": value } : value;
}
