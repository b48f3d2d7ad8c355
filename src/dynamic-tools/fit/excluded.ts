/** What a value cannot be, whatever the words beside it: a title is no id, and neither is how many are wanted. */
import { besideOf } from "./beside.ts";
import { isHowMany, isLeast, isOfEach, isPerPage, isYear } from "./kinds/counts.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { holderName } from "../slots/holders.ts";
import { isNounSaid, namesOf } from "../slots/names.ts";
import { isOfOtherProperty } from "./other-property.ts";
import { isOfOtherThing } from "./other-thing.ts";
import { textOf } from "../../text/foreign.ts";
import { takesNumbers } from "../slots/schema.ts";
import type { Slot } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";
import { RENAMED_TO } from "../words/introductions.ts";
import { isFile } from "../words/values/file-paths.ts";
import { countryCode, languageCode } from "../words/names/code-names.ts";
import { takesExceptions } from "../words/clauses/exceptions.ts";
import { isOfManner } from "../words/clauses/manner.ts";
import { isPlace, type Wish } from "../words/wish/wish.ts";
import { isNumber, type Value } from "../words/value.ts";

/** Where a cloud's machines stand. */
const REGION = /^(?:us|eu|ap|ca|sa|af|me|uk|asia|europe|australia)-[a-z]{3,12}-?\d{1,2}$/;
const OF_FILES =
  /\b(?:files?|documents?|objects?|assets?|attachments?|media|images?|photos?|videos?|audio|resource|item)\b/;

/** "the servers in eu-west-1", "upload photo.jpg": where it is done or what is sent, and no id of another thing. */
function isOfOtherSortOfId(word: string, { text }: Value, { effect }: Wish): boolean {
  if (/\b(?:region|zone|location)\b/.test(word)) return false;
  return REGION.test(text) || (isFile(text) && (effect === "create" || !OF_FILES.test(word)));
}

/** "acme/web" tells a repository or what is built of it, and no job. */
function isNoRepository({ noun = "" }: Slot, word: string, { kind }: Value): boolean {
  const thing = word.replace(/ ?\b(?:ids?|uuid|guid|sid|gid)$/, "") || noun;
  return kind === "repository" && thing !== "" && !OF_REPOSITORY.test(thing);
}

const OF_REPOSITORY =
  /\b(?:repo|repository|project|app|application|package|model|dataset|image|space|component|module|plugin|item|object|resource|file|path|parent|source|target)\b/;

/** What only a machine calls a thing by. */
export const ID = /\b(?:ids?|uuid|guid|sid|gid)$/;
const NAMING =
  /\b(?:named|called|titled|entitled|with the name|namens|genannt|llamad[oa]s?|appel[ée]e?s?|chamad[oa]s?)\s+\W?$/iu;
/** What a thing shall be called tells not which it is. */
const RENAMED = new RegExp(`\\b${RENAMED_TO}\\s{1,2}["'“„]?$`, "iu");
const WHERE = /\b(?:in|near|around|from|im|bei|aus|en|em|desde|à)\s+$/iu;
const MADE_BY = /\p{L}{2}s\s+(?:by|of|von|de|di|do|da)\s+(?:the\s+)?$/u;
const SAYING = /\b(?:saying|says?|that reads|with the (?:text|message|body|content|description|note))[:\s]{1,3}\W?$/i;

/** `the dataset "geonames-all"`: no title, for it is written like no words, and its thing stands before it. */
function isNamedId(slot: Slot, { text }: Value, before: string): boolean {
  const last = wordsOf(before).at(-1) ?? "";
  return /^[\w.-]+$/.test(text) && /[\d_-]/.test(text) && namesOf(slot).some((name) => name.split(" ").at(-1) === last);
}

/** It stands right before the words that say what it shall be called. */
function isMade(noun: string, before: string): boolean {
  const made = wordsOf(before.replace(NAMING, "")).at(-1) ?? "";
  return singular(made) === (noun.split(" ").at(-1) ?? "");
}

function isSpelledNumber({ kind, start, end }: Value, { text }: Wish): boolean {
  return kind === "number" && !/\d/.test(text.slice(start, end));
}

