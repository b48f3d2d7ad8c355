/** Requests of an operation of the OpenAPI document: valid ones, and ones that one thing is wrong with. */
import fc from "fast-check";
import { arbitraryOf, type Json, mutated, resolve } from "./arbitrary.ts";

export interface FuzzOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}

export interface FuzzRequest {
  /** From the slash on. */
  readonly target: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Parts {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Values that exist, by the name of the parameter that may carry them. */
export type Pool = Readonly<Record<string, readonly string[]>>;

export function operationsOf(document: Json): FuzzOperation[] {
  return Object.entries(document["paths"] as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: String(operation["operationId"]),
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

export function validRequests(one: FuzzOperation, root: Json, pool: Pool): fc.Arbitrary<FuzzRequest> {
  return partsOf(one, root, pool).map((parts) => written(one, parts));
}

export function mutatedRequests(one: FuzzOperation, root: Json, pool: Pool): fc.Arbitrary<FuzzRequest> {
  return partsOf(one, root, pool).chain((parts) =>
    fc.oneof(
      mutated(parts.body).map((body) => written(one, { ...parts, body })),
      mutated(parts.query).map((query) =>
        written(one, { ...parts, query: isObject(query) ? query : { q: String(query) } }),
      ),
      fc
        .string({ minLength: 1, maxLength: 80, unit: "grapheme" })
        .map((text) =>
          written(one, { ...parts, path: Object.fromEntries(Object.keys(parts.path).map((name) => [name, text])) }),
        ),
      fc
        .constantFrom(
          "{",
          "[]",
          "nul",
          '{"a":1}x',
          `${"[".repeat(300)}${"]".repeat(300)}`,
          '{"__proto__":{"a":1}}',
          "\ufeff{}",
        )
        .map((body) => ({ ...written(one, parts), ...(one.method !== "GET" && { body }) })),
      fc
        .constantFrom<Record<string, string>>(
          { "content-type": "application/xml" },
          { "content-encoding": "gzip" },
          { "x-api-key": "hub_live_nonsense" },
          { "payment-signature": "nonsense" },
          { "payment-signature": Buffer.from('{"x402Version":2,"accepted":{},"payload":{}}').toString("base64") },
          { "idempotency-key": "short" },
          { "cache-control": "only-if-cached" },
          { authorization: "Bearer wrong" },
          { origin: "https://elsewhere.example", "content-type": "text/plain" },
        )
        .map((headers) => written(one, { ...parts, headers })),
    ),
  );
}

function partsOf({ operation }: FuzzOperation, root: Json, pool: Pool): fc.Arbitrary<Parts> {
  const parameters = ((operation["parameters"] ?? []) as Json[]).map((one) =>
    typeof one["$ref"] === "string" ? resolve(root, one["$ref"]) : one,
  );
  const place = (where: string): fc.Arbitrary<Record<string, unknown>> => {
    const here = parameters.filter((one) => one["in"] === where);
    const values = here.map((one) => {
      const name = String(one["name"]);
      const known = where === "path" ? (pool[name] ?? []) : [];
      const any = arbitraryOf(one["schema"] as Json, root);
      const value = known.length > 0 ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, any) : any;
      return [name, value] as const;
    });
    const requiredKeys = here.filter((one) => one["required"] === true).map((one) => String(one["name"]));
    return fc.record(Object.fromEntries(values), { requiredKeys });
  };
  const content = (
    operation["requestBody"] as
      { content?: Record<string, { schema: Json; examples?: Record<string, { value: unknown }> }> } | undefined
  )?.content?.["application/json"];
  const examples = Object.values(content?.examples ?? {}).map(({ value }) => value);
  const body =
    content === undefined
      ? fc.constant(undefined)
      : fc.oneof(arbitraryOf(content.schema, root), ...(examples.length > 0 ? [fc.constantFrom(...examples)] : []));
  return fc.record({ path: place("path"), query: place("query"), body, headers: fc.constant({}) });
}

function written({ path, method }: FuzzOperation, { path: values, query, body, headers }: Parts): FuzzRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(String(values[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    search.append(name, wellFormed(typeof value === "string" ? value : JSON.stringify(value ?? null)));
  return {
    target: filled + (search.size > 0 ? `?${search}` : ""),
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    body: method === "GET" || body === undefined ? undefined : JSON.stringify(body),
  };
}

/** One segment: what a client's own library would make "." and ".." of is another path. */
function segment(text: string): string {
  const written = encodeURIComponent(wellFormed(text));
  return /^\.{1,2}$/.test(written) || written === "" ? "_" : written;
}

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
