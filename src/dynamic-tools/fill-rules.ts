/** Which of the values that were said a slot takes: by its name, by the value's own shape, last by elimination. */
import { listOf } from "../text/foreign.ts";
import { wordsOf } from "../catalog/words.ts";
import { countryCode, languageCode } from "./codes.ts";
import { pointOf, type Said } from "./listen.ts";
import { isAside, singular, type Slot, spelled } from "./slots.ts";
import { methodsFor } from "./verbs.ts";

/** A wish, as one operation hears it. */
export interface Hearing {
  readonly said: Said;
  /** The values that have found their place, and how surely: 0 to 1. */
  readonly used: Map<unknown, number>;
  /** Whether the operation is silent on a word that was asked: such a word is a value rather than what is done. */
  isUnspoken(word: string): boolean;
}

export type Rule = (slot: Slot, heard: Hearing) => unknown;

/** The surest first: each takes what those before it left. */
export const RULES: readonly Rule[] = [named, called, typed, money, spoken, placed, counted, listed, alone, sought];

/** What found its place by elimination is a guess. */
export function surenessOf(rule: Rule): number {
  return rule === alone ? 0.8 : 1;
}

/** "titled …", "id 42", "limit=5": the slot's own name, or that of the thing it is the id of, stands before the value. */
function named(slot: Slot, { said: { text }, used }: Hearing): unknown {
  const shape = `(?:["“']([^"”']+)["”']|#?(\\+?[\\w.-]*\\d[\\w.-]*\\w|\\d|(?<==)[\\w.-]+)(?![\\w/]))`;
  for (const one of namesOf(slot)) {
    const pattern = new RegExp(
      `\\b${one}(?:d|led|s|es)?\\b\\s*(?:(?:with (?:the )?)?(?:id|number|no\\.?)\\b)?\\s*(?:is|of|=|:|named|called)?\\s*${shape}`,
      "giu",
    );
    for (const found of text.matchAll(pattern)) {
      const value = found[1] ?? found[2];
      if (value !== undefined && !used.has(value)) return value;
    }
  }
  return undefined;
}

/** "the workspace acme": a word that the operation does not know stands right after the slot's name. */
function called(slot: Slot, { said: { text }, isUnspoken }: Hearing): unknown {
  for (const one of namesOf(slot)) {
    const pattern = `\\b${one}\\s+([\\p{L}\\d][\\p{L}\\d_-]+)(?=\\s*(?:$|[,.!?]|\\b(?:in|on|at|of|to|from|with)\\b))`;
    const found = new RegExp(pattern, "iu").exec(text)?.[1];
    if (found !== undefined && isUnspoken(found)) return found;
  }
  return undefined;
}

/** What a slot may be called by, as patterns: its own name, and that of the thing it is the id of. */
function namesOf({ name, noun }: Slot): string[] {
  const word = spelled(name);
  if (word === "" || ["q", "in", "to", "from"].includes(word)) return [];
  const thing = singular(word.replace(/ (?:id|ids|number|no|sid|gid|uuid|iid|slug|name|key)$|(?<!\d)\d+$/, ""));
  return [word, thing, noun ?? ""]
    .filter((one, at, all) => one.length > 1 && all.indexOf(one) === at)
    .map((one) => one.split(" ").join("[\\s_-]*"));
}

