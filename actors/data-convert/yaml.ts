/** Reading YAML 1.2 without a tag or an alias doing anything, and without losing a digit: `01067` stays text. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { HubError, invalidInput } from "../../src/runtime/errors.ts";
import { MAX_DEPTH } from "../../src/runtime/json.ts";
import { type RowFields, setField } from "../_shared/rows/fields.ts";
import { isExact } from "./json-number.ts";

/** The reader keeps every blank and comment, so a long text takes long. */
const MAX_CHARS = 256 * 1024;

/** @throws {HubError} `invalid_input` on "/payload" with line and column, or `too_deep`. */
export function readYaml(text: string): unknown {
  if (text.length > MAX_CHARS)
    throw invalidInput("/payload", "is YAML of more than 256 KiB: send it as JSON or JSON lines");
  if (/^[^\S\n]{400}/m.test(text) || /[[{]{200}|(?:- ){200}/.test(text)) throw tooDeep();
  const lines = new LineCounter();
  let document;
  try {
    document = parseDocument(text, {
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
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw invalidInput(
      "/payload",
      `is not YAML at line ${line}, column ${col}: ${fault.code.toLowerCase().replaceAll("_", " ")}`,
    );
  }
  return valueOf(document.contents, 0);
}

function valueOf(node: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw tooDeep();
  if (isAlias(node)) throw invalidInput("/payload", "is YAML with aliases; write out what they stand for");
  if (isSeq(node)) return node.items.map((item) => valueOf(item, depth + 1));
  if (isMap(node)) {
    const fields: RowFields = {};
    for (const { key, value } of node.items) {
      const name = String(valueOf(key, depth + 1));
      if (Object.hasOwn(fields, name)) throw invalidInput("/payload", "is YAML that has a key twice in one mapping");
      setField(fields, name, valueOf(value, depth + 1));
    }
    return fields;
  }
  if (!isScalar(node)) return null;
  const text = String(node.value ?? "");
  return node.type === "PLAIN" ? plainValue(text) : text;
}

/** The core schema of YAML 1.2.2 section 10.3, as far as it is lossless. */
function plainValue(text: string): unknown {
  if (/^(?:null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text) && isExact(text) ? Number(text) : text;
}

function tooDeep(): HubError {
  return new HubError("too_deep", `The YAML nests deeper than ${MAX_DEPTH} levels.`);
}
