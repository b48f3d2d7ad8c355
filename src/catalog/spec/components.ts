/**
 * The components that an operation needs, gathered from the parts of its description: nearest first, until the size limit,
 * and in turns where there are many.
 */
import { inertDocument } from "../../text/inert.ts";
import type { LongWork } from "../../text/long-work.ts";
import { type JsonObject, isObject } from "../../text/foreign.ts";
import { unescapePointer } from "../../text/pointer.ts";
import { type Follow, type ComponentKind, convertComponent } from "./convert.ts";
import { MAX_HOPS, pointerOf } from "./path-item.ts";
import { LEADS_NOWHERE } from "./schema.ts";
import { trimComponent } from "./trim.ts";

/** Of all components together, as JSON text. */
const MAX_COMPONENT_CHARS = 200_000;
/** Of one component; a larger one is cut whole. */
const MAX_ONE_CHARS = 60_000;
/** References to more lead nowhere. */
const MAX_COMPONENTS = 2_000;
const MAX_NAME_CHARS = 200;
/** To read and convert components of as many characters takes a few milliseconds. */
const TURN_CHARS = 16_000;
/** Of short ones. */
const TURN_COMPONENTS = 50;

/** Where an import keeps what stood in other files than the description. */
export const OTHER_FILES = "x-files";

interface ComponentName {
  readonly kind: ComponentKind;
  readonly pointer: string;
  readonly name: string;
}

/** Gathers what is referred to, breadth first, so that what is cut is what is farthest from the operation. */
export function collectComponents(
  read: (pointer: string) => unknown,
  isPart: (pointer: string) => boolean,
  { base, hasSiblings }: { readonly base: string; readonly hasSiblings: boolean },
) {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const queue: ComponentName[] = [];
  const components = new Map<ComponentKind, Map<string, unknown>>();
  const cut: string[] = [];

  const at = (reference: string): unknown => referredPart(reference, read);
  const name = (kind: ComponentKind, reference: string): string | undefined => {
    const pointer = pointerOf(reference);
    if (pointer === undefined) return undefined;
    const [root, section, name, ...deeper] = pointer.split("/").slice(1).map(unescapePointer);
    const isNamed = section === kind || section === OTHER_FILES;
    const isComponent = root === "components" && isNamed && name !== undefined && deeper.length === 0;
    // What lies deeper, or elsewhere, becomes a component of its own: conversion may move what is within another.
    return want(kind, pointer, isComponent ? name : [section, name, ...deeper].slice(-3).join("-"));
  };
  const schemas = Object.assign((reference: string) => name("schemas", reference), { hasSiblings });
  const follow: Follow = Object.assign(name, { at, base, schemas });

  function want(kind: ComponentKind, pointer: string, wish: string): string | undefined {
    const key = `${kind} ${pointer}`;
    const known = names.get(key);
    if (known !== undefined) return `#/components/${kind}/${known}`;
    if (queue.length >= MAX_COMPONENTS || !exists(pointer)) return undefined;
    const name = freeName(kind, wish);
    names.set(key, name);
    queue.push({ kind, pointer, name });
    return `#/components/${kind}/${name}`;
  }

  /** A whole part is read when its turn comes: most are, and none needs to be twice. */
  function exists(pointer: string): boolean {
    const isWhole = pointer.split("/").length === partLengthOf(pointer);
    return isWhole ? isPart(pointer) : partAt(pointer, read) !== undefined;
  }

  /** Component names have a narrow alphabet since 3.0; real ones do not always keep to it. */
  function freeName(kind: ComponentKind, wish: string): string {
    const plain = wish.slice(0, MAX_NAME_CHARS).replace(/[^A-Za-z0-9._-]+/g, "_") || "unnamed";
    let name = plain;
    for (let count = 2; taken.has(`${kind} ${name}`); count++) name = `${plain}_${count}`;
    taken.add(`${kind} ${name}`);
    return name;
  }

  function* finish(): LongWork<{ components: JsonObject; cut: readonly string[] }> {
    let room = MAX_COMPONENT_CHARS;
    let chars = 0;
    let count = 0;
    for (let at = 0; at < queue.length; at++) {
      if (chars > TURN_CHARS || count > TURN_COMPONENTS) {
        chars = count = 0;
        yield;
      }
      const { kind, pointer, name } = queue[at]!;
      const value = room > 0 || kind !== "schemas" ? partAt(pointer, read) : undefined;
      const size = value === undefined ? 0 : JSON.stringify(value).length;
      chars += size;
      count++;
      const isCut = value === undefined || size > Math.min(room, MAX_ONE_CHARS);
      if (isCut) cut.push(`#/components/${kind}/${name}`);
      else room -= size;
      const converted = convert(kind, value, isCut);
      const ofKind = components.get(kind) ?? new Map<string, unknown>();
      components.set(kind, ofKind.set(name, inertDocument(converted ?? emptyOf(kind))));
    }
    return { components: named(components), cut };
  }

  function convert(kind: ComponentKind, value: unknown, isCut: boolean) {
    const isSchema = kind === "schemas";
    if (isCircle(value)) return isSchema ? { description: LEADS_NOWHERE } : undefined;
    if (isCut && isSchema) return { description: "Left out for size." };
    return convertComponent(kind, isCut ? trimComponent(kind, value) : value, follow);
  }

  /** Whether it is a reference to another one, and so on, for ever. */
  function isCircle(value: unknown): boolean {
    let target = value;
    for (let hops = 0; hops < MAX_HOPS; hops++) {
      if (!isObject(target) || typeof target.$ref !== "string") return false;
      target = at(target.$ref);
    }
    return true;
  }

  return { follow, finish };
}

/** As an object, which has names of its own such as "__proto__" only where it is made in one go. */
function named(components: ReadonlyMap<string, ReadonlyMap<string, unknown>>): JsonObject {
  return Object.fromEntries([...components].map(([kind, ofKind]) => [kind, Object.fromEntries(ofKind)]));
}

/** What a reference within the description leads to; `undefined` where it leads elsewhere. */
export function referredPart(reference: string, read: (pointer: string) => unknown): unknown {
  const pointer = pointerOf(reference);
  return pointer && partAt(pointer, read);
}

/** Parts are stored whole: "/components/schemas/Pet/properties/name" is read as a part and then followed within it. */
function partAt(pointer: string, read: (pointer: string) => unknown): unknown {
  const segments = pointer.split("/");
  const partLength = partLengthOf(pointer);
  let value = read(segments.slice(0, partLength).join("/"));
  for (const segment of segments.slice(partLength).map(unescapePointer)) {
    if (Array.isArray(value)) value = value[Number(segment)];
    else value = isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  }
  return value;
}

/** How many segments name a part, the empty one before the first slash included. */
function partLengthOf(pointer: string): number {
  return pointer.startsWith("/components/") ? 4 : 3;
}

/** What stands for a component that cannot be made valid. */
function emptyOf(kind: ComponentKind): JsonObject {
  switch (kind) {
    case "responses":
      return { description: "" };
    case "requestBodies":
      return { content: {} };
    case "securitySchemes":
      return { type: "http", scheme: "unknown" };
    case "parameters":
      return { name: "unknown", in: "query", schema: {} };
    default:
      return {};
  }
}
