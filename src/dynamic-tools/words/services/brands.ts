/**
 * Which words of an utterance name a service: whose operation is wanted, and no values. A service that is named and is
 * not in the catalogue is missing: nobody else's operation does it.
 */
import { stemOf } from "../../../catalog/words/stem.ts";
import { extraNames } from "../../../catalog/providers.ts";
import { LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import type { Catalog, Entry } from "../../../runtime/catalog.ts";
import { withoutAskedDomains } from "./asked-domains.ts";
import { dateIn } from "../time/dates.ts";
import { servicesOfProducts, soughtOf } from "./products.ts";
import { CALLED, TITLED } from "../introductions.ts";
import { namesWhereServicesStand } from "./other-services.ts";
import { isPlace } from "../wish/wish.ts";
import { isOfPlan } from "../clauses/step-labels.ts";
import { WELL_KNOWN_SERVICES } from "./well-known-services.ts";

export interface NamedBrands {
  /** Those of the catalogue, in lower case without blanks. */
  readonly known: readonly string[];
  /** Those it lacks, as they were written. */
  readonly absent: readonly string[];
  /** Of an absent one: everybody knows it, and nothing else is called so. */
  isSurely(name: string): boolean;
  isBrand(word: string): boolean;
  /** Whether the entry is of one of the known ones; true where none was named. */
  has(entry: Entry): boolean;
  /** Whether it may serve: who says "via Twilio" is served by nobody else. */
  mayServe(entry: Entry): boolean;
}

const MAX_LOOKUPS = 14;
/** Of a word that is not marked as a name: so much of what says it is the service's own. */
const LEAST_SHARE = 0.6;
/** Of one that is written as a name. */
const LEAST_SHARE_OF_NAME = 0.08;
/** "Smart" within "Binance Smart Chain" is nobody's. */
const LEAST_SHARE_OF_PART = 0.3;

/** What stands before the colon, or behind a word that says through whom. */
const LABEL = /^\s*([\p{L}\d][\p{L}\d.&' -]{1,30}?)\s*:(?!\/\/| {0,2}\n)/u;
/** "Acme", "Acme.io", "Acme Cloud EU": no sentence of which the end is missing. */
const LIKE_A_NAME = /^(?:(?:[\p{Lu}\d][\p{L}\d&'-]*|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)(?:\s|$)){1,3}$/u;
/** "avec Louis de Funès" is with somebody. */
const THROUGH =
  /\b(?:on|at|with|via|using|through|bei(?:\s(?:der|dem|den))?|chez|mit|über|auf|con|avec|com|sur|en|no|na)\s+(\p{Lu}(?:[\p{L}\d]|\.(?=[\p{L}\d]))*(?:\s\p{Lu}(?:[\p{L}\d]|\.(?=[\p{L}\d]))*){0,3})(?![\p{L}\d])(?!\s(?:de|von|van|da|di|du)\s\p{Lu})/gu;
/** "with FriendlyName=…", "?Status=open": what a field is called by. */
const FIELD = /(?<![\p{L}\d])[\p{L}\d_.[\]-]{1,60}\s?=(?=\s?\S)/gu;
/** "the repositories of the organisation google", "news about climate": whose things, and of what, but not who serves. */
const WHOSE =
  /(?<=\b(?:about|regarding|über|sobre|org|organi[sz]a(?:tion|ción|cion|ção|cao)|user|username|account|channel|hashtag|subreddit|artist|topic)\s)[\p{L}\d_-]+/giu;
/** "a playlist called Road Trip": what it is called, unless that is who serves. */
const CALLED_SO = new RegExp(
  `\\b(?:(api|service|site|website|platform|app|tool|provider|company) )?(?:${CALLED}|${TITLED}) \\p{Lu}[\\p{L}\\d'’-]{0,40}(?: \\p{Lu}[\\p{L}\\d'’-]{0,40}){0,4}`,
  "gu",
);
/** "the nutrition of an apple": a thing, and no service that is called so. */
const ONE_OF =
  /(?<=\b(?:of|in|for|about|per|with)\s(?:an?|one)\s)\p{Ll}{3,20}(?=\s*(?:$|[.,;!?]|(?:with|in|for|of|to|from|and|or|per)\s))/gu;
/** "with UDPRN 23747771": what kind of number follows. */
const NUMBERED = /^\p{L}+\s+\p{Lu}{2,8}\s+(?=[\p{Lu}-]{0,8}\d)/u;
/** "Binance Smart Chain" is a thing, and no service of that name. */
const MAX_NAME_WORDS = 2;

export async function brandsIn(catalog: Catalog, text: string): Promise<NamedBrands> {
  // "Stripe-Konto" is an account of Stripe.
  const bare = withoutAskedDomains(text)
    .replace(/(?<=\p{Lu}\p{L}+)-(?=\p{Lu}\p{Ll})/gu, " ")
    .replace(/"[^"]*"|“[^”]*”|'[^']*'(?!\p{L})|https?:\/\/\S+|\S*@\S+|\S+\/\S+/gu, " ")
    .replace(FIELD, " ")
    .replace(WHOSE, " ")
    .replace(CALLED_SO, (whole, server: string | undefined) => (server === undefined ? " " : whole))
    .replace(ONE_OF, " ");
  const products = servicesOfProducts(text);
  const ordered = [
    ...products.map((word) => ({ word, sought: soughtOf(word), isMarked: true, isPart: false, isPair: false })),
    ...possibleNames(bare),
  ];
  const found = await Promise.all(
    ordered.slice(0, MAX_LOOKUPS * 2).map(async (one) => ((await isService(catalog, one)) ? [one] : [])),
  );
  const known = withoutPartsOfNames(
    found.flat().map(({ word }) => word.toLowerCase()),
    bare,
  );
  const isKnown = (name: string) => {
    const squeezed = squeeze(name);
    return known.some((one) => squeeze(one) === squeezed) || wordsOf(name).some((word) => known.includes(word));
  };
  const label = LABEL.exec(bare)?.[1];
  const isLabel = label !== undefined && !isOfPlan(label) && (LIKE_A_NAME.test(label) || isWellKnown(label));
  const ofLabel = isLabel ? [label] : [];
  // Beside a service of the catalogue another name is what is sent there: "a contact at Maersk in HubSpot".
  const wellKnown = [...wellKnownIn(bare), ...products.filter(isWellKnown)];
  const isFirst = (name: string) => bare.trim().toLowerCase().startsWith(name.toLowerCase());
  const through = namesThrough(bare);
  const others = known.length > 0 ? [] : await unknownOf(catalog, namesWhereServicesStand(bare));
  const named = [...ofLabel, ...(known.length > 0 ? wellKnown.filter(isFirst) : [...through, ...wellKnown, ...others])];
  const absent = named.filter((name) => !isKnown(name));
  const all = new Set([...known, ...absent.map((name) => name.toLowerCase())]);
  const required = known.filter((one) => through.some((name) => squeeze(name) === squeeze(one)));
  return {
    known,
    absent: [...new Set(absent)],
    isSurely: isWellKnown,
    isBrand: (word) =>
      all.has(word.toLowerCase()) || (/[.]/.test(word) && known.some((one) => one === word.toLowerCase())),
    has: (entry) => known.length === 0 || known.some((name) => bears(entry, name)),
    mayServe: (entry) => required.length === 0 || required.some((name) => bears(entry, name)),
  };
}

const SEVERAL_NAMES = /(?<=[^\s.!?:] )\p{Lu}[\p{L}\d'’-]*(?: \p{Lu}[\p{L}\d'’-]*)+/gu;

/** "on Spotify the album Random Access Memories": where a service is named, no part of another name is one. */
function withoutPartsOfNames(known: readonly string[], bare: string): readonly string[] {
  const parts = new Set(
    (bare.match(SEVERAL_NAMES) ?? []).flatMap((name) => {
      const words = name.toLowerCase().split(" ");
      return known.includes(words[0] ?? "") || known.includes(words.join("")) ? [] : words;
    }),
  );
  const others = known.filter((one) => !parts.has(one) || isWellKnown(one));
  return others.length > 0 ? others : known;
}

/** Of these names those that hardly any entry says. */
async function unknownOf(catalog: Catalog, names: readonly string[]): Promise<string[]> {
  const found = names.slice(0, MAX_LOOKUPS).map(async (name) => {
    const { entriesSaying } = await catalog.search({ text: name, limit: 1 });
    return (entriesSaying.get(stemOf(name.toLowerCase())) ?? 0) < FEW ? [name] : [];
  });
  return (await Promise.all(found)).flat();
}

const FEW = 3;

/** Words and pairs of words that may name a service, those that are written as names first. */
function possibleNames(bare: string): Word[] {
  const words = [...withoutPlaces(bare).matchAll(/[\p{L}\d][\p{L}\d.-]*[\p{L}\d]|[\p{L}\d]/gu)].map((found, at) => ({
    word: found[0],
    isPart:
      /\p{Lu}[\p{L}\d]*\s+$/u.test(bare.slice(0, found.index)) &&
      /^\s+\p{Lu}/u.test(bare.slice(found.index + found[0].length)),
    isMarked:
      /\p{Lu}/u.test(found[0]) &&
      (at > 0 || bare.startsWith(":", found.index + found[0].length) || /\p{Ll}\p{Lu}/u.test(found[0])),
  }));
  const pairs = words.slice(1).map((second, at) => ({
    word: `${words[at]?.word ?? ""}${second.word}`,
    isMarked: false,
    isPart: false,
    isPair: true,
  }));
  const asked = [...words.map((one) => ({ ...one, isPair: false })), ...pairs].filter(
    ({ word, isPair }) => word.length > 2 && !/^\d+$/.test(word) && (isPair || !STOP_WORDS.has(word.toLowerCase())),
  );
  const unique = [...new Map(asked.map((one) => [one.word.toLowerCase(), one])).values()];
  return unique.sort((a, b) => Number(b.isMarked) - Number(a.isMarked) || Number(a.isPair) - Number(b.isPair));
}

/** What stands behind a word that says through whom. */
function namesThrough(bare: string): string[] {
  return [...bare.matchAll(THROUGH)]
    .filter(({ index, 0: whole }) => !NUMBERED.test(`${whole}${bare.slice(index + whole.length)}`))
    .map(([whole, name = ""]) => (AT_COMPANY.test(whole) ? withoutTown(name) : name))
    .filter(
      (name) =>
        name.split(" ").length <= MAX_NAME_WORDS &&
        !isPlace(name) &&
        !LOAN_WORDS.meanings.has(foldLetters(name)) &&
        !/^[A-Z]{2,4}$|^\p{Lu}\p{Ll}+\s\d/u.test(name) &&
        !isMonth(name),
    );
}

const AT_COMPANY = /^(?:bei|chez|via|through|über)\s/;

/** "bei der Sparkasse Köln": whose it is, and where that is. */
function withoutTown(name: string): string {
  const [first = "", second, ...more] = name.split(" ");
  return second !== undefined && more.length === 0 && isPlace(second) && !isPlace(first) ? first : name;
}

/** "New York" is no service called York, and "in Canada" is where, not whose. */
function withoutPlaces(text: string): string {
  return text.replace(/\p{Lu}\p{Ll}+\s\p{Lu}\p{Ll}+(?!\s\p{Lu})/gu, blankOfPlace).replace(PLACE, blankOfPlace);
}

function blankOfPlace(name: string): string {
  return isPlace(name) ? " ".repeat(name.length) : name;
}

/** A single name behind a word that says where, or at the end: "10 Downing Street London". */
const PLACE =
  /(?<=\p{L}\s)\p{Lu}\p{L}+(?=\s*[.?!]?\s*$)|(?<=\b(?:in|for|from|to|of|near|around|into|für|nach|aus|von|en|para|desde|de|à|em|pour|depuis)\s)\p{Lu}\p{L}+(?!\s\p{Lu})/gu;

interface Word {
  readonly word: string;
  /** What it is looked for by, where that is not the word itself. */
  readonly sought?: string | undefined;
  /** Written as a name. */
  readonly isMarked: boolean;
  /** Between two other names. */
  readonly isPart: boolean;
  /** Two words written as one. */
  readonly isPair: boolean;
}

async function isService(catalog: Catalog, { word, sought, isMarked, isPart, isPair }: Word): Promise<boolean> {
  const name = word.toLowerCase();
  const { hits, entriesSaying } = await catalog.search({ text: sought ?? word, limit: 5 });
  const hit = hits.find(
    ({ entry }) => bears(entry, name) && (isMarked || isPair || isCalled(entry, name) || isApiOf(entry, name)),
  );
  if (hit === undefined) return false;
  if (isPair) return isCalled(hit.entry, name) || squeeze(hit.entry.provider) === name;
  const own = (await catalog.provider(hit.entry.provider))?.entryCount ?? 0;
  const all = entriesSaying.get(stemOf(name)) ?? own;
  return own >= (isMarked ? (isPart ? LEAST_SHARE_OF_PART : LEAST_SHARE_OF_NAME) : LEAST_SHARE) * all;
}

/** By its domain: services and titles are called by everyday words, "barcode". */
function isCalled({ provider }: Entry, name: string): boolean {
  return [provider, ...provider.toLowerCase().split("."), ...wordsOf(extraNames(provider))].includes(name);
}

/** "gmail", "youtube": of the APIs of a large provider those that everybody knows. */
function isApiOf({ api }: Entry, name: string): boolean {
  return isWellKnown(name) && api.toLowerCase().endsWith(`/${name}`);
}

function bears({ provider, api, apiTitle }: Entry, name: string): boolean {
  const parts = [
    ...provider.toLowerCase().split("."),
    ...api.toLowerCase().split(/[/.]/),
    ...wordsOf(extraNames(provider)),
  ];
  const squeezed = squeeze(name);
  const [title = ""] = wordsOf(apiTitle);
  return (
    parts.some((part) => part === name || squeeze(part) === squeezed) ||
    squeeze(provider) === squeezed ||
    title === name
  );
}

function isMonth(name: string): boolean {
  return (
    dateIn(`1 ${name.split(" ")[0] ?? ""} 2024`) !== undefined ||
    /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i.test(name)
  );
}

function squeeze(name: string): string {
  return wordsOf(name).join("");
}

function isWellKnown(name: string): boolean {
  return WELL_KNOWN_SERVICES.has(name.toLowerCase());
}

const THING = /\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+){2,3}/gu;

/** Said in lower case, or at the beginning, they are names all the same. */
function wellKnownIn(text: string): string[] {
  const words = text.replace(THING, " ").match(/[\p{L}\d][\p{L}\d.+]*/gu) ?? [];
  const phrases = [...words, ...words.slice(1).map((word, at) => `${words[at] ?? ""} ${word}`)].map((one) =>
    one.replace(/\.$/, ""),
  );
  return phrases.filter(isWellKnown);
}