/** The value's shape says what it is. */
function typed(slot: Slot, { said, used }: Hearing): unknown {
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
function money(slot: Slot, { said: { codes, numbers }, used }: Hearing): unknown {
  const word = spelled(slot.name);
  const [first, second] = codes;
  if (/^(?:amount|value|qty|quantity)$/.test(word)) return numbers.find((one) => !used.has(one));
  if (second !== undefined && /^(?:to|target|quote|destination)\b|\bto$/.test(word)) return second;
  if (/\b(?:from|source|base|have)\b/.test(word)) return first;
  if (/\b(?:currency|currencies|symbols?)\b/.test(word)) return codes.find((code) => !used.has(code));
  return undefined;
}

/** "to German": the language as the slot's own values or as codes call it. */
function spoken(slot: Slot, { said: { places }, used }: Hearing): unknown {
  const word = spelled(slot.name);
  if (!/\blang(?:uage)?\b|^(?:to|target)$/.test(word) || /\b(?:source|from)\b/.test(word)) return undefined;
  const name = places.find((place) => !used.has(place) && languageCode(place) !== undefined);
  return name && (listOf(slot.schema.enum).includes(name) ? name : languageCode(name));
}

function placed(slot: Slot, { said: { text, places }, used }: Hearing): unknown {
  const word = spelled(slot.name);
  const free = places.filter((place) => !used.has(place));
  if (/\bcountry\b/.test(word)) {
    const country = free.find((place) => countryCode(place) !== undefined);
    return country && takesCode(slot, word) ? countryCode(country) : country;
  }
  if (/\b(?:code|id|guid)s?$/.test(word)) return undefined;
  const isAfter = (place: string, preposition: string) => text.includes(`${preposition} ${place}`);
  const start = free.find((place) => isAfter(place, "from"));
  if (/^(?:from|origin|departure|source|start)\b/.test(word)) return start;
  if (GOAL.test(word)) return free.find((place) => place !== start);
  // What stands after "to" and is no known city may be anybody: "to Anna".
  const isPlace = (place: string) => !isAfter(place, "to") || pointOf({ coordinates: undefined, places: [place] });
  return WHERE.test(word) ? free.find(isPlace) : undefined;
}

const GOAL = /\bdestination\b|^(?:to|end|arrival)$/;
const WHERE = /\b(?:city|town|address)\b|^(?:place|location|area|q|query|near|search)$/;

function takesCode({ schema }: Slot, word: string): boolean {
  return /\b(?:code|iso|iso2)\b/.test(word) || schema.maxLength === 2 || listOf(schema.enum).includes("US");
}

/** "the first 5", "top 10", "3 days": how many. */
function counted(slot: Slot, { said: { text }, used }: Hearing): unknown {
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
function listed({ name, schema }: Slot, { said: { text } }: Hearing): unknown {
  const values = listOf(schema.enum).filter((one) => typeof one === "string" && one.length > 2);
  const words = new Set(wordsOf(text));
  const found = values.filter((one) => words.has(String(one).toLowerCase()));
  // A value that is a common verb ("get", "create") or stands in the slot's own name says nothing.
  return found.length === 1 &&
    !/^(?:get|create|list|all|new|json|name|date|order)$/i.test(String(found[0])) &&
    !wordsOf(name).includes(String(found[0]))
    ? found[0]
    : undefined;
}

/** What must be given and is called by an id or a word takes the one that was said and has no other place. */
function alone(slot: Slot, { said: { quoted, ids }, used }: Hearing): unknown {
  const word = spelled(slot.name);
  if (!slot.required || slot.schema.enum !== undefined || isAside(word)) return undefined;
  const isById = /\b(?:ids?|sid|gid|uuid|number|no|vin|zip|code)\d*\b/.test(word);
  if (/\b(?:date|time|year|month|days?|country|region|currency|type)\b/.test(word)) return undefined;
  const values = isById ? ids : slot.noun === undefined ? [] : [...ids, ...quoted];
  return values.find((one) => !used.has(one));
}

/** What is looked for without quotes: what stands after "about", else the words that the operation is silent on. */
function sought(slot: Slot, { said: { text, topic, plain }, used, isUnspoken }: Hearing): unknown {
  if (!/^(?:q|query|search|search query|search term|keywords?|term|tag|tags)$/.test(spelled(slot.name)))
    return undefined;
  const isShown = methodsFor(text)[0] === "GET";
  const silent = isShown ? plain.split(" ").filter(isUnspoken).join(" ") : "";
  return [topic, silent].find((one) => one !== undefined && one !== "" && !used.has(one));
}
