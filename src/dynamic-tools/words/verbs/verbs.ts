/** What the verb of an utterance does to things. */
import { blanked } from "../../../text/text-range.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { askingClause } from "./asking.ts";
import { ATTRIBUTE, isNoun, isParticiple, isPluralNoun, REQUESTS } from "./noun-phrases.ts";
import { meaningsAmong } from "../../../catalog/words/loan-words.ts";
import { editDistance } from "../../../text/edit-distance.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { behindNegation, isTakenBack } from "./negation.ts";
import { behindLabel } from "../service-label.ts";
import type { Value } from "../value.ts";
import { type Effect, EFFECTS } from "./verb-effects.ts";

/** Of a verb, in any of the languages where none of them is spoken. */
function effectOfWord(word: string, meaningsOf = meaningsAmong([])): Effect | undefined {
  return [word, ...meaningsOf(word)].map((one) => EFFECTS.get(one)).find((one) => one !== undefined);
}

/** Verbs of two words that are milder, or harsher, than their first. */
const PHRASES: readonly (readonly [RegExp, Effect])[] = [
  [/\b(?:shut|turn|switch|power) (?:it |the \w{1,30} )?(?:down|off|on)\b/, "run"],
  [/\b(?:write down|look up|find out)\b/, "read"],
  [/\b(?:get rid of)\b/, "delete"],
  [
    /^(?:retract|rescind|withdraw (?:(?:my|the|our) )?(?:vote|application|offer|bid|request|comment|review|consent|nomination|invitation|proposal|submission))\b/,
    "delete",
  ],
  [/^take (?:\w{1,30} ){0,4}(?:off|out of)\b/, "delete"],
  [/^put (?:\w{1,30} ){1,4}(?:on|onto|in|into)\b/, "create"],
  [/^make (?:it|them)\b/, "change"],
  [/^write\b.*\b(?:into|to|onto)\b/, "create"],
];

/** "delete the webhook, hmm no, list them": what was said before is taken back, where a verb follows. */
export function afterTakingBack(wish: string): string {
  for (const found of wish.matchAll(TAKEN_BACK)) {
    const rest = wish.slice(found.index + found[0].length);
    const [first = ""] = plainWords(rest);
    if (effectOfWord(first) !== undefined) return rest;
  }
  return wish;
}

const TAKEN_BACK =
  /[,.;!…-]\s*(?:(?:hmm+|uh|um|er|oh|wait|sorry|ach|äh|perd[oó]n|pardon)[,.]?\s+)?(?:no|nope|nein|non|não|wait|scratch that|never ?mind|no wait|actually|rather)(?:[,.:;!]\s*(?:just |rather |instead |please |only )?|\s+(?:just|only|rather|instead|nur|solo|s[oó]|seulement|soltanto|apenas)\s+)/giu;

