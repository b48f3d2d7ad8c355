/**
 * Numbers that are spelled as words, in English, German, Spanish, French and Portuguese. "One" is left out in each of
 * them, for it is an article in most, and so is what is another word in English ("once").
 */
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
  15: "fifteen fünfzehn quince quinze",
  20: "twenty zwanzig veinte vingt vinte",
  30: "thirty dreißig treinta trente trinta",
  50: "fifty fünfzig cincuenta cinquante cinquenta",
  100: "hundred hundert cien",
};

const NUMBERS = new Map(
  Object.entries(WORDS).flatMap(([number, words]) => words.split(" ").map((word) => [word, number] as const)),
);

/** "two-factor" is no number. */
export const SPELLED_NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${[...NUMBERS.keys()].join("|")})(?![\\p{L}\\p{N}-])`,
  "gu",
);

export function spelledNumber(word: string): string | undefined {
  return NUMBERS.get(word);
}

/** Which page is meant, in the same languages. */
const ORDINALS: Readonly<Record<number, string>> = {
  1: "first erste ersten primera première primeira",
  2: "second zweite zweiten segunda deuxième seconde",
  3: "third dritte dritten tercera troisième terceira",
  4: "fourth vierte vierten cuarta quatrième quarta",
  5: "fifth fünfte fünften quinta cinquième",
};
const ORDINAL_NUMBERS = new Map(
  Object.entries(ORDINALS).flatMap(([number, words]) => words.split(" ").map((word) => [word, number] as const)),
);

/** "the second page". */
export const ORDINAL_OF_PAGE = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${[...ORDINAL_NUMBERS.keys()].join("|")}|\\d{1,3}(?:st|nd|rd|th))(?=\\s(?:page|seite|página|pagina)(?![\\p{L}\\p{N}]))`,
  "giu",
);

export function ordinal(word: string): string | undefined {
  return ORDINAL_NUMBERS.get(word.toLowerCase()) ?? /^\d+/.exec(word)?.[0];
}
