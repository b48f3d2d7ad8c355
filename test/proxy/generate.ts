/** Valid input for an operation, made up from its description by a seeded random source: schemas in, values out. */
import type { AnySchema } from "./described.ts";
import type { Description } from "./described.ts";

export type Random = () => number;

export interface MadeUp {
  readonly params: Record<string, unknown>;
  readonly body?: unknown;
  readonly contentType?: string;
}

const WORDS = [
  "Bern",
  "a b",
  "é",
  "x&y=z",
  "50%",
  "Zürich",
  "q?r#s",
  "plain",
  "a+b",
  "[1]",
  "semi;colon",
  "it's",
  "日本",
];

/** Values for every required parameter and some of the others; `undefined` where the description allows none. */
export function makeInput(description: Description, random: Random): MadeUp | undefined {
  const params: Record<string, unknown> = {};
  const names = description.parameters.map(({ name }) => name);
  for (const parameter of description.parameters) {
    if (names.filter((name) => name === parameter.name).length > 1) return undefined; // One name, two values.
    if (
      parameter.in === "cookie" ||
      /^(?:user-agent|content-type|accept-encoding)$/i.test(parameter.name) ||
      (!parameter.required && random() < 0.5)
    )
      continue;
    const isHeader = parameter.in === "header";
    const value = valueOf(parameter.schema, description, random, {
      depth: 0,
      isPlain: parameter.in !== "query",
      isHeader,
    });
    const isNothing = value === undefined || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
    if (isNothing || description.fault(parameter.schema, value) !== undefined) {
      if (parameter.required) return undefined;
      continue;
    }
    params[parameter.name] = value;
  }
  const form = description.bodies[0];
  if (form === undefined || (!description.bodyRequired && random() < 0.3)) return { params };
  const isText = !/json|form/.test(form.mediaType);
  const body = isText
    ? Buffer.from("<a>1</a>").toString(/xml|text/.test(form.mediaType) ? "utf8" : "base64")
    : valueOf(form.schema, description, random, { depth: 0, isPlain: false, isHeader: false });
  if (/form/.test(form.mediaType) && typeof body !== "object") return undefined;
  if (body === undefined || (!isText && description.fault(form.schema, body) !== undefined)) return undefined;
  return { params, body, contentType: form.mediaType };
}

interface Where {
  readonly depth: number;
  readonly isPlain: boolean;
  readonly isHeader: boolean;
}

function valueOf(schema: AnySchema, description: Description, random: Random, where: Where): unknown {
  const found = description.resolve(schema);
  if (where.depth > 6) return undefined;
  const deeper = { ...where, depth: where.depth + 1 };
  // No style says how lists and objects stand within others.
  if (where.isPlain && where.depth > 0 && /"(?:array|object)"/.test(JSON.stringify(found.type ?? ""))) return undefined;
  if (found.const !== undefined) return found.const;
  if (Array.isArray(found.enum))
    return pick(
      found.enum.filter((one: unknown) => one !== null && one !== ""),
      random,
    );
  const [option] = found.oneOf ?? found.anyOf ?? [];
  if (option !== undefined) return valueOf(option, description, random, deeper);
  if (Array.isArray(found.allOf)) {
    const { allOf, ...own } = found;
    const parts = [...allOf, ...(own.properties ? [own] : [])].map((part) =>
      valueOf(part, description, random, deeper),
    );
    if (parts.some((part) => part === undefined)) return undefined;
    return parts.every((part) => typeof part === "object") ? Object.assign({}, ...parts) : parts.at(-1);
  }
  const type = [found.type].flat().find((one) => one !== "null") ?? (found.properties ? "object" : "string");
  switch (type) {
    case "integer":
    case "number": {
      const low = Number(found.exclusiveMinimum ?? found.minimum ?? 0) + (found.exclusiveMinimum === undefined ? 0 : 1);
      const high = Number(found.maximum ?? low + 50);
      const number = low + Math.floor(random() * Math.max(0, high - low));
      return found.multipleOf ? Math.ceil(number / found.multipleOf) * found.multipleOf : number;
    }
    case "boolean":
      return random() < 0.5;
    case "array": {
      const count = Math.max(
        Number(found.minItems ?? 0),
        Math.min(1 + Math.floor(random() * 2), Number(found.maxItems ?? 9)),
      );
      if (count > 20) return undefined;
      const items = Array.from({ length: count }, () => valueOf(found.items ?? {}, description, random, deeper));
      if (items.includes(undefined)) return found.minItems ? undefined : [];
      return found.uniqueItems ? [...new Map(items.map((item) => [JSON.stringify(item), item])).values()] : items;
    }
    case "object": {
      const required = new Set<string>(found.required ?? []);
      const object: Record<string, unknown> = {};
      for (const [name, property] of Object.entries<AnySchema>(found.properties ?? {})) {
        if (description.resolve(property).readOnly === true) continue;
        if (!required.has(name) && (random() < 0.6 || where.depth > 2)) continue;
        const value = valueOf(property, description, random, deeper);
        if (value !== undefined) object[name] = value;
        else if (required.has(name)) return undefined;
      }
      for (const name of required)
        if (!(name in object) && !Object.hasOwn(found.properties ?? {}, name)) object[name] = "x";
      return object;
    }
    default:
      return textOf(found, random, where);
  }
}

/** A text that fits the pattern, where one of a few does; the odd ones try what an address must encode. */
function textOf(
  { pattern, minLength = 0, maxLength = 200, examples, format }: AnySchema,
  random: Random,
  where: Where,
): unknown {
  if (format === "binary" || format === "byte") return "aGVsbG8=";
  const odd = where.isHeader ? ["Bern", "plain"] : WORDS;
  const long = "a1".repeat(Math.ceil(Math.max(minLength, 1) / 2));
  const dated = format === "date" ? ["2026-01-02"] : format === "date-time" ? ["2026-01-02T03:04:05Z"] : [];
  const candidates = [
    ...dated,
    pick(odd, random),
    "abc",
    "1",
    "12345",
    long,
    long.slice(0, minLength),
    ...(examples ?? []),
  ];
  const fits = (text: unknown): boolean =>
    typeof text === "string" &&
    [...text].length >= Math.max(1, minLength) &&
    [...text].length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, "u").test(text)) &&
    !/(?:^|\/)\.\.?(?:\/|$)/.test(text) &&
    (!where.isHeader || /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text));
  return candidates.find(fits);
}

function pick<T>(values: readonly T[], random: Random): T | undefined {
  return values[Math.floor(random() * values.length)];
}
