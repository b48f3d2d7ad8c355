/**
 * The second opinion on requests: swagger-client builds the same call of the same description, and what the two write
 * is brought into one form, so that only what a server would read otherwise differs.
 */
import SwaggerClient from "swagger-client";
import type { AnySchema } from "./described.ts";
import type { MadeUp } from "./generate.ts";

/** A request as a server reads it: each part by a name, "query filter" or "body name". */
export type Readings = ReadonlyMap<string, string>;

/** What the client would send; a text says why it sends nothing. */
export async function buildWithClient(
  document: AnySchema,
  { params, body, contentType }: MadeUp,
): Promise<Readings | string> {
  const [[path, item]] = Object.entries<AnySchema>(document.paths) as [[string, AnySchema]];
  const [[method, operation]] = Object.entries<AnySchema>(item) as [[string, AnySchema]];
  const spec = inlined(
    { ...document, paths: { [path]: { [method]: { ...operation, operationId: "call", security: [] } } }, security: [] },
    document,
  );
  const named = spec.paths[path][method].parameters ?? [];
  // A name that stands in two places is told apart by its place.
  const parameters = Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const place = ["path", "query", "header"].find((one) =>
        named.some((p: AnySchema) => p.name === name && p.in === one),
      );
      return [place === undefined ? name : `${place}.${name}`, value];
    }),
  );
  try {
    const request = SwaggerClient.buildRequest({
      spec,
      operationId: "call",
      parameters,
      ...(body !== undefined && { requestBody: body }),
      ...(contentType !== undefined && { requestContentType: contentType }),
    });
    let sent: AnyRequest | undefined;
    const userFetch = async (url: string, { method: verb, headers = {}, body: written }: AnySchema) => {
      const fields = written instanceof FormData ? await fieldsOf(written) : undefined;
      sent = { method: verb, url, headers, ...(fields ? { fields } : { body: written }) };
      return new Response("");
    };
    await SwaggerClient.http({ ...request, userFetch });
    if (sent === undefined) throw new Error("nothing was sent");
    return readingsOf(sent);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export interface AnyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Of a multipart body. */
  readonly fields?: readonly (readonly [name: string, value: string])[];
}

/** Encoding is taken off where both a plus and "%20", or "!" and "%21", mean the same. */
export function readingsOf({ method, url, headers, body, fields }: AnyRequest): Readings {
  const readings = new Map<string, string>([["method", method.toUpperCase()]]);
  const [address = "", search = ""] = split(url, "?");
  readings.set("address", address.split("/").map(decoded).join(" / "));
  const add = (place: string, name: string, value: string): void => {
    const key = `${place} ${name}`;
    readings.set(key, readings.has(key) ? `${readings.get(key)} & ${value}` : value);
  };
  for (const pair of search === "" ? [] : search.split("&")) {
    const [name, value] = split(pair, "=");
    add("query", decoded(name), decoded(value));
  }
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (!["user-agent", "accept", "content-type", "cookie"].includes(key)) readings.set(`header ${key}`, String(value));
  }
  const type = String(Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "");
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  if (fields !== undefined) for (const [name, value] of fields) add("field", name, value);
  else if (typeof text === "string" && /urlencoded/.test(type)) {
    for (const pair of text === "" ? [] : text.split("&")) {
      const [name, value] = split(pair, "=");
      add("field", decoded(name), decoded(value));
    }
  } else if (text !== undefined && text !== null) {
    // The client leaves the writing of JSON to what sends it.
    const written = typeof text === "string" ? text : JSON.stringify(text);
    readings.set("body", /json/.test(type) ? canonical(written) : written);
  }
  return readings;
}

/** The fields of a form as pairs; a file is its content. */
export async function fieldsOf(form: FormData): Promise<[string, string][]> {
  return Promise.all(
    [...form].map(async ([name, value]): Promise<[string, string]> => [
      name,
      typeof value === "string" ? value : await value.text(),
    ]),
  );
}

/** Every reference to a component replaced by it, as the client wants parameters and bodies; circles end in nothing. */
function inlined(value: AnySchema, document: AnySchema, above: readonly string[] = []): AnySchema {
  if (Array.isArray(value)) return value.map((one) => inlined(one, document, above));
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.$ref === "string") {
    const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(value.$ref) ?? [];
    const target = document.components?.[kind]?.[name];
    if (target === undefined || above.includes(value.$ref) || above.length > 6) return {};
    return inlined(target, document, [...above, value.$ref]);
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "components")
      .map(([key, one]) => [key, inlined(one, document, above)]),
  );
}

function canonical(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", "%20"));
  } catch {
    return text;
  }
}

function split(text: string, at: string): [string, string] {
  const place = text.indexOf(at);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place + 1)];
}
