/**
 * What is said in another language, word for word in English: "avec l'historique de connectivité" is "with connectivity
 * history". It names fields, flags and members of lists; what is sent is never taken from it.
 */
import { LRUCache } from "lru-cache";
import { partsOf } from "../../../catalog/words/compounds.ts";
import { isEnglish } from "../../../catalog/words/english.ts";
import { foreignLanguage, GERMAN, LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { FRAME_WORDS } from "./frame-words.ts";

/** Of the last wishes: every slot of every operation that is tried asks for the same. */
const glosses = new LRUCache<string, string>({ max: 64 });

const WORD = /[\p{L}\p{N}_]+/gu;
/**
 * Without the articles; "" where no other language is spoken. `whole` is all that was said, whose language is read. Not
 * turned, "audio bitrate" stays "bitrate of audio".
 */
export function glossOf(text: string, whole: string = text, isTurned = true): string {
  const key = `${String(isTurned)} ${whole}\n${text}`;
  const known = glosses.get(key) ?? readGloss(text, foreignLanguage(wordsOf(whole)), isTurned);
  glosses.set(key, known);
  return known;
}

function readGloss(text: string, language: number | undefined, isTurned: boolean): string {
  if (language === undefined) return "";
  const frames = FRAME_WORDS[language];
  const said: { english: string; isNoun: boolean; isPair: boolean; gap: string }[] = [];
  let at = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const gap = text.slice(at, index);
    at = index + word.length;
    const plain = foldLetters(word);
    const frame = isGenitive(plain, language, said.at(-1)) ? "of" : frames?.get(plain);
    const meaning = frame ?? meaningOf(plain, language, said.length === 0) ?? partsInEnglish(plain, language);
    const isNoun = frame === undefined && meaning !== undefined;
    const last = said.at(-1);
    // "A de B" becomes "B A", where both are known words; of "A de B de C" the rest stays apart.
    const isOf =
      isTurned && language !== GERMAN && isNoun && last !== undefined && last.english === "of" && /^[ '’]$/.test(gap);
    const head = isOf ? said.at(-2) : undefined;
    if (head?.isNoun === true && !head.isPair) {
      said.splice(-2, 2, { ...head, english: `${meaning} ${head.english}`, isPair: true });
      continue;
    }
    if (meaning === "") continue;
    said.push({ english: meaning ?? word, isNoun, isPair: false, gap: /[,;.!?:]/.test(gap) ? gap : " " });
  }
  return said
    .map(({ english, gap }) => gap + english)
    .join("")
    .trim();
}

/** Of several meanings what fields are mostly called, and a verb where one stands first; what only joins words has none. */
function meaningOf(word: string, language: number, isFirst: boolean): string | undefined {
  if (LOAN_WORDS.functionWords[language]?.has(word) === true) return undefined;
  const all = LOAN_WORDS.languages[language]?.get(word);
  const meanings = isFirst ? all : (LOAN_WORDS.nouns[language]?.get(word) ?? all);
  return meanings?.find((one) => FIELD_NAMES.has(one)) ?? meanings?.[0];
}

const FIELD_NAMES: ReadonlySet<string> = new Set(
  "name title description text message date status type address email phone amount price language country city".split(
    " ",
  ),
);

/** "der Name des Kunden": behind a noun a German article says whose. */
function isGenitive(word: string, language: number, last: { readonly isNoun: boolean } | undefined): boolean {
  return language === GERMAN && last?.isNoun === true && /^(?:de[rs]|vo[nm])$/.test(word);
}

/** "Lagerbestand" is "stock"'s; of what is made of known words only the parts are told. */
function partsInEnglish(word: string, language: number): string | undefined {
  if (language !== GERMAN) return undefined;
  const parts = partsOf(word, isEnglish);
  const own = LOAN_WORDS.languages[GERMAN]!;
  return parts.length === 0 ? undefined : parts.map((part) => own.get(part)?.[0] ?? part).join(" ");
}
