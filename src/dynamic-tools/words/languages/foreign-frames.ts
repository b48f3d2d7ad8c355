/**
 * What stands around values in German, Spanish, French and Portuguese, in the words in which the rest of the code reads it:
 * "höchstens 1,5" as "maximum 1.5". The words are each language's own ways of saying one thing, chosen by hand over all
 * four; none of those that are put in their place is a stop word, so that a text stays one of its language.
 */
import { foreignLanguage, GERMAN } from "../../../catalog/words/loan-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { languagesPaired } from "./language-pairs.ts";
import type { Rule } from "../rules.ts";

/** Where these languages stand among those of the loan words; Italian is left out. */
const LAST = GERMAN + 3;

/** What is called, addressed or written so stays as it is. */
const KEPT =
  /"[^"]{1,500}"|“[^”]{1,500}”|„[^“”]{1,500}[“”]|«[^»]{1,500}»|(?<!\p{L})'[^']{1,500}'(?!\p{L})|\S{1,500}[/@_]\S{0,500}/gu;

const NO_LETTER = "(?<![\\p{L}\\d])";
const NUMBER = "(?=(?:€ ?|\\$ ?)?(?:\\d|\\p{L}))";
const MOST =
  "(?:höchstens|maximal|nicht mehr als|como (?:mucho|m[áa]ximo)|a lo sumo|no m[áa]s de|au (?:maximum|plus)|pas plus de|no m[áa]ximo|n[ãa]o mais (?:do )?que|m[áa]ximo(?: de)?|maximum(?: de)?)";
const LEAST =
  "(?:mindestens|wenigstens|nicht weniger als|al menos|por lo menos|como m[íi]nimo|au moins|au minimum|pelo menos|no m[íi]nimo|m[íi]nimo(?: de)?)";
const OVER =
  "(?:über|mehr als|m[áa]s de|por encima de|superior(?:es)? a|mayor(?:es)? (?:de|que|a)|plus de|au[- ]dessus de|sup[ée]rieure?s? à|mais de|acima de|maior(?:es)? (?:do )?que)";
const UNDER =
  "(?:unter|weniger als|menos de|por debajo de|inferior(?:es)? a|menor(?:es)? (?:de|que|a)|moins de|au[- ]dessous de|inf[ée]rieure?s? à|abaixo de|menor(?:es)? (?:do )?que)";
const UP_TO = "(?:bis zu|bis|hasta|jusqu['’]à|at[ée])";
const MONEY =
  "(?=\\d[\\d.,]{0,12} ?(?:[€$£]|euros?|d[óo]lares?|dollars?|reais|pesos?|libras?|franken|francs?)(?!\\p{L}))";
const COUNTED = "(?:st[üu]ck|treffer|ergebnisse?|eintr[äa]ge|resultados?|r[ée]sultats?)";
const FIRST = "(?:zuerst|primero|primeiro|d['’]abord|en premier)";

const FRAMES: readonly Rule[] = [
  // What English calls by one word.
  [/(?<!\p{L})(?:listas? de reproducci[óo]n|listes? de lecture|listas? de reprodu[çc][ãa]o)(?!\p{L})/giu, "playlist"],
  [/(?<!\p{L})sous-(?=compte|domaine|tâche|tache|dossier|groupe|cat[ée]gorie)/giu, "sub"],
  [/(?<!\p{L})(?:ein halbes dutzend|media docena|une demi-douzaine|meia d[úu]zia)(?: de| d['’])?(?!\p{L})/giu, "6"],
  [/(?<!\p{L})(?:ein dutzend|una docena|une douzaine|uma d[úu]zia)(?: de| d['’])?(?!\p{L})/giu, "12"],
  // "1,5": a list of two numbers has a blank behind its comma.
  [/(?<![\w.,:-])(-?\d{1,9}),(\d{1,6})(?![\w-]|[.,]\d)/gu, "$1.$2"],
  // "1.200": what has three digits behind its dot and begins with no zero.
  [/(?<![\w.,:/-]|(?<!\p{L})(?:version|versi[óo]n|vers[ãa]o) )([1-9]\d{0,2})\.(\d{3})(?![\w.,:/-]|[.,]\d)/giu, "$1$2"],
  [new RegExp(`${NO_LETTER}${MOST} ${NUMBER}`, "giu"), "maximum "],
  [new RegExp(`${NO_LETTER}${LEAST} ${NUMBER}`, "giu"), "minimum "],
  [new RegExp(`${NO_LETTER}((?:\\d{1,6}|\\p{L}{3,12})(?: \\p{L}{3,20})??) ${MOST}(?=$|[,.;!?])`, "giu"), "maximum $1"],
  [new RegExp(`${NO_LETTER}((?:\\d{1,6}|\\p{L}{3,12})(?: \\p{L}{3,20})??) ${LEAST}(?=$|[,.;!?])`, "giu"), "minimum $1"],
  [new RegExp(`${NO_LETTER}${OVER} (?=\\d)`, "giu"), "over "],
  [new RegExp(`${NO_LETTER}${UNDER} (?=\\d)`, "giu"), "under "],
  [new RegExp(`${NO_LETTER}${UP_TO} ${MONEY}`, "giu"), "under "],
  [new RegExp(`${NO_LETTER}(\\d{1,6}|\\p{L}{3,12}) ${COUNTED}(?!\\p{L})`, "giu"), "$1 results"],
  [
    new RegExp(
      `${NO_LETTER}(?:die |los |las |les |os |as )?(?:[äa]ltesten?|m[áa]s (?:antigu|viej)[oa]s|plus anciens?|plus anciennes|mais (?:antig|velh)[oa]s) ${FIRST}(?!\\p{L})`,
      "giu",
    ),
    "oldest first",
  ],
  [
    new RegExp(
      `${NO_LETTER}(?:die |los |las |les |os |as )?(?:neu(?:e)?sten?|m[áa]s (?:recientes|nuev[oa]s)|(?:plus )?r[ée]cente?s|plus r[ée]cents|mais (?:recentes|nov[oa]s)) ${FIRST}(?!\\p{L})`,
      "giu",
    ),
    "newest first",
  ],
];

/** The text with them; as it was where another language is spoken. */
export function withFramesInEnglish(text: string): string {
  const language = foreignLanguage(wordsOf(text));
  if (language === undefined || language > LAST) return text;
  let at = 0;
  let read = "";
  for (const { 0: kept, index } of text.matchAll(KEPT)) {
    read += inEnglish(text.slice(at, index)) + kept;
    at = index + kept.length;
  }
  return read + inEnglish(text.slice(at));
}

function inEnglish(text: string): string {
  return FRAMES.reduce((read, [pattern, words]) => read.replace(pattern, words), languagesPaired(text));
}
