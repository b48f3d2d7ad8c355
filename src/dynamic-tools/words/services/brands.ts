/**
 * Which words of an utterance name a service: whose operation is wanted, and no values. A service that is named and is
 * not in the catalogue is missing: nobody else's operation does it.
 */
import { isEnglish } from "../../../catalog/words/english.ts";
import { LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import type { Catalog, Entry } from "../../../runtime/catalog.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { isOfPlan } from "../clauses/step-labels.ts";
import { CHANGES } from "../verbs/verb-effects.ts";
import { effectOf } from "../verbs/verbs.ts";
import { CALLED, TITLED } from "../introductions.ts";
import { withoutAskedDomains } from "./asked-domains.ts";
import { bears, isService, MAX_LOOKUPS, squeeze, unknownOf } from "./catalog-services.ts";
import { namesWhereServicesStand } from "./other-services.ts";
import { namesThrough, possibleNames } from "./possible-names.ts";
import { servicesOfProducts, soughtOf } from "./products.ts";
import { isWellKnown } from "./well-known-services.ts";

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

/** What stands before the colon, or behind a word that says through whom. */
const LABEL = /^\s*([\p{L}\d][\p{L}\d.&' -]{1,30}?)\s*:(?!\/\/| {0,2}\n)/u;
/** "Acme", "Acme.io", "Acme Cloud EU": no sentence of which the end is missing. */
const LIKE_A_NAME = /^(?:(?:[\p{Lu}\d][\p{L}\d&'-]*|[\p{L}\d-]+(?:\.[\p{L}\d-]+)+)(?:\s|$)){1,3}$/u;
/** "with FriendlyName=…", "?Status=open": what a field is called by. */
const FIELD = /(?<![\p{L}\d])[\p{L}\d_.[\]-]{1,60}\s?=(?=\s?\S)/gu;
/** "the repositories of the organisation google", "news about climate": whose things, and of what, but not who serves. */
const WHOSE =
  /(?<=\b(?:about|regarding|über|sobre|org|organi[sz]a(?:tion|ción|cion|ção|cao)|user|username|account|channel|hashtag|subreddit|artist|topic)\s)[\p{L}\d_-]+/giu;
/** "the album Discovery": a work, whatever else is called so. */
const WORK =
  /(?<=\b(?:album|song|track|movie|film|book|band|singer|podcast|episode)\s)\p{Lu}[\p{L}\d'’-]{0,40}(?: \p{Lu}[\p{L}\d'’-]{0,40}){0,5}/gu;
/** "a playlist called Road Trip": what it is called, unless that is who serves. */
const CALLED_SO = new RegExp(
  `\\b(?:(api|service|site|website|platform|app|tool|provider|company) )?(?:${CALLED}|${TITLED}) \\p{Lu}[\\p{L}\\d'’-]{0,40}(?: \\p{Lu}[\\p{L}\\d'’-]{0,40}){0,4}`,
  "gu",
);
/** "the House of Commons": no service called House. */
const FIRST_OF_NAME = /(?<=[^\s.!?:] )\p{Lu}\p{Ll}+(?= of (?:the )?\p{Lu})/gu;
/** "the nutrition of an apple", "the README of nodejs/node": a thing, and no service that is called so. */
const ONE_OF =
  /(?<=\bthe\s)\p{L}{3,20}(?=\s(?:of|for|from)\s)|(?<=\b(?:of|in|for|about|per|with)\s(?:an?|one)\s)\p{Ll}{3,20}(?=\s*(?:$|[.,;!?]|(?:with|in|for|of|to|from|and|or|per)\s))/gu;

export async function brandsIn(catalog: Catalog, text: string): Promise<NamedBrands> {
  // "Stripe-Konto" is an account of Stripe.
  const bare = withoutAskedDomains(text)
    .replace(/(?<=\p{Lu}\p{L}+)-(?=\p{Lu}\p{Ll})/gu, " ")
    .replace(/"[^"]*"|“[^”]*”|'[^']*'(?!\p{L})|https?:\/\/\S+|\S*@\S+|\S+\/\S+/gu, " ")
    .replace(FIELD, " ")
    .replace(WHOSE, " ")
    .replace(WORK, " ")
    .replace(CALLED_SO, (whole, server: string | undefined) => (server === undefined ? " " : whole))
    .replace(ONE_OF, " ")
    .replace(FIRST_OF_NAME, (word) => (isEnglish(word.toLowerCase()) ? " " : word));
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
  const ofLabel = isLabel ? [label] : await unknownOf(catalog, smallNamesIn(label, bare));
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

/** "gocardless: cancel the mandate": no word of a language that is known here. What another service shows does no harm. */
function smallNamesIn(label = "", wish: string): readonly string[] {
  const isName = /^\p{Ll}[\p{Ll}\d]{3,20}$/u.test(label) && !isEnglish(label) && !isOfPlan(label);
  return isName && !LOAN_WORDS.meanings.has(foldLetters(label)) && CHANGES.has(effectOf(wish)) ? [label] : [];
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

const THING = /\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+){2,3}/gu;

/** Said in lower case, or at the beginning, they are names all the same. */
function wellKnownIn(text: string): string[] {
  const words = text.replace(THING, " ").match(/[\p{L}\d][\p{L}\d.+]*/gu) ?? [];
  const phrases = [...words, ...words.slice(1).map((word, at) => `${words[at] ?? ""} ${word}`)].map((one) =>
    one.replace(/\.$/, ""),
  );
  return phrases.filter(isWellKnown);
}
