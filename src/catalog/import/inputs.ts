/**
 * What the inputs of an operation are called and said to be: parameters, and the properties of the body two levels
 * deep. Whoever describes a wish at length speaks of them; whoever asks in three words does not.
 */
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import { splitIdentifier } from "../words/words.ts";
import { type Description, parsePart } from "./description.ts";
import { compress, decompress } from "../spec/parts.ts";

const MAX_CHARS = 1200;
const MAX_DESCRIPTION = 200;
const BODY_DEPTH = 2;
const PARAMETER_DEPTH = 1;
/** References and alternatives that are followed on the way to one property. */
const MAX_HOPS = 6;

export type ReadInputs = (item: JsonObject, operation: JsonObject) => string;

/** Reads for the operations of one description, which share most of their schemas. */
export function createInputReader(description: Description): ReadInputs {
  const known = new Map<string, string>();

  return (item, operation) => {
    const said: string[] = [];
    for (const raw of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
      const parameter = resolved(raw);
      said.push(words(textOf(parameter.name), parameter), wordsOfSchema(parameter.schema, PARAMETER_DEPTH, MAX_HOPS));
    }
    const [media] = Object.values(objectOf(resolved(operation.requestBody).content));
    said.push(wordsOfSchema(objectOf(media).schema, BODY_DEPTH, MAX_HOPS));
    return said
      .filter((one) => one !== "")
      .join(" ")
      .slice(0, MAX_CHARS);
  };

  function wordsOfSchema(raw: unknown, depth: number, hops: number): string {
    if (!isObject(raw) || depth === 0 || hops === 0) return "";
    const reference = textOf(raw.$ref);
    if (reference !== "") {
      const key = `${reference} ${depth} ${hops}`;
      let text = known.get(key);
      if (text === undefined) known.set(key, (text = wordsOfSchema(resolved(raw), depth, hops - 1)));
      return text;
    }
    const said: string[] = [];
    let chars = 0;
    const add = (text: string): void => {
      if (text !== "") said.push(text);
      chars += text.length;
    };
    for (const [name, property] of Object.entries(objectOf(raw.properties))) {
      if (chars >= MAX_CHARS) break;
      add(words(name, objectOf(property)));
      add(wordsOfSchema(property, depth - 1, hops));
    }
    for (const part of [...listOf(raw.allOf), ...listOf(raw.oneOf), ...listOf(raw.anyOf), raw.items]) {
      if (chars >= MAX_CHARS) break;
      add(wordsOfSchema(part, depth, hops - 1));
    }
    return said.join(" ").slice(0, MAX_CHARS);
  }

  function resolved(raw: unknown): JsonObject {
    let value = objectOf(raw);
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      const slice = description.components.get(textOf(value.$ref).replace(/^#/, ""));
      if (slice === undefined) break;
      try {
        value = parsePart(description, slice);
      } catch {
        return {};
      }
    }
    return value;
  }
}

function words(name: string, { description }: JsonObject): string {
  const text = textOf(description).slice(0, MAX_DESCRIPTION);
  return `${splitIdentifier(name)} ${text.replace(/<[^<>]{1,200}>/g, " ")}`.trim();
}

/** As a document keeps them: pairs of identity and text, compressed as one. */
export function packInputs(texts: ReadonlyMap<number, string>): Uint8Array {
  return compress(JSON.stringify([...texts].filter(([, text]) => text !== "")));
}

export function unpackInputs(bytes: Uint8Array): ReadonlyMap<number, string> {
  // The catalogue wrote it itself, in this shape.
  return new Map(bytes.length === 0 ? [] : (JSON.parse(decompress(bytes).toString()) as [number, string][]));
}
