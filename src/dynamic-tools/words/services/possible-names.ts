/** Which words of an utterance may name a service, by how they are written and what stands before them. */
import { LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { dateIn } from "../time/dates.ts";
import { isPlace } from "../wish/wish.ts";

export interface PossibleName {
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

/** "avec Louis de Funès" is with somebody. */
const THROUGH =
  /\b(?:on|at|with|via|using|through|bei(?:\s(?:der|dem|den))?|chez|mit|über|auf|con|avec|com|sur|en|no|na)\s+(\p{Lu}(?:[\p{L}\d]|\.(?=[\p{L}\d]))*(?:\s\p{Lu}(?:[\p{L}\d]|\.(?=[\p{L}\d]))*){0,3})(?![\p{L}\d])(?!\s(?:de|von|van|da|di|du)\s\p{Lu})/gu;
/** "with UDPRN 23747771": what kind of number follows. */
const NUMBERED = /^\p{L}+\s+\p{Lu}{2,8}\s+(?=[\p{Lu}-]{0,8}\d)/u;
/** "Binance Smart Chain" is a thing, and no service of that name. */
const MAX_NAME_WORDS = 2;

/** Words and pairs of words that may name a service, those that are written as names first. */
export function possibleNames(bare: string): PossibleName[] {
  const words = [...withoutPlaces(bare).matchAll(/[\p{L}\d][\p{L}\d.-]*[\p{L}\d]|[\p{L}\d]/gu)].map((found, at) => ({
    word: found[0],
    isPart:
      /\p{Lu}[\p{L}\d]*\s+$/u.test(bare.slice(0, found.index)) &&
      /^\s+\p{Lu}/u.test(bare.slice(found.index + found[0].length)),
    isMarked:
      (at === 0 && isLabelled(bare, found.index + found[0].length)) ||
      (/\p{Lu}/u.test(found[0]) && (at > 0 || /\p{Ll}\p{Lu}/u.test(found[0]))),
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

/** "opencage: …": who serves may be written small there. */
function isLabelled(text: string, end: number): boolean {
  return text.startsWith(":", end) && !text.startsWith("://", end);
}

/** What stands behind a word that says through whom. */
export function namesThrough(bare: string): string[] {
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

function isMonth(name: string): boolean {
  return (
    dateIn(`1 ${name.split(" ")[0] ?? ""} 2024`) !== undefined ||
    /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b/i.test(name)
  );
}