/** "longer than 20 minutes" */
function isOfTime({ end }: Value, { text }: Wish): boolean {
  return /^\s*-?(?:second|minute|hour|day|week|month|year)s?\b/i.test(text.slice(end, end + 12));
}

/** Where a list goes on is told by what the answer before it said. */
const CURSOR = /\b(?:cursor|(?:next|page|continuation) token|page (?:after|before)|marker|iterator)$/;
const OF_PAGE = /^page(?: number| no| num| index)?$/;
const OF_SIZE = /\b(?:limit|size|count|per|max|maximum|rows|results|records|items|number|length|top|take|first)\b/;

/** "10 each" may be of anything. */
const OF_PAGES = /page|seite|p[áa]gina/i;

/** How many stand on a page is none, and neither is what is looked for. */
function isOfPage(value: Value, said: Wish): boolean {
  return !isPerPage(value, said) && !(value.kind === "quoted" && /\s/.test(value.text));
}

/** "the third page". */
function isPageSaid(value: Value, said: Wish): boolean {
  return (
    (isSpelledNumber(value, said) || value.isOptional === true) &&
    /^\s{1,2}(?:page|seite|p[áa]gina)\b/i.test(said.text.slice(value.end, value.end + 10))
  );
}

/** Days, what may be seconds since the epoch, and what somebody quotes. */
const OF_DAYS: ReadonlySet<Value["kind"]> = new Set(["date", "id", "number", "percent", "quoted"]);

/** What a schema says is a day is no name and no address. */
function isNoDay({ schema: { format } }: Slot, { kind, text }: Value): boolean {
  if (format !== "date" && format !== "date-time") return false;
  return !OF_DAYS.has(kind) || /^\d{1,3}$/.test(text) || (kind === "id" && /^\p{L}/u.test(text));
}

const OF_LANGUAGE = /\b(?:lang(?:uage)?s?|locale|translat\w*|from|to|source|target)\b/i;
const TELLS_LANGUAGE = /\b(?:language|locale|translat\w*)\b/i;
const OF_CITY = /\b(?:city|town)\b/;

function isLanguage(name: string): boolean {
  return languageCode(name) !== undefined && countryCode(name) === undefined;
}

/** What is left out is said to be. */
const OF_EXCLUSION = /^exclud/;
const SAYS_EXCLUSION =
  /(?<!\p{L})(?:exclu|except|without|omit|ignor|skip|not?(?!\p{L})|but(?!\p{L})|never|leav\p{L}* out|minus|ohne|außer|nicht|kein|sin(?!\p{L})|excep|salvo|menos|sans|sauf|hormis|pas(?!\p{L})|sem(?!\p{L})|exce|não|senza|tranne)/iu;

const EARLIER = /^(original|previous|prior|former|old)\b/;

/** "in Hungary": no address of a machine. */
function isOfMachine({ schema }: Slot, word: string, { kind }: Value): boolean {
  return (
    (kind === "name" || kind === "word") &&
    /\baddress$/.test(word) &&
    /\bIP(?:v[46])?\b/.test(textOf(schema.description))
  );
}

/** What a payment is called by is no sum. */
function isOfSum(slot: Slot, word: string, { kind, text }: Value): boolean {
  const isId = kind === "id" && text.length > MAX_SUM;
  return isId && word === "value" && /\b(?:amount|price|cost|total|balance)\b/.test(spellOut(holderName(slot) ?? ""));
}

const MAX_SUM = 9;

/** What is said to somebody. */
const SAID = /\b(?:text|message|body|content|comment|note)$/;

