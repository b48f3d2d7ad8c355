/**
 * Numbers that are spelled as words, in English, German, Spanish, French and Portuguese, up to a hundred. "One" is left out
 * in each of them, for it is an article in most, and so is what is another word in English ("once"). The words are those of
 * Unicode's rules for spelling numbers out (CLDR, RBNF).
 */
import { foreignLanguage } from "../../../catalog/words/loan-words.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";

const WORDS: Readonly<Record<number, string>> = {
  2: "two zwei dos deux dois duas",
  3: "three drei tres trois três",
  4: "four vier cuatro quatre quatro",
  5: "five fünf cinco cinq",
  6: "six sechs seis",
  7: "seven sieben siete sept sete",
  8: "eight acht ocho huit oito",
  9: "nine neun nueve neuf nove",
  10: "ten zehn diez dix dez",
  11: "eleven elf onze",
  12: "twelve zwölf doce douze doze",
  13: "thirteen dreizehn trece treize treze",
  14: "fourteen vierzehn catorce quatorze catorze",
  15: "fifteen fünfzehn quince quinze",
  16: "sixteen sechzehn dieciséis seize dezesseis dezasseis",
  17: "seventeen siebzehn diecisiete dix-sept dezessete dezassete",
  18: "eighteen achtzehn dieciocho dix-huit dezoito",
  19: "nineteen neunzehn diecinueve dix-neuf dezenove dezanove",
  20: "twenty zwanzig veinte vingt vinte",
  25: "twenty-five fünfundzwanzig veinticinco vingt-cinq",
  30: "thirty dreißig dreissig treinta trente trinta",
  40: "forty vierzig cuarenta quarante quarenta",
  50: "fifty fünfzig cincuenta cinquante cinquenta",
  60: "sixty sechzig sesenta soixante sessenta",
  70: "seventy siebzig setenta soixante-dix",
  80: "eighty achtzig ochenta quatre-vingts oitenta",
  90: "ninety neunzig noventa quatre-vingt-dix",
  100: "hundred hundert cien cem",
};

const NUMBERS = new Map(
  Object.entries(WORDS).flatMap(([number, words]) => words.split(" ").map((word) => [word, number] as const)),
);

/** The longer first: "dix-sept" is not ten. "two-factor" is no number. */
export const SPELLED_NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${longestFirst(NUMBERS).join("|")})(?![\\p{L}\\p{N}-])`,
  "gu",
);

/** Where "dos" says "of the". */
const PORTUGUESE = 3;

/** `text` is what it stands in. */
export function spelledNumber(word: string, text: string): string | undefined {
  return word === "dos" && foreignLanguage(wordsOf(text)) === PORTUGUESE ? undefined : NUMBERS.get(word);
}

/** Which of several is meant, in the same languages, in the forms that stand before a noun; accents dropped. */
const ORDINALS: Readonly<Record<number, string>> = {
  1: "first erste ersten primera primer premiere primeira primeiro",
  2: "second zweite zweiten segunda segundo deuxieme seconde",
  3: "third dritte dritten tercera tercer troisieme terceira terceiro",
  4: "fourth vierte vierten cuarta cuarto quatrieme quarta quarto",
  5: "fifth funfte funften quinta quinto cinquieme",
  6: "sixth sechste sechsten sexta sexto sixieme",
  7: "seventh siebte siebten septima septimo septieme setima setimo",
  8: "eighth achte achten octava octavo huitieme oitava oitavo",
  9: "ninth neunte neunten novena noveno neuvieme nona nono",
  10: "tenth zehnte zehnten decima decimo dixieme",
};
const ORDINAL_NUMBERS = new Map(
  Object.entries(ORDINALS).flatMap(([number, words]) => words.split(" ").map((word) => [word, number] as const)),
);

/** What is counted through: "the second page", "die dritte Staffel". */
const IN_ROW =
  "page|seite|p[áa]gina|season|staffel|temporada|saison|episode|folge|episodio|epis[óo]dio|[ée]pisode|chapter|kapitel|cap[íi]tulo|chapitre|quarter|quartal|trimestre|down|round|runde|ronda|rodada|week|woche|semana|semaine";

export const ORDINAL_IN_ROW = new RegExp(
  `(?<![\\p{L}\\p{N}-])(\\p{L}{4,12}|\\d{1,3}(?:st|nd|rd|th))(?=\\s(?:${IN_ROW})(?![\\p{L}\\p{N}]))`,
  "giu",
);

export function ordinal(word: string): string | undefined {
  return ORDINAL_NUMBERS.get(foldLetters(word)) ?? /^\d+/.exec(word)?.[0];
}

function longestFirst(words: ReadonlyMap<string, unknown>): string[] {
  return [...words.keys()].toSorted((a, b) => b.length - a.length);
}
