/**
 * How parameters are written (OpenAPI 3.1, "Style Values"): text, lists and objects in every style, exploded or not.
 * What the specification leaves open is written as most servers read it: lists in `deepObject` as "name[]=", of objects as "name[0][field]=".
 */
import { encode, encodeReserved, encodeSegments } from "./encode.ts";
import { kindOf } from "../../text/media-types.ts";
import type { Parameter } from "./operation.ts";
import { isObject, type JsonObject } from "../../text/foreign.ts";

type Encode = (text: string) => string;

/** Name and value pairs of a query, encoded. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** A value as it stands in a path. */
export function pathText(parameter: Parameter, value: unknown): string {
  const { name, style, explode, mediaType, hasSegments } = parameter;
  if (mediaType !== undefined) return encode(documentText(mediaType, value));
  const written: Encode = hasSegments ? encodeSegments : encode;
  switch (style) {
    case "label":
      return `.${joined(value, explode, written, explode ? "." : ",")}`;
    case "matrix":
      return matrix(encode(name), value, explode);
    default:
      return joined(value, explode, written, ",");
  }
}

/** A value as it stands in a header. It is not encoded: what headers cannot hold was refused before. */
export function headerText({ explode, mediaType }: Parameter, value: unknown): string {
  if (mediaType !== undefined) return documentText(mediaType, value);
  return joined(value, explode, (text) => text, ",");
}

/** A value as the pairs of a query, or of a form. */
export function queryPairs(
  parameter: Omit<Parameter, "in" | "schema" | "required" | "hasSegments">,
  value: unknown,
): Pairs {
  const { style, explode, allowReserved, mediaType } = parameter;
  const written: Encode = allowReserved ? encodeReserved : encode;
  const name = encode(parameter.name);
  if (mediaType !== undefined) return [[name, written(documentText(mediaType, value))]];
  if (style === "deepObject") return deepPairs(parameter.name, value, written);
  const delimiter = DELIMITERS[style] ?? ",";
  if (Array.isArray(value)) {
    const items = value.map((item) => written(plain(item)));
    return explode ? items.map((item) => [name, item] as const) : [[name, items.join(delimiter)]];
  }
  if (isObject(value)) {
    const fields = membersOf(value).map(([key, field]) => [written(key), written(plain(field))] as const);
    return explode ? fields : [[name, fields.flat().join(delimiter)]];
  }
  return [[name, written(plain(value))]];
}

/** Whether a field of a form is written by a style, as a parameter of the query would be. */
export function isStyled({ style, explode, allowReserved }: JsonObject): boolean {
  return typeof style === "string" || typeof explode === "boolean" || allowReserved === true;
}

/** A field by the style of its encoding. */
export function styledPairs(name: string, value: unknown, { style, explode, allowReserved }: JsonObject): Pairs {
  const known = typeof style === "string" ? style : "form";
  return queryPairs(
    {
      name,
      style: known,
      explode: typeof explode === "boolean" ? explode : known === "form" || known === "deepObject",
      allowReserved: allowReserved === true,
    },
    value,
  );
}

const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

function deepPairs(name: string, value: unknown, written: Encode): Pairs {
  // Without its number nobody could tell where an object in a list ends.
  if (Array.isArray(value))
    return value.flatMap((item, at) =>
      deepPairs(`${name}[${typeof item === "object" && item !== null ? at : ""}]`, item, written),
    );
  if (isObject(value)) return membersOf(value).flatMap(([key, field]) => deepPairs(`${name}[${key}]`, field, written));
  return [[encode(name), written(plain(value))]];
}

/** Without those that are null: they are left out of a query, as a parameter is (RFC 6570, section 2.3). */
function membersOf(value: JsonObject): [string, unknown][] {
  return Object.entries(value).filter(([, field]) => field !== null);
}

function joined(value: unknown, explode: boolean, written: Encode, delimiter: string): string {
  if (Array.isArray(value)) return value.map((item) => written(plain(item))).join(delimiter);
  if (!isObject(value)) return written(plain(value));
  const fields = Object.entries(value).map(([key, field]) => [written(key), written(plain(field))] as const);
  return fields.map((field) => field.join(explode ? "=" : delimiter)).join(delimiter);
}

function matrix(name: string, value: unknown, explode: boolean): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => encode(plain(item)));
    return explode ? items.map((item) => `;${name}=${item}`).join("") : `;${name}=${items.join(",")}`;
  }
  if (isObject(value)) {
    const fields = Object.entries(value).map(([key, field]) => [encode(key), encode(plain(field))] as const);
    return explode ? fields.map((field) => `;${field.join("=")}`).join("") : `;${name}=${fields.flat().join(",")}`;
  }
  const text = encode(plain(value));
  return text === "" ? `;${name}` : `;${name}=${text}`;
}

/** A value within another is written as JSON where no style says how. */
export function plain(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** Whether every text in a value, names of fields included, can be sent: half a character cannot. */
export function isWellFormed(value: unknown): boolean {
  return textsOf(value).every((text) => text.isWellFormed());
}

/** Every text in a value, names of fields included. */
export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isObject(value)) return [plain(value)];
  return Object.entries(value).flatMap(([name, field]) => [name, ...textsOf(field)]);
}

function documentText(mediaType: string, value: unknown): string {
  return kindOf(mediaType) === "json" || typeof value === "object" ? JSON.stringify(value) : plain(value);
}
