/** Whether what a model wrote stands in its source: quotes word for word, numbers figure for figure. Pure. */
import { plainText } from "../../../src/text/plain-text.ts";
import { numbersIn, readingsOf } from "./numbers.ts";

const LEAST_QUOTE = 12;
/** A character that is a syllable or a word says as much as three letters. */
const FULL_LETTER = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/gu;

/** Finds quotes in a text: blanks, line ends, kinds of quotation marks and dashes do not matter, all else does. */
export function quoteFinder(source: string): (quote: string) => boolean {
  const text = evened(source);
  return (quote) => {
    const wanted = evened(unquote(quote));
    const weight = wanted.length + 2 * (wanted.match(FULL_LETTER)?.length ?? 0);
    return weight >= LEAST_QUOTE && text.includes(wanted);
  };
}

/** A quote without the marks around it. */
export function unquote(quote: string): string {
  return quote
    .trim()
    .replace(/^["'“”„«»‘’]+|(?<!["'“”«»‘’])["'“”«»‘’]+$/g, "")
    .trim();
}

/** The numbers of a text that stand in none of the sources, as they are written. */
export function strangeNumbers(text: string, sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((source) => numbersIn(source).flatMap(readingsOf)).flat());
  return numbersIn(text).filter((run) => !readingsOf(run).some((reading) => reading.every((one) => known.has(one))));
}

function evened(text: string): string {
  return plainText(text)
    .normalize("NFKC")
    .replace(/[“”„«»‟]/g, '"')
    .replace(/[‘’‚‛`´]/g, "'")
    .replace(/[‐-―−]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}