export function isExcluded(slot: Slot, value: Value, said: Wish): boolean {
  const word = spellOut(slot.name);
  if (isNoDay(slot, value) || (value.kind === "date" && CURSOR.test(word))) return true;
  // "tomorrow at 3pm" is when it is, and not when it was.
  const [, earlier] = (value.kind === "date" && EARLIER.exec(word)) || [];
  if (earlier !== undefined && !said.text.toLowerCase().includes(earlier)) return true;
  if (isOfMachine(slot, word, value) || isOfSum(slot, word, value)) return true;
  if (isOfOtherThing(slot, value, said) || isOfOtherProperty(slot, value, said)) return true;
  if (OF_PAGE.test(word) ? !isOfPage(value, said) : isPageSaid(value, said)) return true;
  // "the first page with 50 rows".
  if (OF_PAGE.test(word) && isHowMany(value, said) && !/\bpage\W{0,3}$/i.test(said.text.slice(0, value.start)))
    return true;
  if (isPerPage(value, said) && OF_PAGES.test(said.text.slice(value.end, value.end + 15)) && !OF_SIZE.test(word))
    return true;
  // "the zip code of Springfield" is what is asked for.
  if (value.kind === "name" && /\b(?:zip(?:code)?|postcode|postal code)\b/.test(word) && !/\d/.test(value.text))
    return true;
  // "over 10000" is no day.
  if (value.kind === "number" && /\bdate$/.test(word) && !takesNumbers(slot.schema) && !isYear(value.text)) return true;
  const before = said.text.slice(0, value.start);
  // "show all customers except Ann" shows not her.
  if (besideOf(value, said).isExcepted && !takesExceptions(word)) return true;
  // "a password with 20 characters" leaves none out.
  if (OF_EXCLUSION.test(word) && !SAYS_EXCLUSION.test(said.text)) return true;
  if (value.kind === "name" && SAID.test(word) && isOfManner(before)) return true;
  // "tomorrow at 10" is when, and calls no calendar.
  if ((ID.test(word) || slot.inPath) && isNumber(value) && /\b(?:at|um|à)\s+$/i.test(before)) return true;
  if ((ID.test(word) || slot.inPath) && isNumber(value) && isOfEach(value, said)) return true;
  // "compare two commits" tells how many, and neither which.
  if ((ID.test(word) || slot.inPath) && isSpelledNumber(value, said) && !takesNumbers(slot.schema)) return true;
  if ((ID.test(word) || slot.inPath) && RENAMED.test(before)) return true;
  const isText = value.kind === "quoted" || value.kind === "name" || value.kind === "word" || value.kind === "code";
  // "create a bucket named logs in eu-west-1".
  if (
    slot.inPath &&
    REGION.test(value.text) &&
    !/\b(?:region|zone|location|area)s?\b/.test(word) &&
    /\bin\s$/.test(before)
  )
    return true;
  if (ID.test(word)) {
    if (isOfOtherSortOfId(word, value, said) || isNoRepository(slot, word, value)) return true;
    const isNamed = said.effect !== "create" && isNamedId(slot, value, before);
    if (value.kind === "quoted" && !/\bid\W*$/i.test(before) && !isNamed) return true;
    if (value.kind === "name" && /\s/.test(value.text)) return true;
    if (isText && NAMING.test(before)) return true;
    // "albums by Radiohead": who made them is no album.
    if ((value.kind === "name" || value.kind === "word") && MADE_BY.test(before)) return true;
    if (value.kind === "name" && WHERE.test(before) && isPlace(value.text)) return true;
    if (value.kind === "number" && (isHowMany(value, said) || isLeast(value, said) || isOfTime(value, said)))
      return true;
  }
  // "create a repository named web" is of no codespace of that name.
  const isNewName = said.effect === "create" && isText && NAMING.test(before);
  if (isNewName && slot.noun !== undefined && !isNounSaid(slot.noun, said.text)) return true;
  // "create a customer with the name Ann" posts nothing to a customer Ann.
  if (isNewName && slot.isThere === true && !/\b(?:name|slug)$/.test(word) && isMade(slot.noun ?? word, before))
    return true;
  // "in German" is no city, and says no thing but a language.
  if (value.kind === "name" && isLanguage(value.text))
    if (
      OF_CITY.test(word) ||
      (isOfManner(before) && !OF_LANGUAGE.test(word) && !TELLS_LANGUAGE.test(textOf(slot.schema.description)))
    )
      return true;
  // A sentence is what is said, and calls nothing.
  if (value.kind === "quoted" && value.text.split(/\s+/).length > 6 && /\bname$/.test(word)) return true;
  return isText && SAYING.test(before) && /^(?:name|title|subject|label|display name)$/.test(word);
}
