/** One OpenAPI 3.x document, opened but not parsed: its head is read, its paths and components are slices of bytes. */
import { type JsonObject, isObject, objectOf } from "../../text/foreign.ts";
import { escapePointer, unescapePointer } from "../../text/pointer.ts";
import { type Slice, decodeSlice, membersOf } from "../spec/slice.ts";

export interface Description {
  readonly bytes: Uint8Array;
  /** Everything but `paths`, `webhooks` and `components`. */
  readonly head: JsonObject;
  /** By path template, for example "/pets/{id}". */
  readonly paths: ReadonlyMap<string, Slice>;
  /** Names of what the provider itself calls. */
  readonly webhooks: readonly string[];
  /** By JSON Pointer, for example "/components/schemas/Pet". */
  readonly components: ReadonlyMap<string, Slice>;
}

const SLICED = new Set(["paths", "webhooks", "components", "x-webhooks"]);

/** @throws {SyntaxError} when the bytes are not JSON, or no OpenAPI 3.x document. */
export function openDescription(bytes: Uint8Array): Description {
  const top = membersOf(bytes);
  const head: JsonObject = Object.fromEntries(
    [...top]
      .filter(([key]) => !SLICED.has(key))
      .map(([key, slice]) => [key, JSON.parse(decodeSlice(bytes, slice)) as unknown]),
  );
  if (typeof head.openapi !== "string" || !head.openapi.startsWith("3.")) {
    throw new SyntaxError(`no "openapi" version 3.x`);
  }
  const webhooks = [...membersAt(bytes, top.get("webhooks")).keys(), ...membersAt(bytes, top.get("x-webhooks")).keys()];
  return { bytes, head, paths: membersAt(bytes, top.get("paths")), webhooks, components: componentsOf(bytes, top) };
}

/** Parses one slice; a slice that is no object counts as an empty one. */
export function parsePart(description: Description, slice: Slice): JsonObject {
  return objectOf(JSON.parse(decodeSlice(description.bytes, slice)));
}

/** The security schemes, by name. */
export function securitySchemesOf(description: Description): ReadonlyMap<string, JsonObject> {
  const schemes = new Map<string, JsonObject>();
  for (const [pointer, slice] of description.components) {
    const name = /^\/components\/securitySchemes\/(.+)$/.exec(pointer)?.[1];
    if (name === undefined) continue;
    const scheme: unknown = parsePart(description, slice);
    if (isObject(scheme)) schemes.set(unescapePointer(name), scheme);
  }
  return schemes;
}

function componentsOf(bytes: Uint8Array, top: ReadonlyMap<string, Slice>): Map<string, Slice> {
  const components = new Map<string, Slice>();
  for (const [kind, group] of membersAt(bytes, top.get("components"))) {
    for (const [name, slice] of membersOf(bytes, group.start)) {
      components.set(`/components/${escapePointer(kind)}/${escapePointer(name)}`, slice);
    }
  }
  return components;
}

function membersAt(bytes: Uint8Array, slice: Slice | undefined): Map<string, Slice> {
  return slice === undefined ? new Map() : membersOf(bytes, slice.start);
}
