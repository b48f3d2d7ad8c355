/** Requests for what an encyclopedia says of a company, a person, a place or a thing. */
import type { IntentReading, Intents, Utterance } from "../../src/runtime/intents.ts";
import { asksForDeed, asksTo } from "../../src/utterance/deeds.ts";
import { phrase } from "../../src/utterance/words.ts";
import { lineOf, properName } from "../_shared/intel/names.ts";

/** Each with the strength of what it says; the name is what the pattern catches. */
const ENTITY: readonly (readonly [RegExp, number])[] = [
  [/\b(?:on|in|from|search|check|ask)\s+wikipedia\s+(?:for|about)\s+([^]+)$/i, 0.9],
  [
    /\b(?:look(?:ing)? up|search(?: for)?|find|check|get|read)\s+(.+?)\s+(?:on|in|at|from)\s+(?:wikipedia|the encyclop(?:a)?edia)\b/i,
    0.92,
  ],
  [
    /\b(?:wikipedia|encyclop(?:a)?edia|wiki)(?:\s+(?:summary|article|entry|page|lookup|facts))?\s*(?:of|for|on|about|:)?\s+([^]+)$/i,
    0.88,
  ],
  [/\bwho\s+((?:\p{Lu}\S*\s+)+)(?:is|was|are|were)\b/u, 0.88],
  [/\bhow\s+(?:old|tall|big|high|large|rich|long|deep)\s+(?:is|was|are)\s+([^]+)$/i, 0.84],
  [/\b(?:who|whom)(?:'s|\s+(?:is|was|are|were))\s+([^]+)$/i, 0.88],
  [/\bwho\s+(?:founded|created|invented|owns|started|runs|leads|discovered|wrote|built|designed)\s+([^]+)$/i, 0.86],
  [
    /\b(?:when|where|how)\s+(?:was|were|is|did|does)\s+(.+?)\s+(?:born|founded|established|created|die|died|located|headquartered|based|live|built|old|tall|high|big|large)\b/i,
    0.86,
  ],
  [
    /\b(?:population|capital|headquarters|founders?|ceo|area|history|bio|biography|life|net worth|currency|inventor|author|date|birthplace|birthday|mayor|president)\s+of\s+([^]+)$/i,
    0.86,
  ],
  [/\b(?:tell me|information|info|facts?|background|know|details|learn)\s+(?:more\s+)?(?:about|on)\s+([^]+)$/i, 0.82],
  [/\b(?:what|which)(?:'s|\s+(?:is|was|are|were))\s+((?:the |a |an )?\p{Lu}.+)$/u, 0.76],
  [/\bWhat(?:'s|\s+(?:is|was|are|were))\s+((?:the |a |an )?\p{Lu}.+)$/u, 0.76],
  [/\b(?:wer|was)\s+(?:ist|war|sind)\s+([^]+)$/i, 0.86],
  [/\b(?:qui\s+(?:est|était|etait|sont)|c'est qui)\s+([^]+)$/iu, 0.86],
  [/(?:\bqui[eé]n(?:es)?\s+(?:es|fue|son|era)|¿?qu[eé]\s+es)\s+([^]+)$/iu, 0.86],
  [/\b(?:chi|cos)(?:'è|\s+(?:è|e|era|fu))\s+([^]+)$/iu, 0.86],
  [/\b(?:quem\s+(?:é|e|foi)|wie\s+is)\s+([^]+)$/iu, 0.84],
  [
    /\b(?:erzähl(?:e)? mir (?:etwas )?(?:über|von)|infos? (?:über|zu)|háblame de|cuéntame sobre|parle-moi de)\s+([^]+)$/iu,
    0.84,
  ],
  [/\b(?:describe|explain|identify)\s+((?:the |a |an )?\p{Lu}.+)$/u, 0.72],
  [
    /^\s*((?:\p{Lu}[\p{L}.'’-]*)(?:\s+(?:(?:of|the|de|da|van|von|der|and|del|la)\s+)*\p{Lu}[\p{L}.'’-]*){0,4})\s*$/u,
    0.5,
  ],
  [/\b(?:look ?up|define)[\s:]+([^]+)$/i, 0.7],
  [/\bwhat(?:'s|\s+(?:is|are))\s+([^]+)$/i, 0.5],
];
/** What may stand beside a name without making another wish of it than to know what it is. */
const BESIDE = /\b(?:about|on|of|the|a|an|please|show|me|find|get|tell|give|for|und|uber|von|sur|sobre|su)\b/giu;
const ENTITY_WORD =
  /\b(?:who|whose|what|which|when|where|year|biograph\w+|bio|born|died?|founded|founder|wiki\w*|company|kind of|history|located|look ?up|facts?|info\w*|definition|meaning|quién|dónde|wer|wo|wann|où|quand|chi|dove)\b/iu;
/** "HubSpot: which domains were created?" asks a service, and not about it. */
const OF_SERVICE = /^\s{0,3}[\p{L}\d][\p{L}\d .&-]{1,30}:\s/u;
const KINDS =
  /^(?:the\s+)?(?:company|person|people|city|town|country|place|band|brand|organi[sz]ation|event|product|startup|author|actor|actress|scientist|singer|politician|inventor|philosopher|painter|composer|river|mountain|firma|unternehmen|empresa)\s+(?=["'“]?\p{Lu})/u;

export const intents: Intents = {
  cues: ["wikipedia", "population"],
  read(utterance) {
    if (isForAnother(utterance)) return [];
    const line = lineOf(utterance);
    const reading = line === undefined ? undefined : entityOf(line);
    return reading === undefined ? [] : [reading];
  },
};

/** No encyclopedia does anything, has pages to turn, or knows what a machine calls its things by. */
function isForAnother(utterance: Utterance): boolean {
  const { said } = utterance;
  if (asksForDeed(utterance) || asksTo(["change", "make", "compute"], utterance) || IN_PAGES.test(said)) return true;
  if (IS_OWN.test(said) || NUMBERED.test(said)) return true;
  return (said.match(/[\w-]+/g) ?? []).some(isOfMachine);
}

const IN_PAGES = /\b(?:per page|a page|page \d+|limit \d+|limit of \d+|offset \d+|\d+ (?:rows|entries|results))\b/;

/** "what's in my fridge" is nobody's to know. */
const IS_OWN = /^\W{0,3}(?:what|where|which|who|how)(?:'s|\s(?:is|are|was|were))\s(?:\w{1,12}\s){0,2}(?:my|our)\b/;
/** "who are you" asks no encyclopedia. */
const OF_NOBODY =
  /^(?:you|he|she|it|they|we|i|me|us|them|this|that|these|those|there|du|sie|er|tu|usted|vous|voc[eê])$/i;
/** "the ip 8.8.8.8", "barcode 737628064502". */
const NUMBERED = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b\d{8,}\b/;

/** "5dc591ac425f", "cus_9s6X". */
function isOfMachine(token: string): boolean {
  if (/^[a-z]{2,6}_\w/.test(token)) return true;
  return /[a-z]/.test(token) && (token.match(/\d/g) ?? []).length > 4;
}

function entityOf(line: string): IntentReading | undefined {
  for (const [pattern, confidence] of ENTITY) {
    const query = nameOf(pattern.exec(line)?.[1] ?? "");
    if (query !== "" && !OF_NOBODY.test(query)) return { payload: { query }, confidence };
  }
  const name = properName(line);
  if (name === undefined) return undefined;
  if (ENTITY_WORD.test(line) && !OF_SERVICE.test(line)) return { payload: { query: name }, confidence: 0.6 };
  const isAlone = !/[\p{L}\p{N}]/u.test(line.replace(name, "").replace(BESIDE, ""));
  return isAlone ? { payload: { query: name }, confidence: 0.35 } : undefined;
}

/** "the architect Zaha Hadid?" → "Zaha Hadid"; "the Eiffel Tower" → "Eiffel Tower". */
function nameOf(found: string): string {
  const name = phrase(found.split(/[?!;\n]|\.\s/)[0] ?? "");
  return phrase(
    name.replace(KINDS, "").replace(/^(?:the|a|an|der|die|das|el|la|le|les|los|las)\s+(?=\p{Lu})/u, ""),
  ).slice(0, 200);
}
