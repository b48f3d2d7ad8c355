/**
 * The x402 extensions of a 402: `bazaar` says how the resource is called (specs/extensions/bazaar.md), and
 * `payment-identifier` that a payer may name its payment, so that a repeat is told from a second one.
 */
import type { JsonObject } from "../text/foreign.ts";
import type { Listing } from "../runtime/payment/listing.ts";
import type { Purchasable } from "../runtime/ports/payment.ts";
import { canonicalJson } from "../runtime/canonical-json.ts";
import { servedSchema } from "../runtime/served-schema.ts";

/** What an extension announces, and the JSON Schema of it. A client echoes the info, and may add to it. */
export interface Extension {
  readonly info: Readonly<Record<string, unknown>>;
  readonly schema: JsonObject;
  /** Of "bazaar": which paths are the same resource. */
  readonly routeTemplate?: string;
}

export type Extensions = Readonly<Record<string, Extension>>;

export const PAYMENT_IDENTIFIER = "payment-identifier";
export const IDENTIFIER = /^[A-Za-z0-9_-]{16,128}$/;

const DIALECT = "https://json-schema.org/draft/2020-12/schema";
/** A longer example says no more about an answer's shape. */
const MAX_EXAMPLE_CHARS = 700;
/** Keywords that explain a value without saying which ones are valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set(["title", "description", "default", "examples", "$comment"]);

const IDENTIFIER_EXTENSION: Extension = {
  info: { required: false },
  schema: {
    $schema: DIALECT,
    type: "object",
    properties: {
      required: { type: "boolean" },
      id: { type: "string", minLength: 16, maxLength: 128, pattern: IDENTIFIER.source },
    },
    required: ["required"],
  },
};

/** Everything that is announced of a purchasable. */
export function extensionsOf({ method, listing }: Pick<Purchasable, "method" | "listing">): Extensions {
  return {
    ...(listing !== undefined && { bazaar: bazaarOf(method, listing, servedSchema(listing.input)) }),
    [PAYMENT_IDENTIFIER]: IDENTIFIER_EXTENSION,
  };
}

/** Whether what a client sends back of what was announced still says so. It may leave extensions out, and add to them. */
export function isEchoed(
  sent: Readonly<Record<string, { readonly info?: JsonObject | undefined }>>,
  announced: Extensions,
): boolean {
  return Object.entries(announced).every(
    ([name, { info }]) => !Object.hasOwn(sent, name) || contains(sent[name]?.info, info),
  );
}

function contains(sent: unknown, announced: unknown): boolean {
  if (typeof announced !== "object" || announced === null || Array.isArray(announced))
    return canonicalJson(sent) === canonicalJson(announced);
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return false;
  return Object.entries(announced).every(
    ([name, value]) => Object.hasOwn(sent, name) && contains((sent as JsonObject)[name], value),
  );
}

/**
 * The same, in ever fewer words, the fullest first: a header has little room. The info is never touched, since it is
 * what a client has to echo. The schema of the input loses what only explains, then all but names and types of its
 * fields, then itself; last, what does not fit is not announced.
 */
export function* shorterExtensions({
  method,
  listing,
}: Pick<Purchasable, "method" | "listing">): Generator<Extensions> {
  const identifier = { [PAYMENT_IDENTIFIER]: IDENTIFIER_EXTENSION };
  if (listing !== undefined) {
    const full = servedSchema(listing.input);
    for (const schema of [full, unexplained(full) as JsonObject, outline(full), { type: "object" }])
      yield { bazaar: bazaarOf(method, listing, schema), ...identifier };
  }
  yield identifier;
}

function bazaarOf(method: Purchasable["method"], { example, output, route }: Listing, schema: JsonObject): Extension {
  const field = method === "GET" ? "queryParams" : "body";
  const isBody = field === "body";
  const isShown = output !== undefined && JSON.stringify(output).length <= MAX_EXAMPLE_CHARS;
  const input = {
    type: "object",
    properties: {
      type: { type: "string", const: "http" },
      method: { type: "string", enum: [method] },
      ...(isBody && { bodyType: { type: "string", enum: ["json"] } }),
      [field]: { type: "object", ...schema },
      ...(route && { pathParams: servedSchema(route.params) }),
    },
    required: ["type", "method", ...(isBody ? ["bodyType", "body"] : [])],
    additionalProperties: false,
  };
  return {
    ...(route && { routeTemplate: route.template }),
    info: {
      input: { type: "http", method, ...(isBody && { bodyType: "json" }), [field]: example },
      output: { type: "json", ...(isShown && { example: output }) },
    },
    schema: {
      $schema: DIALECT,
      type: "object",
      properties: { input, output: { type: "object", properties: { type: { type: "string" } }, required: ["type"] } },
      required: ["input"],
    },
  };
}

function unexplained(schema: unknown, isNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => unexplained(each));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => isNames || !ANNOTATIONS.has(key));
  // Under "properties" stand names, which may be words like "title" themselves.
  return Object.fromEntries(kept.map(([key, value]) => [key, unexplained(value, !isNames && key === "properties")]));
}

function outline({ properties = {}, required }: JsonObject): JsonObject {
  const fields = Object.entries(properties as Record<string, JsonObject>); // An object schema's.
  const types = fields.map(([name, { type }]) => [name, type === undefined ? {} : { type }]);
  return { type: "object", properties: Object.fromEntries(types), ...(required !== undefined && { required }) };
}
