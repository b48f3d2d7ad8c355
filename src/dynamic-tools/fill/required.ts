/** What a body must hold and nobody spoke of: a list without members, and what a description gives as the default. */
import { wordsOf } from "../../catalog/words/words.ts";
import { kindOf } from "../../text/media-types.ts";
import type { ApiOperation } from "../../proxy/request/operation.ts";
import type { Lookup } from "../../proxy/request/schema.ts";
import { isObject, type JsonObject, listOf, objectOf } from "../../text/foreign.ts";
import type { Constants } from "../slots/constants.ts";
import { followed, mergedSchema } from "../slots/schema.ts";
import type { Slot } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";

const MAX_DEPTH = 8;

/**
 * Only beside something that was said of the body, and where a list's own name was not: whoever speaks of members and
 * names none is asked for them. So is who speaks of a thing that is made of others: the body's own lists of objects.
 */
export function withRequired(constants: Constants, { bodies, lookup }: ApiOperation, text: string): Constants {
  const form = jsonBody(bodies);
  if (form === undefined || constants.body === undefined) return constants;
  const said = new Set(wordsOf(text).map(singular));
  const isSaid = (name: string) =>
    spellOut(name)
      .split(" ")
      .some((word) => said.has(singular(word)));
  const body = completed(constants.body, form.schema, lookup, isSaid, MAX_DEPTH);
  return { ...constants, body: body as NonNullable<Constants["body"]> }; // It stays what it was.
}

/** Where things are listed by a body of which nothing must be given, all are wanted where nothing was said. */
export function withEmptyBody(constants: Constants, { bodyRequired, bodies, lookup }: ApiOperation): Constants {
  const form = jsonBody(bodies);
  const isOpen = bodyRequired && constants.body === undefined && form !== undefined;
  return isOpen && listOf(mergedSchema(form.schema, lookup).required).length === 0
    ? { ...constants, body: {} }
    : constants;
}

function jsonBody(bodies: ApiOperation["bodies"]): ApiOperation["bodies"][number] | undefined {
  return bodies.find(({ mediaType }) => kindOf(mediaType) === "json");
}

/** Whether something stands in a slot, or the list that it is of was left empty. */
export function isGiven({ place, path, name }: Slot, { params, body }: Constants): boolean {
  if (place === "params") return Object.hasOwn(params, name);
  let at: unknown = body;
  for (const step of path) {
    if (Array.isArray(at) && at.length === 0) return true;
    at = isObject(at) || Array.isArray(at) ? (at as JsonObject)[step] : undefined;
  }
  return at !== undefined;
}

function completed(
  value: unknown,
  schema: unknown,
  lookup: Lookup,
  isSaid: (name: string) => boolean,
  depth: number,
): unknown {
  if (depth === 0) return value;
  const own = followed(schema, lookup);
  if (Array.isArray(value)) return value.map((one) => completed(one, own.items, lookup, isSaid, depth - 1));
  if (!isObject(value)) return value;
  const { properties, required } = partsOf(own, lookup, depth);
  const given = Object.entries(value).map(
    ([name, one]) => [name, completed(one, properties[name], lookup, isSaid, depth - 1)] as const,
  );
  const added = [...required]
    .filter((name) => !Object.hasOwn(value, name))
    .flatMap((name) => {
      const { type, items, minItems, default: fallback } = followed(properties[name], lookup);
      if (fallback !== undefined) return [[name, fallback] as const];
      const isList = [type].flat().includes("array") || (type === undefined && items !== undefined);
      const isAsked = Number(minItems) > 0 || isSaid(name) || (depth === MAX_DEPTH && holdsObjects(items, lookup));
      return isList && !isAsked ? [[name, []] as const] : [];
    });
  return Object.fromEntries([...given, ...added]);
}

function holdsObjects(items: unknown, lookup: Lookup): boolean {
  const { type, properties } = followed(items, lookup);
  return type === "object" || properties !== undefined;
}

function partsOf(
  schema: JsonObject,
  lookup: Lookup,
  depth: number,
): { readonly properties: JsonObject; readonly required: ReadonlySet<string> } {
  const parts = depth === 0 ? [] : listOf(schema.allOf).map((one) => partsOf(followed(one, lookup), lookup, depth - 1));
  return {
    properties: Object.assign({}, ...parts.map((one) => one.properties), objectOf(schema.properties)) as JsonObject, // Objects make one.
    required: new Set([...parts.flatMap((one) => [...one.required]), ...listOf(schema.required).map(String)]),
  };
}
