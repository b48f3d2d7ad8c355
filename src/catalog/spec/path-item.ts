/** Path items: behind references, and with the methods that came with OpenAPI 3.2. */
import { type JsonObject, isObject, objectOf } from "../../text/foreign.ts";

/** The methods that have a field of their own. */
export const METHODS = ["get", "post", "put", "patch", "delete", "head", "options", "trace", "query"] as const;

const KNOWN: ReadonlySet<string> = new Set(METHODS);
/** It opens a tunnel and is no operation. */
const NEVER = new Set(["CONNECT"]);
const TOKEN = /^[A-Za-z][A-Za-z0-9-]{0,29}$/;
/** References one behind the other; more of them are a circle. */
export const MAX_HOPS = 10;

/** The item itself, or what its reference leads to with what stands beside the reference; `undefined` where it leads nowhere. */
export function followItem(item: JsonObject, read: (reference: string) => unknown): JsonObject | undefined {
  let at = item;
  for (let hops = 0; typeof at.$ref === "string"; hops++) {
    const { $ref, ...beside } = at;
    const target = hops < MAX_HOPS ? read($ref) : undefined;
    if (!isObject(target)) return undefined;
    at = { ...target, ...beside };
  }
  return at;
}

/** Where a reference leads that a pointer of this document can be, for example "/components/pathItems/pets". */
export function pointerOf(reference: string): string | undefined {
  if (!reference.startsWith("#/")) return undefined;
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}

/** By method as it is sent. What has a method but is no operation is told as `undefined`. */
export function operationsOf(item: JsonObject): (readonly [method: string, operation: JsonObject | undefined])[] {
  const own = METHODS.filter((method) => Object.hasOwn(item, method)).map(
    (method) => [method.toUpperCase(), item[method]] as const,
  );
  const additional = Object.entries(objectOf(item.additionalOperations));
  return [...own, ...additional].map(([method, operation]) => [
    method,
    isObject(operation) && TOKEN.test(method) && !NEVER.has(method.toUpperCase()) ? operation : undefined,
  ]);
}

export function operationAt(item: JsonObject, method: string): JsonObject {
  return objectOf(operationsOf(item).find(([name, operation]) => name === method && operation !== undefined)?.[1]);
}

/** A path item with one operation. */
export function itemWith(method: string, operation: JsonObject): JsonObject {
  const field = method.toLowerCase();
  const isField = KNOWN.has(field) && field.toUpperCase() === method;
  return isField ? { [field]: operation } : { additionalOperations: { [method]: operation } };
}

/** The version of OpenAPI that knows a method. */
export function openapiFor(method: string): "3.1.0" | "3.2.0" {
  const field = method.toLowerCase();
  return KNOWN.has(field) && field !== "query" && field.toUpperCase() === method ? "3.1.0" : "3.2.0";
}
