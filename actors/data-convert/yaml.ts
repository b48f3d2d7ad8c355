/** Reading YAML 1.2 without a tag or an alias doing anything, and without losing a digit: `01067` stays text. */
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Scalar,
} from "yaml";
import { HubError, invalidInput } from "../../src/runtime/errors.ts";
import { MAX_DEPTH } from "../../src/runtime/json.ts";
import { type RowFields, setField } from "../_shared/rows/fields.ts";
import { lossWarnings } from "./json/json.ts";
import { isExact } from "./json/number.ts";
import type { JsonLosses } from "./json/scan.ts";
import { isYamlKey } from "../../src/text/yaml-lines.ts";

/** The reader keeps every blank and comment, so a long text takes long. */
const MAX_CHARS = 256 * 1024;

/** A list of the documents where there are several, and what is to be said of them. */
export interface YamlReading {
  readonly value: unknown;
  readonly warnings: readonly string[];
  /** What is to be said in the report. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** What of all documents could not be kept. */
interface YamlLosses extends JsonLosses {
  tags: number;
  firstTag?: string;
}

/** Tags of the core schema, which say no more than the value does. */
const CORE_TAG = /^(?:!|tag:yaml\.org,2002:(?:str|int|float|bool|null|map|seq))$/;
const CORE_PREFIX = "tag:yaml.org,2002:";
const STR_TAG = /^(?:!|tag:yaml\.org,2002:str)$/;
const MAX_QUOTED = 40;

/**
 * The documents of a text: one alone is the value, of several each is a row, and of several lists each element.
 * What stands behind the front matter of a page is no YAML: it is told as `facts.body`.
 * @throws {HubError} `invalid_input` on "/payload" with line and column, or `too_deep`.
 */
export function readYaml(text: string): YamlReading {
  if (text.length > MAX_CHARS)
    throw invalidInput("/payload", "is YAML of more than 256 KiB: send it as JSON or JSON lines");
  const { front, body } = frontMatter(text);
  const losses: YamlLosses = { numbers: 0, repeated: 0, tags: 0 };
  const values = documentsOf(front).map(({ contents }) => valueOf(contents, 0, losses));
  const said = values.filter((value) => value !== null);
  const warnings = lossWarnings(losses);
  if (losses.tags > 0) warnings.push(`Tags of YAML are left out: ${losses.tags}, first ${losses.firstTag}.`);
  if (body !== undefined) warnings.push("What stands behind the front matter is in report.body.");
  const facts = { ...(said.length > 1 && { documents: said.length }), ...(body !== undefined && { body }) };
  if (said.length < 2) return { value: said[0] ?? null, warnings, facts };
  return { value: said.every(Array.isArray) ? said.flat() : said, warnings, facts };
}

/** A mapping between two lines of dashes, above something else. */
function frontMatter(text: string): { readonly front: string; readonly body?: string } {
  const found = /^---[^\S\n]*\n[^]*?^---[^\S\n]*$/m.exec(text);
  // Further down these lines part documents.
  if (found === null || text.slice(0, found.index).trim() !== "") return { front: text };
  const end = found.index + found[0].length;
  const body = text.slice(end).replace(/^\r?\n/, "");
  const first = body.split(/\r\n?|\n/).find((line) => !/^\s*(?:#|---|$)/.test(line));
  if (first === undefined || /^(?:\s|[[{]|-(?: |$))/.test(first) || isYamlKey(first)) return { front: text };
  return { front: text.slice(0, text.lastIndexOf("---", end)), body };
}

function documentsOf(text: string): readonly Document[] {
  if (/^[^\S\n]{400}/m.test(text) || /[[{]{200}|(?:- ){200}/.test(text)) throw tooDeep();
  const lines = new LineCounter();
  let documents;
  try {
    documents = parseAllDocuments(text, {
      schema: "failsafe",
      lineCounter: lines,
      prettyErrors: false,
      // The library compares each key with each: that is done below, by name.
      uniqueKeys: false,
      logLevel: "silent",
    });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
  const fault = documents.flatMap(({ errors }) => errors)[0];
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw invalidInput(
      "/payload",
      `is not YAML at line ${line}, column ${col}: ${fault.code.toLowerCase().replaceAll("_", " ")}`,
    );
  }
  return documents;
}

function valueOf(node: unknown, depth: number, losses: YamlLosses): unknown {
  if (depth > MAX_DEPTH) throw tooDeep();
  lookAt(node, losses);
  if (isSeq(node)) return node.items.map((item) => valueOf(item, depth + 1, losses));
  if (isMap(node)) {
    const fields: RowFields = {};
    for (const { key, value } of node.items) {
      const name = nameOf(key, losses);
      if (Object.hasOwn(fields, name)) throw invalidInput("/payload", "is YAML that has a key twice in one mapping");
      setField(fields, name, valueOf(value, depth + 1, losses));
    }
    return fields;
  }
  if (!isScalar(node)) return null;
  const text = textOf(node);
  return node.type === "PLAIN" && !STR_TAG.test(node.tag ?? "") ? plainValue(text, losses) : text;
}

/** A key is text as it is written: as a number, 1e3 would become 1000. */
function nameOf(key: unknown, losses: YamlLosses): string {
  lookAt(key, losses);
  if (isSeq(key) || isMap(key)) throw invalidInput("/payload", "is YAML that has a list or a mapping as a key");
  return isScalar(key) ? textOf(key) : "";
}

function lookAt(node: unknown, losses: YamlLosses): void {
  if (isAlias(node)) throw invalidInput("/payload", "is YAML with aliases; write out what they stand for");
  if (!isNode(node) || node.tag === undefined || CORE_TAG.test(node.tag)) return;
  losses.tags++;
  losses.firstTag ??= node.tag.replace(CORE_PREFIX, "!!").slice(0, MAX_QUOTED);
}

function textOf({ value, source }: Scalar): string {
  // What the library makes of bytes in base64 is no text.
  return typeof value === "string" ? value : (source ?? "");
}

/** The core schema of YAML 1.2.2 section 10.3, as far as it is lossless. */
function plainValue(text: string, losses: YamlLosses): unknown {
  if (/^(?:null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text) && isExact(text)) return Number(text);
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) {
    losses.numbers++;
    losses.firstNumber ??= text.slice(0, MAX_QUOTED);
  }
  return text;
}

function tooDeep(): HubError {
  return new HubError("too_deep", `The YAML nests deeper than ${MAX_DEPTH} levels.`);
}
