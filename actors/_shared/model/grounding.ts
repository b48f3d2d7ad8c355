/** Whether what a model wrote stands in its source: quotes word for word, numbers figure for figure. Pure. */
import { plainText } from "../../../src/text/plain-text.ts";

const LEAST_QUOTE = 12;
/** Figures, as "1,234.5", "4 %" or "2024". One figure alone may count things the source lists. */
const NUMBER = /\d[\d.,' \u00a0\u202f]*\d/g;

/** Finds quotes in a text: blanks, line ends, kinds of quotation marks and dashes do not matter, all else does. */
export function quoteFinder(source: string): (quote: string) => boolean {
  const text = evened(source);
  return (quote) => {
    const wanted = evened(unquote(quote));
    return wanted.length >= LEAST_QUOTE && text.includes(wanted);
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
  const known = new Set(sources.flatMap((source) => numbersIn(source).map(figures)));
  return numbersIn(text).filter((number) => !known.has(figures(number)));
}

function numbersIn(text: string): string[] {
  return plainText(text).match(NUMBER) ?? [];
}

/** "1,234.50" and "1 234,5" are the same figures. */
function figures(number: string): string {
  const [, fraction] = /[.,](\d{1,2})$/.exec(number) ?? [];
  const whole = (fraction === undefined ? number : number.slice(0, -fraction.length - 1)).replace(/\D/g, "");
  const rest = (fraction ?? "").replace(/(?<!0)0+$/, "");
  return `${whole.replace(/^0+(?=\d)/, "")}.${rest}`;
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
