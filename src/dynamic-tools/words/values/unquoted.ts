/**
 * What is said without quotation marks: a message up to its end, a title or a name of several words up to the next
 * preposition, what a thing is called or renamed to, and what is translated. Any other single word, and a name with capitals,
 * are found without.
 */
import { LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { languageCode } from "../names/code-names.ts";
import { CALLED, NAMES, RENAMED_TO, SAYING, TEXTS, TITLED, WITH } from "../introductions.ts";
import type { Value } from "../value.ts";

export type Unquoted = Pick<Value, "text" | "start" | "end">;

/** What stood in quotation marks is blank already: more than two spaces. */
const MESSAGE = new RegExp(
  // "and message bob" asks for another thing, but not behind "with the subject …".
  `\\b(?:${SAYING}|that (?:says|reads)|with [^"“”]{1,80} and (?:the )?(?:${TEXTS})|(?!and )${WITH}(?:${TEXTS})):? {1,2}(?=[\\p{L}\\p{N}])`,
  "iu",
);
/** "envía a ana el mensaje ya voy": by itself it may be any message, but not where one is sent. */
const SENT = new RegExp(
  `\\s(?:the|die|eine|el|un|le|a|uma|il) (?:${TEXTS}):? {1,2}(?!(?:to|an|von|vom|aus|mit|über|per|via|de|del|des|du|da|do|di|a|al|au|aux|à|em|en|para|pour|con|com|avec|sur|su|sul|no|na|in|im|from|with|of|on|that|que|qui|che)\\s)(?=\\p{L})`,
  "iu",
);
const SENDS =
  /^\W{0,3}(?:please )?(?:send|write|tweet|text|message|dm|reply|schick|sende|env[ií]|envoi|envoy|manda|invia|post|schreib|escr[ií]b|écri|escrev|scriv)/iu;
/** "send a message to #general: deploy done". */
const BEHIND_COLON =
  /(?<=\b(?:message|msg|text|sms|tweet|dm|post|reply|comment|nachricht|mensaje|mensagem|messaggio)(?!\p{L})[^:"“”]{1,80}): {1,2}(?=\p{L})/iu;
const TITLE = new RegExp(
  `\\b(?:${CALLED}|${TITLED}|${WITH}(?:${NAMES})|${RENAMED_TO}|(?:umbenenn|renom[bem])\\p{L}{1,4}\\b[^"“”]{1,80}\\s(?:in|zu|a|como|en|para)) {1,2}(?=[\\p{L}\\p{N}])`,
  "giu",
);

/** Into a language. */
const TRANSLATED =
  /^(?:please )?(?:translate|übersetze?|traduce|traduis|traduz|traduci) (?!(?:the|this|that|an?|my|text|it|to|into|from|den|das|die|el|la|le|o|il)\b)([\p{L}][^"“”„«»\n;]{1,150}?) (?:to|into|in|ins|nach|al|a|en|para(?: o)?) (\p{L}{4,20})(?= (?:with|using|via|mit|con|avec|com) |[.?!]?$)/diu;

/** "with the name …", "umbenennen … in …". */
const OF_FIELD = /^(?:with|and|mit|und|con|avec|et|com|umbenenn|renom)/i;

const MARKS = /["“”„«»\n;]/;
const LONGEST = 200;
const MOST_WORDS = 6;

/** Whom a message is for stands behind it, too: "saying hi there to #general", "… an den Chat 123456". */
const FOR_WHOM =
  / (?:to|in|an|auf|en|a|à|au|ao|para|al|su) (?:the |den |die |das |el |la |le |o |il )?(?=[#@+]|\S{1,60}@|\p{L}{2,20} [\p{L}_-]{0,5}\d[\p{L}\d_-]{2,40}$)/iu;
/** What else a thing may be given with, before what looks like its value: "and price changes" is part of a message. */
const OTHER_FIELDS =
  "(?:[\\p{L}]{2,20} )?(?:ids?|codes?|keys?|status|types?|priority|amount|price|date|tags?|labels?|url)|e-?mail(?: address)?|phone(?: number)?";
/** A further value of the same thing. */
const FURTHER = new RegExp(
  ` (?:${WITH}|[ye] (?:el |la |il |o |a )?)(?:(?:${NAMES}|${TEXTS})(?!\\p{L})|(?:${OTHER_FIELDS})(?= \\S{0,40}[\\d@]))`,
  "iu",
);
/** By what it is sent: "via twilio", "mit SendGrid". */
const BY_SERVICE =
  / (?:with|via|using|through|on|by|mit|über|ueber|per|bei|auf|con|por|en|avec|par|sur|com|pelo|pela|no|su|tramite) (\S{2,30})$/iu;

const ENDS_TITLE = new Set(
  (
    "in on at with for to from by of and or under into due using via as that who which tomorrow today next this starting until between " +
    "im auf mit für zu von und oder bei am um ab bis unter en con para por de y o a al avec dans pour sur et ou com em no na e " +
    "nel nella su per di sul sulla via über ueber bei pelo pela tramite"
  )
    .split(" ")
    .map(foldLetters),
);

/** "fabrica-sur del sistema abc": behind a name they say of what it is, where a known thing follows. */
const OF_THING = /^(?:del|d[oa]s?|des|du|der)$/;

/** `isBrand` tells the names of services. */
export function unquotedIn(text: string, isBrand: (name: string) => boolean = () => false): readonly Unquoted[] {
  const translated = TRANSLATED.exec(text);
  if (translated !== null && languageCode(translated[2] ?? "") !== undefined) {
    const { 1: said = "", indices } = translated;
    const start = indices?.[1]?.[0] ?? 0;
    return [{ text: said, start, end: start + said.length }];
  }
  const message = reminderIn(text, isBrand) ?? messageIn(text, isBrand);
  const before = message === undefined ? text : text.slice(0, message.start);
  return [...[...before.matchAll(TITLE)].map((found) => titleBehind(found, before)), message].filter(
    (one) => one !== undefined,
  );
}

/** "remind me to call the bank tomorrow": of what, up to when. */
const REMINDER =
  /\bremind(?:er)?(?: (?:me|us))? (?:to|that|about) (?!(?:the (?:channel|user|team|group)|user|channel|me|us|everyone|all)\b)(?=\p{Ll})/iu;
const UP_TO_WHEN =
  /,? (?:today|tomorrow|tonight|every|next|(?:at|by) (?:\d|noon|midnight)|on (?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|in (?:\d|an?|half|one|two|three|five|ten)\b|this (?:evening|afternoon|morning|week))/iu;

function reminderIn(text: string, isBrand: (name: string) => boolean): Unquoted | undefined {
  const found = REMINDER.exec(text);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const rest = text.slice(start);
  if (rest.length > LONGEST || MARKS.test(rest)) return undefined;
  const about = rest.slice(0, UP_TO_WHEN.exec(rest)?.index).replace(/[.,!?]$/, "");
  const service = BY_SERVICE.exec(about);
  const said = service !== null && isBrand(service[1] ?? "") ? about.slice(0, service.index) : about;
  return said.includes(" ") && !said.includes("  ") ? { text: said, start, end: start + said.length } : undefined;
}

function messageIn(text: string, isBrand: (name: string) => boolean): Unquoted | undefined {
  const found = MESSAGE.exec(text) ?? (SENDS.test(text) ? (BEHIND_COLON.exec(text) ?? SENT.exec(text)) : null);
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const rest = text.slice(start);
  if (rest.length > LONGEST || MARKS.test(rest)) return undefined;
  const service = BY_SERVICE.exec(rest);
  const ends = [
    FOR_WHOM.exec(rest)?.index,
    FURTHER.exec(rest)?.index,
    service !== null && isBrand(service[1] ?? "") ? service.index : undefined,
  ].filter((one) => one !== undefined);
  const said = rest
    .slice(0, Math.min(rest.length, ...ends))
    .trimEnd()
    .replace(/[.,]$/, "");
  // "a message to the chat 5: "hi"": the text stands in quotation marks behind it.
  if (said.endsWith(":")) return undefined;
  return /[ '’]/.test(said) ? { text: said, start, end: start + said.length } : undefined;
}

function titleBehind(found: RegExpExecArray, text: string): Unquoted | undefined {
  const start = found.index + found[0].length;
  const words: string[] = [];
  const said = text.slice(start, start + LONGEST).split(" ");
  for (const [at, word] of said.entries()) {
    const plain = foldLetters(word.replace(/[.,:;!?]$/, ""));
    if (MARKS.test(word) || !/^[\p{L}\p{N}][\p{L}\p{N}'’&-]*[.,:!?]?$/u.test(word) || ENDS_TITLE.has(plain)) break;
    if (words.length > 0 && OF_THING.test(plain) && LOAN_WORDS.meanings.has(foldLetters(said[at + 1] ?? ""))) break;
    words.push(word);
    if (/[.,:!?]$/.test(word)) break;
  }
  const title = words.join(" ").replace(/[.,:]$/, "");
  // "Q2" would be a quarter.
  const isName = words.every((word) => /^\p{Lu}/u.test(word)) && !/\d/.test(title);
  // "a repository called notes": a word that the operation knows as well is what it is called.
  const least = OF_FIELD.test(found[0]) ? 2 : 1;
  const isAlone = words.length === 1;
  // "a bucket called my-photos": no other rule finds it.
  if (isAlone && least === 1 && /^\p{Ll}+(?:[_-]\p{Ll}+){1,5}$/u.test(title))
    return { text: title, start, end: start + title.length };
  const isId = isAlone && /[_-]|\d{3}/.test(title);
  return isId || words.length < least || words.length > MOST_WORDS || isName
    ? undefined
    : { text: title, start, end: start + title.length };
}
