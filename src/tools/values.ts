/** Finds in a person's words the values that belong to an operation's parameters: places, numbers, names, addresses. */
import { type JsonObject, objectOf, textOf } from "../catalog/foreign.ts";
import { wordsOf, splitIdentifier } from "../catalog/words.ts";

/** One thing that may be filled in. */
export interface Slot {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** What the words hold besides words, and the words without it. */
export interface Said {
  readonly text: string;
  readonly plain: string;
  readonly quoted: readonly string[];
  readonly emails: readonly string[];
  readonly urls: readonly string[];
  readonly dates: readonly string[];
  /** IP addresses. */
  readonly hosts: readonly string[];
  readonly coordinates: readonly [number, number] | undefined;
  readonly ownerRepo: readonly [string, string] | undefined;
  readonly places: readonly string[];
  readonly codes: readonly string[];
}

const PLACE =
  /\b(?:in|for|at|near|of|to|from|around)\s+((?:\p{Lu}[\p{L}'’-]+)(?:\s+(?:de|da|do|of|la|le)?\s*\p{Lu}[\p{L}'’-]+){0,3})/gu;

/** What only introduces a quoted value. */
const INTRODUCTION =
  /\b(?:named|titled|called|saying|with (?:the )?(?:title|text|message|name|subject)|about|for)\s+(["“])/gi;

/** `isName` tells the names of services, which are no values. */
export function listen(text: string, isName: (word: string) => boolean): Said {
  const quoted = [...text.matchAll(/["“”]([^"“”]{1,300})["“”]|(?<![\p{L}])'([^']{1,300})'(?![\p{L}])/gu)].map(
    ([, a, b]) => a ?? b ?? "",
  );
  const emails = text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? [];
  const urls = text.match(/https?:\/\/[^\s"'<>]+/g) ?? [];
  const dates = text.match(/\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?\b/g) ?? [];
  const hosts = text.match(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g) ?? [];
  const pair = /(-?\d{1,3}\.\d+)\s*[,/ ]\s*(-?\d{1,3}\.\d+)/.exec(text);
  const repo = /(?<![\w/.@-])([A-Za-z0-9][\w-]*)\/([\w.-]+)(?![\w/])/.exec(withoutAll(text, [...urls, ...quoted]));
  const bare = withoutAll(text, [...quoted, ...emails, ...urls]);
  const places = [...bare.matchAll(PLACE)]
    .map(([, place = ""]) => place.trim())
    .filter((place) => !place.split(/\s+/).some(isName));
  const codes = (bare.match(/\b[A-Z]{2,5}\b/g) ?? []).filter((code) => !isName(code));
  const taken = [...quoted, ...emails, ...urls, ...dates, ...hosts, ...places, pair?.[0] ?? "", repo?.[0] ?? ""];
  return {
    text,
    plain: withoutAll(text.replace(INTRODUCTION, " $1"), taken)
      .replace(/["“”]|\b\d+(?:\.\d+)?\b/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
    quoted,
    emails,
    urls,
    dates,
    hosts,
    coordinates: pair === null ? undefined : [Number(pair[1]), Number(pair[2])],
    ownerRepo: repo === null ? undefined : [repo[1] ?? "", repo[2] ?? ""],
    places,
    codes,
  };
}

/** The values of the slots that the words fill, each used once. What is doubtful is left for the caller. */
export function fill(said: Said, slots: readonly Slot[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const used = new Set<unknown>();
  const rules = [named, typed, placed, counted, listed];
  for (const rule of rules) {
    for (const slot of [...slots].sort((a, b) => Number(b.required) - Number(a.required))) {
      if (Object.hasOwn(values, slot.name)) continue;
      const value = rule(slot, said, used);
      if (value === undefined) continue;
      const fitting = ofType(value, slot.schema);
      if (fitting === undefined) continue;
      values[slot.name] = fitting;
      used.add(value);
    }
  }
  return values;
}

/** "titled …", "id 42", "limit=5": the slot's own name stands before the value. */
function named({ name }: Slot, { text }: Said, used: ReadonlySet<unknown>): unknown {
  const words = wordsOf(splitIdentifier(name)).join("[\\s_-]*");
  if (words === "" || ["q", "in", "to", "from"].includes(words)) return undefined;
  const pattern = new RegExp(
    `\\b${words}(?:d|led|s)?\\b\\s*(?:is|of|=|:|named|called)?\\s*(?:["“']([^"”']+)["”']|([\\w.-]*\\d[\\w.-]*|(?<==)[\\w.-]+))`,
    "iu",
  );
  const found = pattern.exec(text);
  const value = found?.[1] ?? found?.[2];
  return value === undefined || used.has(value) ? undefined : value;
}

/** The value's shape says what it is. */
function typed({ name, schema }: Slot, said: Said, used: ReadonlySet<unknown>): unknown {
  const word = wordsOf(splitIdentifier(name)).join(" ");
  const free = (values: readonly unknown[]) => values.find((value) => !used.has(value));
  if (said.coordinates !== undefined && /^(?:lat|latitude)$/.test(word)) return said.coordinates[0];
  if (said.coordinates !== undefined && /^(?:lon|lng|long|longitude)$/.test(word)) return said.coordinates[1];
  if (said.ownerRepo !== undefined && /^(?:owner|workspace|namespace)$/.test(word)) return said.ownerRepo[0];
  if (said.ownerRepo !== undefined && /^(?:repo|repository|repo slug)$/.test(word)) return said.ownerRepo[1];
  if (/\b(?:ip|ip address|host|query)\b/.test(word) && said.hosts.length > 0) return free(said.hosts);
  if (/\b(?:from|reply|sender)\b/.test(word)) return undefined; // Whoever is written to is not who writes.
  if (/\be ?mail\b|^to$|recipient/.test(word) || schema.format === "email") return free(said.emails);
  if (/\b(?:url|uri|link|website)\b/.test(word) || schema.format === "uri") return free(said.urls);
  if (/\bdate\b|\bday\b|^(?:since|until)$/.test(word) || schema.format === "date") return free(said.dates);
  if (/\b(?:currency|base|symbol|symbols)\b/.test(word)) return free(said.codes);
  if (
    /^(?:title|name|text|message|body|subject|summary|content|caption|query|q|term|keyword|search|expression)\b/.test(
      word,
    )
  )
    return free(said.quoted);
  return undefined;
}

function placed({ name }: Slot, { places }: Said, used: ReadonlySet<unknown>): unknown {
  const word = wordsOf(splitIdentifier(name)).join(" ");
  if (!/\b(?:city|place|location|address|town|area|q|query|near|destination|country|name|search)\b/.test(word))
    return undefined;
  return places.find((place) => !used.has(place));
}

/** "the first 5", "top 10", "3 days": how many. */
function counted({ name }: Slot, { text }: Said, used: ReadonlySet<unknown>): unknown {
  const word = wordsOf(splitIdentifier(name)).join(" ");
  const days = /\b(\d{1,3})[\s-]*days?\b/i.exec(text)?.[1];
  if (days !== undefined) return /^(?:forecast )?days$|^cnt$/.test(word) && !used.has(days) ? days : undefined;
  if (!/^(?:limit|per page|page size|count|max results|size|top|num results|number|rows|first|max|n)$/.test(word))
    return undefined;
  const many =
    /\b(?:first|top|last|latest|newest|next|only|limit(?: of)?|at most|up to)\s+(\d{1,4})\b/i.exec(text)?.[1] ??
    /\b(\d{1,4})\s+\p{L}+s\b/u.exec(text)?.[1];
  return many === undefined || used.has(many) ? undefined : many;
}

/** A word that is one of the few values there are. */
function listed({ name, schema }: Slot, { text }: Said): unknown {
  const values = Array.isArray(schema.enum)
    ? schema.enum.filter((one) => typeof one === "string" && one.length > 2)
    : [];
  const said = new Set(wordsOf(text));
  const found = values.filter((one) => said.has(String(one).toLowerCase()));
  // A value that is a common verb ("get", "create") or stands in the slot's own name says nothing.
  return found.length === 1 &&
    !/^(?:get|create|list|all|new|json|name|date|order)$/i.test(String(found[0])) &&
    !wordsOf(name).includes(String(found[0]))
    ? found[0]
    : undefined;
}

function ofType(value: unknown, { type }: JsonObject): unknown {
  const types = [type].flat();
  if (types.includes("integer")) return Number.isInteger(Number(value)) ? Number(value) : undefined;
  if (types.includes("number")) return Number.isFinite(Number(value)) ? Number(value) : undefined;
  if (types.includes("array")) return [String(value)];
  if (types.includes("object") || types.includes("boolean")) return undefined;
  return String(value);
}

function withoutAll(text: string, parts: readonly string[]): string {
  return parts.filter((part) => part !== "").reduce((left, part) => left.replaceAll(part, " "), text);
}

/** The slots of a JSON body: its own fields, not those of what it holds. */
export function bodySlots(schema: JsonObject): Slot[] {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(objectOf(schema.properties)).map(([name, property]) => ({
    name,
    schema: objectOf(property),
    required: required.has(name) && textOf(name) !== "",
  }));
}
