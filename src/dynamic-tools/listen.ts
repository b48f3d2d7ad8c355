/** What a person's words hold besides words: places, numbers, ids, names, addresses, each of which may be a value. */
import { wordsOf } from "../catalog/words.ts";
import { countryCode, languageCode } from "./codes.ts";
import { placeIn } from "../text/places.ts";

/** The same, and the words without it. */
export interface Said {
  readonly text: string;
  readonly plain: string;
  readonly quoted: readonly string[];
  readonly emails: readonly string[];
  readonly urls: readonly string[];
  /** "example.com". */
  readonly domains: readonly string[];
  readonly dates: readonly string[];
  /** IP addresses. */
  readonly hosts: readonly string[];
  /** In the international form, "+4420…". */
  readonly phones: readonly string[];
  readonly coordinates: readonly [number, number] | undefined;
  readonly ownerRepo: readonly [string, string] | undefined;
  /** Names that stand after "in", "near", "of": mostly of places. */
  readonly places: readonly string[];
  /** "EUR", "DE". */
  readonly codes: readonly string[];
  /** Words with digits among letters, and long numbers: "ch_3Mml…", "85746065". */
  readonly ids: readonly string[];
  /** Shorter numbers. */
  readonly numbers: readonly string[];
  /** What is looked for, where it was not quoted: "climate change" of "news about climate change". */
  readonly topic: string | undefined;
}

const PLACE =
  /\b(?:in|for|at|near|of|to|from|around)\s+((?:\p{Lu}[\p{L}'’-]+)(?:\s+(?:de|da|do|of|la|le)?\s*\p{Lu}[\p{L}'’-]+){0,3})/gu;

/** What only introduces a quoted value. */
const INTRODUCTION =
  /\b(?:named|titled|called|saying|with (?:the )?(?:title|text|message|name|subject)|about|for)\s+(["“])/gi;

/** "my Stripe account" is Stripe. */
const ACCOUNT = /\b(my \p{Lu}[\p{L}\d]*) account\b/gu;

/** `isName` tells the names of services, which are no values. */
export function listen(text: string, isName: (word: string) => boolean): Said {
  const quoted = [...text.matchAll(/["“”]([^"“”]{1,300})["“”]|(?<![\p{L}])'([^']{1,300})'(?![\p{L}])/gu)].map(
    ([, a, b]) => a ?? b ?? "",
  );
  // Each kind is looked for in what those before it left.
  let left = withoutAll(text, quoted);
  const take = (pattern: RegExp, isOne: (found: string) => boolean = () => true): string[] => {
    const found = [...left.matchAll(pattern)].map((match) => match[1] ?? match[0]).filter(isOne);
    left = withoutAll(left, found);
    return found;
  };
  const emails = take(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g);
  const urls = take(/https?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)]/g);
  const dates = take(/\b\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?\b/g);
  const hosts = take(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g);
  const phones = take(/\+\d[\d ().-]{5,18}\d/g);
  const pair = /(-?\d{1,3}\.\d+)\s*[,/ ]\s*(-?\d{1,3}\.\d+)/.exec(left);
  left = withoutAll(left, [pair?.[0] ?? ""]);
  const repo = /(?<![\w/.@-])([A-Za-z0-9][\w-]*)\/([\w.-]*\w)(?![\w/])/.exec(left);
  left = withoutAll(left, [repo?.[0] ?? ""]);
  const domains = take(/\b[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,10}\b/g, (domain) => !isName(domain));
  const ids = take(/(?<![\w-])[\w-]{5,}(?![\w-])/g, isId);
  const codes = take(/\b[A-Z]{2,5}\b/g, (code) => !isName(code));
  const places = take(PLACE, (place) => !place.split(/\s+/).some(isName)).map((place) => place.trim());
  const numbers = take(/(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)/g);
  return {
    text,
    plain: withoutIntroduced(text, quoted, left),
    quoted,
    emails,
    urls,
    domains,
    dates,
    hosts,
    phones,
    coordinates: pair === null ? undefined : [Number(pair[1]), Number(pair[2])],
    ownerRepo: repo === null ? undefined : [repo[1] ?? "", repo[2] ?? ""],
    places,
    codes,
    ids,
    numbers,
    topic: topicOf(left),
  };
}

/** Codes stay among the words: "SMS", "GIF" and "VIN" say what is wanted. */
function withoutIntroduced(text: string, quoted: readonly string[], left: string): string {
  const kept = new Set(left.match(/[\p{L}\p{N}]+/gu));
  const codes = text.match(/\b[A-Z]{2,5}\b/g) ?? [];
  for (const code of codes) kept.add(code);
  const bare = text.replace(INTRODUCTION, " $1").replace(ACCOUNT, "$1");
  const words = withoutAll(bare, quoted).match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];
  return words.filter((word) => kept.has(word.replace(/['’]\p{L}+$/u, ""))).join(" ");
}

function topicOf(text: string): string | undefined {
  const topic = /\b(?:about|for|with|matching|containing)\s+([\p{Ll}-]+(?:\s+[\p{Ll}-]+){0,3})\s*[.!?]?\s*$/u.exec(
    text,
  )?.[1];
  return topic === undefined ||
    /^(?:an?|the|my|our|its?|this|me|all|every|each|some)\b|\b(?:today|tomorrow|days?|weeks?|now)\b/.test(topic)
    ? undefined
    : topic;
}

/** Long numbers, and letters with digits among them: what a machine calls a thing by. */
function isId(word: string): boolean {
  return (
    /^\d{5,}$/.test(word) ||
    (/\d/.test(word) && /\p{L}/u.test(word) && !/^\d+-?(?:days?|h|hours?|th|st|nd|rd)$/i.test(word))
  );
}

function withoutAll(text: string, parts: readonly string[]): string {
  return parts.filter((part) => part !== "").reduce((left, part) => left.replaceAll(part, " "), text);
}

/** Of each value that was said, how surely it found its place among `used`: 0 to 1. */
export function placedOf(said: Said, used: ReadonlyMap<unknown, number>): readonly number[] {
  const { coordinates, ownerRepo, places } = said;
  const plain = [said.quoted, said.emails, said.urls, said.domains, said.dates, said.hosts, said.phones].flat();
  const sureness = (value: unknown) => used.get(value) ?? 0;
  return [
    ...[...plain, ...said.ids, ...said.numbers].map(sureness),
    ...places.map((place) =>
      Math.max(...[place, pointOf(said)?.[0], countryCode(place), languageCode(place)].map(sureness)),
    ),
    ...(coordinates === undefined ? [] : [sureness(coordinates[0])]),
    ...(ownerRepo === undefined ? [] : [sureness(ownerRepo[1])]),
  ];
}

/** The point that was given, or that of the place that was named. */
export function pointOf({
  coordinates,
  places,
}: Pick<Said, "coordinates" | "places">): readonly [number, number] | undefined {
  if (coordinates !== undefined) return coordinates;
  const point = places.map((place) => placeIn(wordsOf(place))).find((one) => one !== undefined);
  return point && [point.lat, point.lon];
}
