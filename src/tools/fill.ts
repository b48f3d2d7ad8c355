/** Puts what was said where an operation takes it: by the name of a slot, by the value's own shape, last by elimination. */
import { wordsOf } from "../catalog/words.ts";
import { pointOf, type Said } from "./listen.ts";
import { isAside, ofType, singular, type Slot, spelled } from "./slots.ts";

type Rule = (slot: Slot, said: Said, used: ReadonlySet<unknown>) => unknown;

const RULES: readonly Rule[] = [named, typed, money, placed, counted, listed, alone, sought];

/** The values of the slots that the words fill, each used once. What is doubtful is left for the caller. */
export function fill(said: Said, slots: readonly Slot[], used: Set<unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const order = [...slots].sort((a, b) => Number(b.required) - Number(a.required));
  for (const rule of RULES) {
    for (const slot of order) {
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

/** "titled …", "id 42", "limit=5": the slot's own name, or that of the thing it is the id of, stands before the value. */
function named(slot: Slot, { text }: Said, used: ReadonlySet<unknown>): unknown {
  const word = spelled(slot.name);
  if (word === "" || ["q", "in", "to", "from"].includes(word)) return undefined;
  const thing = singular(word.replace(/ (?:id|ids|number|no|sid|gid|uuid|iid|slug|name|key)$|\d+$/, ""));
  const names = [word, thing, slot.noun ?? ""]
    .filter((one, at, all) => one.length > 1 && all.indexOf(one) === at)
    .map((one) => one.split(" ").join("[\\s_-]*"));
  const value = `(?:["“']([^"”']+)["”']|#?(\\+?[\\w.-]*\\d[\\w.-]*\\w|\\d|(?<==)[\\w.-]+)(?![\\w/]))`;
  for (const one of names) {
    const pattern = new RegExp(
      `\\b${one}(?:d|led|s|es)?\\b\\s*(?:(?:with (?:the )?)?(?:id|number|no\\.?)\\b)?\\s*(?:is|of|=|:|named|called)?\\s*${value}`,
      "giu",
    );
    for (const found of text.matchAll(pattern)) {
      const said = found[1] ?? found[2];
      if (said !== undefined && !used.has(said)) return said;
    }
  }
  return undefined;
}

/** The value's shape says what it is. */
function typed(slot: Slot, said: Said, used: ReadonlySet<unknown>): unknown {
  const { schema } = slot;
  const word = spelled(slot.name);
  const free = (values: readonly unknown[]) => values.find((value) => !used.has(value));
  if (/^(?:lat|latitude)$/.test(word)) return pointOf(said)?.[0];
  if (/^(?:lon|lng|long|longitude)$/.test(word)) return pointOf(said)?.[1];
  if (said.ownerRepo !== undefined && /^(?:owner|workspace|namespace)$/.test(word)) return said.ownerRepo[0];
  if (said.ownerRepo !== undefined && /^(?:repo|repository|repo slug)$/.test(word)) return said.ownerRepo[1];
  if (/\b(?:ip|ipv4|ip address|host|query)\b/.test(word) && said.hosts.length > 0) return free(said.hosts);
  if (/^(?:from|reply|sender)\b(?! date)/.test(word)) return undefined; // Whoever is written to is not who writes.
  if (/\b(?:phone|mobile|msisdn|tel)\b|^(?:to|number|recipients?)$/.test(word) && said.phones.length > 0)
    return free(said.phones);
  if (/\be ?mail\b|^to$|recipient/.test(word) || schema.format === "email") return free(said.emails);
  if (/\b(?:domain|domain name|host|hostname|site)\b/.test(word) && said.domains.length > 0) return free(said.domains);
  if (/\b(?:url|uri|link|website)\b/.test(word) || schema.format === "uri")
    return free([...said.urls, ...said.domains]);
  if (/\bdate\b|\bday\b|^(?:since|until)$/.test(word) || schema.format === "date") return free(said.dates);
  if (
    /^(?:title|name|text|texts|message|body|subject|summary|content|caption|query|q|term|word|keyword|search|search query|search term|expression|phrase|input|data)\b/.test(
      word,
    ) &&
    !isAside(word)
  )
    return free(said.quoted);
  return undefined;
}

/** "100 USD to EUR": how much, of what, into what. */
function money(slot: Slot, { codes, numbers }: Said, used: ReadonlySet<unknown>): unknown {
  const word = spelled(slot.name);
  const [first, second] = codes;
  if (/^(?:amount|value|qty|quantity)$/.test(word)) return numbers.find((one) => !used.has(one));
  if (second !== undefined && /^(?:to|target|quote|destination)\b|\bto$/.test(word)) return second;
  if (/\b(?:from|source|base|have)\b/.test(word)) return first;
  if (/\b(?:currency|currencies|symbols?)\b/.test(word)) return codes.find((code) => !used.has(code));
  return undefined;
}

function placed(slot: Slot, { places }: Said, used: ReadonlySet<unknown>): unknown {
  const word = spelled(slot.name);
  if (!/\b(?:city|place|location|address|town|area|q|query|near|destination|country|name|search)\b/.test(word))
    return undefined;
  return places.find((place) => !used.has(place));
}

/** "the first 5", "top 10", "3 days": how many. */
function counted(slot: Slot, { text }: Said, used: ReadonlySet<unknown>): unknown {
  const word = spelled(slot.name);
  const days = /\b(\d{1,3})[\s-]*days?\b/i.exec(text)?.[1];
  if (days !== undefined) return /^(?:forecast )?days$|^cnt$/.test(word) && !used.has(days) ? days : undefined;
  if (!/^(?:limit|per page|page size|count|max results|size|top|num results|number|rows|first|max|n)$/.test(word))
    return undefined;
  const many =
    /\b(?:first|top|last|latest|newest|next|only|limit(?: of)?|at most|up to)\s+(\d{1,4})\b/i.exec(text)?.[1] ??
    /\b(\d{1,4})\s+\p{Ll}+s\b/u.exec(text)?.[1];
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

/** What must be given and is called by an id or a word takes the one that was said and has no other place. */
function alone(slot: Slot, { quoted, ids }: Said, used: ReadonlySet<unknown>): unknown {
  const word = spelled(slot.name);
  if (!slot.required || slot.schema.enum !== undefined || isAside(word)) return undefined;
  const isById = /\b(?:ids?|sid|gid|uuid|number|no|vin|zip|code)\d*\b/.test(word);
  if (/\b(?:date|time|year|month|days?)\b/.test(word)) return undefined;
  const values = isById ? ids : slot.noun === undefined ? [] : [...ids, ...quoted];
  return values.find((one) => !used.has(one));
}

/** What is looked for without quotes. */
function sought(slot: Slot, { topic }: Said, used: ReadonlySet<unknown>): unknown {
  return /^(?:q|query|search|search query|search term|keywords?|term|tag|tags)$/.test(spelled(slot.name)) &&
    !used.has(topic)
    ? topic
    : undefined;
}
