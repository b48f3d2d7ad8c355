/** What begins like a verb, and asks for a thing that is called so. */
import { isForeignPlural } from "../../../catalog/words/loan-words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";

/** "call logs of a user", "book reviews": a noun, where no article, name or value follows; a value is blank here. */
const AMBIGUOUS =
  "call|book|order|post|text|email|message|comment|record|charge|request|schedule|reply|file|star|track|run|start|stop|end|mark|label|save|report|tweet|note";
const NOUN = new RegExp(
  `^\\s*(?:(?:my|the|all|latest|recent|list of)\\s+)?(?:${AMBIGUOUS})s?\\s(?!\\s{2})\\s{0,20}(?!(?:an?|the|my|our|your|this|that|it|all|every|to|on|in|into|with|as|for|me|us|new|some|out|up|down|off|over)\\b|\\p{Ll}+ing\\b)\\p{Ll}[\\p{L}-]*`,
  "u",
);

/**
 * "upload date of the video", "start time of event 42": something is asked for that is called by what was done. "update",
 * "set" and the like are no such words: "update status of order 5" changes it.
 */
export const ATTRIBUTE =
  /^\s*(?:(?:my|the|its|current|latest)\s+)*(?:upload|publish|order|call|book|check|register|issue|charge|launch|close|open|start|stop|end|pay|refund|subscribe|follow|release|merge|review|return|post|run|restart|build|deploy|star|lock|move|buy|email|message|share)\s+(?:date|time|status|state|history|count|rate|price|volume|duration|statistics|stats|logs?|progress|limits?|quota|activity)s?\s+(?:of|for|from|in)\b(?!.*\bto\b)/iu;

const NOUNS = new Set(AMBIGUOUS.split("|"));

/** "comments on the video" are there; "creates" does it. */
export function isPluralNoun(word: string): boolean {
  return word.endsWith("s") && NOUNS.has(word.slice(0, -1));
}

export function isNoun(text: string): boolean {
  const lower = text.replace(/^\p{Lu}/u, (first) => first.toLowerCase());
  return (
    (NOUN.test(lower) && !MARKED.test(lower)) || OPEN_ONES.test(lower) || FOREIGN_ONES.test(lower) || areDone(lower)
  );
}

/** "pedidos reembolsados": things to which something was done, and nothing that is to be done. */
function areDone(text: string): boolean {
  const [, thing = "", done = ""] = /^\s*(\p{L}{4,20}s) (\p{L}{4,20}s)(?!\p{L})/u.exec(text) ?? [];
  return isParticiple(done) && isForeignPlural(foldLetters(thing));
}

const TOLD_BY_ID =
  /^\s*(?:please\s)?(?:start|stop|end|run)\s(?:[\p{Ll}\d]{2,20}\s)?(?!(?:date|time|page|point|index|position|day|week|month|year|log|status|number|id|code|offset|value|loss|price|order|row)\b)\p{Ll}{2,20}(?<!s)\s[\w-]{0,40}\d[\w-]{0,40}(?=$|[\s,.;!?])/iu;

/** "stop server 55" stops it; "start page 2" is one. */
export function isToldById(text: string): boolean {
  return TOLD_BY_ID.test(text);
}

/** "mark task 991 as done" marks it. */
const MARKED = /^\s*(?:mark|label|save|record|schedule|report)\s.*\sas\s/u;
/** "horaires de train", "pedidos para mañana": verbs of other languages that ask for something do not end so. */
const FOREIGN_ONES =
  /^\s*(?:\p{L}{4,20}en [üu]ber|\p{L}{4,20}s (?:de|du|des|do|da|del|para|sobre|pour|avec|con|com)) /u;
/** "open issues of a repository", "open github issues labelled bug" are looked for. */
const OPEN_ONES =
  /^\s*(?:all |the |list of )*open (?:\p{L}[\p{L}.]{1,20} ){0,2}\p{Ll}{2,20}(?<!s)s(?: (?:of|in|on|for|from|by|that|which|with|without|where|labell?ed|tagged|assigned|created|opened|since|older|newer)\b|[?.]?\s*$)/u;

/** "comments of the video 5", "unread messages in the inbox", "subscriptions that are past due", "my return policies": some that are there. */
export function isSomeOf(text: string): boolean {
  return SOME_OF.test(`${text} `);
}

const SOME_OF =
  /^\s*(?:(?:\p{L}[\p{L}-]{1,20}\s+){0,3}\p{Ll}[\p{L}-]{1,20}(?<!s)s\s+(?:that|which|who)\s+(?:are|were|have|had)|(?:\p{L}[\p{L}-]{1,20}\s+){0,3}\p{Ll}[\p{L}-]{1,20}(?<!s)s\s+(?:of|on|for|from|about|by|with|near|around|containing)|(?:\p{L}[\p{L}-]{1,20}\s+){1,3}\p{Ll}[\p{L}-]{1,20}(?<!s)s\s+in|(?:\p{L}[\p{L}-]{1,20}\s+){0,2}(?:my|our)\s+(?:\p{Ll}[\p{L}-]{1,20}\s+){0,2}\p{Ll}[\p{L}-]{1,20}(?<!s)s)\s/u;
/** They begin like a verb. */
export const REQUESTS = /^\s*(?:(?:all|the|my|open|latest) )*(?:merge|pull) requests\s/iu;

/** In six languages: "cancelled", "cancelado", "gelöschte", "annulé", "annullata". */
const PARTICIPLE =
  /^(?:\p{L}{2,20}(?:ed|[ai]d[oa]s?|ée?s?|[ai]t[aoie])|(?:ge\p{L}{3,20}|(?:ver|ent|zer)\p{L}{3,20})t(?:e[nrms]?)?)$/iu;

export function isParticiple(word: string): boolean {
  return PARTICIPLE.test(word);
}