/** The first verb decides: "Box: delete the folder". An utterance without one asks to be shown something. */
export function effectOf(wish: string): Effect {
  if (isTakenBack(wish)) return "read";
  const kept = afterTakingBack(wish);
  const instead = behindNegation(kept);
  if (instead !== undefined) {
    const effect = effectOf(instead);
    return effect === "none" ? "read" : effect;
  }
  const text = askingClause(kept) ?? kept;
  const request = behindLabel(text);
  const words = plainWords(request);
  if (ATTRIBUTE.test(text) || REQUESTS.test(text)) return "read";
  if (isNoun(text) || NEW_ONES.test(request)) return "none";
  // What is there already is made otherwise: "make my playlist private".
  if (
    /^\s*(?:please\s+)?make\s+(?:my|the|our|this|that)\b/i.test(request) &&
    !/\b(?:public|new)\s+\w+\s+of\b/i.test(text)
  )
    return "change";
  if (STARTS_ONE.test(request)) return "create";
  const phrase = PHRASES.find(([pattern]) => pattern.test(words.slice(0, 8).join(" ")));
  if (phrase !== undefined) return phrase[1];
  const [first = ""] = words;
  const meaningsOf = meaningsAmong(wordsOf(text));
  const own = effectOfWord(first, meaningsOf) ?? (first.length > 4 ? EFFECTS.get(misspelt(first) ?? "") : undefined);
  if (own !== undefined) return beginsWithSubject(text) ? "change" : own;
  if (FROM_NOW_ON.test(text) && !ASKS.test(text)) return "change";
  // After the name of a service, or a polite beginning, the verb still is to come: an imperative, or "can you …".
  const start = /^[^:,]{2,30}[:,]\s*(\p{L}+)/u.exec(foldVerb(text))?.[1];
  const named = start === undefined ? undefined : effectOfWord(start, meaningsOf);
  if (named !== undefined) return named;
  // "documentation on how to remove a user" removes none.
  if (/\bhow (?:to|do|can|does) /i.test(text)) return "read";
  const asked = /\b(?:please|to|can you|could you|you|bitte|por favor|and)\s+(\p{L}+)/u.exec(foldVerb(text))?.[1];
  const polite = asked === undefined ? undefined : effectOfWord(asked, meaningsOf);
  if (polite !== undefined && polite !== "read") return polite;
  if (isDemanded(text)) return "change";
  const said = wordsOf(foldVerb(text));
  const second = words
    .slice(1, 4)
    .filter((word) => !STATING.test(word) && !isParticiple(word) && !isThing(word, said))
    .map((word) => effectOfWord(word, meaningsOf))
    .find((one) => one === "delete" || one === "read" || one === "create");
  const isQuestion = /[?¿]\s*$/.test(text);
  // "as-tu supprimé le fichier 42 ?" asks whether it was.
  return second === "delete" && words.length < 6 && !isQuestion
    ? "delete"
    : second === "create" && /^(?:create|add|send)$/.test(words[1] ?? "")
      ? "create"
      : second === "read" || isQuestion
        ? "read"
        : CONTENT.test(text)
          ? "create"
          : "none";
}

/** "new releases", "New Horizons recipes": some that are there. */
const NEW_ONES =
  /^\W{0,3}new (?!(?:address|access|status|business|class|process|sales|goods|press|analysis|series|news|dns|sms|gps|aws|ios)\b)\p{L}{3,20}(?<!s)s(?:$|[ ?.!](?!:))/iu;

/** "start a meeting": there is none yet. */
const STARTS_ONE = /^\s*(?:please\s+)?(?:start|begin|open|launch|host|set up|spin up)\s+(?:an?|another|one more)\s/i;

const ASKS = /[?¿]/;

/** How a thing is to be, or is from now on. */
function isDemanded(text: string): boolean {
  return [DEMAND, OF_NOW, FROM_NOW_ON].some((one) => one.test(text)) && !ASKS.test(text);
}

/** "order 5501 gets the labels …": a thing, and what is to be with it, though its name is a verb by itself. */
export function beginsWithSubject(text: string): boolean {
  if (!isDemanded(text)) return false;
  const request = behindLabel(text);
  const [first = ""] = plainWords(request);
  return effectOfWord(first) === undefined || SUBJECT.test(request);
}

const SUBJECT =
  /^\W{0,3}\p{L}{3,20}\s{1,60}(?:[\p{L}_-]{0,20}\d\S{0,40}\s{1,60})?(?:gets|has|should|shall|must|may|needs to|is now)\s/iu;

/** "API_URL is … from now on". */
const FROM_NOW_ON =
  /(?<!\p{L})(?:from (?:now|today) on|as of now|henceforth|ab (?:sofort|jetzt)|von (?:jetzt|nun) an|(?:a partir|de) (?:de )?(?:ahora|agora)(?: en adelante| em diante)?|d[ée]sormais|dor[ée]navant|[àa] partir de maintenant|d['’]ora in poi)(?!\p{L})/iu;
/** "the list should be titled Topics". */
const DEMAND =
  /[\p{L}\d"”]\s{1,60}(?:should|shall|must|has to|have to|needs to|may (?:not|no longer|only|always)|soll(?:en)?|debe|doit|deve) \p{L}/iu;
/** "supplier 123 has a new name", "contact 8f1c is Mrs Lee now": what an id tells, or a value that is blank here, is said to be otherwise than before. */
const OF_NOW =
  /(?<!\p{L})\p{L}{3,30} (?:\S{0,40}\d\S{0,40}| {1,80}) (?:has (?:now )?an? new \p{L}|gets (?:the|an?|its) |is now \S|is [^,;.!?]{2,60} now(?!\p{L})|has (?:changed|moved) |hat (?:jetzt |nun )?ein\p{L}{0,2} neue|ist (?:jetzt|nun) |hei(?:ß|ss)t (?:jetzt|nun) |tiene (?:ahora )?un[ao]? nuev|ahora (?:es|tiene|se llama) |a maintenant |est maintenant |s['’]appelle (?:d[ée]sormais|maintenant) |agora (?:[ée]|tem|se chama) |tem (?:agora )?um[ao]? nov)/iu;
/** "the heartbeat is healthy" asks nothing. */
const STATING = /^(?:is|are|does|do)$/;

/** "of the list 3f9": behind such a word stands a thing, and no verb. */
function isThing(word: string, said: readonly string[]): boolean {
  const at = said.indexOf(word);
  return at > 0 && BEFORE_THING.test(said[at - 1] ?? "");
}

const BEFORE_THING =
  /^(?:the|an?|my|our|your|its|their|this|that|of|from|off|in|on|into|for|with|next|last|previous|current|first)$/;

/** Without a verb, what says what shall stand in a thing wants it made: `issue "Update" due tomorrow`, "message saying …". */
const CONTENT =
  /\b(?:saying|says|that reads|titled|entitled|named|called|(?<!\b(?:past|are|is|was|were) )due|with the (?:text|title|message|note|body|content|description))\b/i;

/** What is left of an utterance when its values and the service it begins with are taken out; and its first word. */
export function askingWords(
  { text, values }: { readonly text: string; readonly values: readonly Pick<Value, "start" | "end" | "kind">[] },
  isBrand: (word: string) => boolean,
): string {
  let left = blanked(
    text,
    values.filter(({ kind }) => !WORDS_OF_ASKING.has(kind)),
  );
  for (let found = FIRST.exec(left); found !== null && isBrand(found[1] ?? ""); found = FIRST.exec(left))
    left = left.slice(found[0].length);
  return left;
}

/** Values whose words may ask as well. */
const WORDS_OF_ASKING: ReadonlySet<Value["kind"]> = new Set(["name", "code", "unit", "currency", "date"]);
const FIRST = /^\s*(?:[Ii]n |[Oo]n |[Ww]ith )?([\p{L}\d][\p{L}\d.&-]*)(?:'s)?(?:\s*[:,])?\s+/u;

/** The word that stands where a verb does. */
export function firstWord(asking: string): string {
  return plainWords(behindLabel(asking))[0] ?? "";
}

/** Whether a word is one of asking or doing, and so no value. */
export function isVerb(word: string): boolean {
  return effectOfWord(foldVerb(word)) !== undefined;
}

/** By one letter: "delet". Two would make a verb of a name. */
function misspelt(word: string): string | undefined {
  // "closed issues" are what is looked for, and nothing is to be closed.
  if (word.endsWith("ed") || isPluralNoun(word)) return undefined;
  return [...EFFECTS.keys()].find((verb) => verb.length > 4 && verb[0] === word[0] && editDistance(verb, word, 1) <= 1);
}

function plainWords(text: string): string[] {
  return (foldVerb(text).match(/\p{L}+/gu) ?? []).filter(
    (word) => !/^(?:please|hey|hi|kindly|bitte|i|the|a|my|can|could|you|would|quick|bulk|batch|just|now)$/.test(word),
  );
}

function foldVerb(text: string): string {
  return foldLetters(text).replaceAll("ß", "ss");
}
