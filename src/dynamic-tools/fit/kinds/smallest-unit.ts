/** Money as APIs count it that know no fractions: 5 dollars are 500 cents, 5 yen are 5. */
import { textOf } from "../../../text/foreign.ts";
import { isCurrencyCode } from "../../words/numbers/currencies.ts";
import type { Slot } from "../../slots/slots.ts";
import type { Wish } from "../../words/wish/wish.ts";

const TOLD =
  /(?<![\p{L}\d])(?:cents|pence|pennies)(?![\p{L}\d])|smallest (?:currency )?units?|minor (?:currency )?units?/iu;
/**
 * What an API calls a sum that it moves. Of 62 such whole fields in 7,445 operations 36 are told to be so, and none of the
 * others to be anything else.
 */
const SUM = /\bamount$|^amount\b/;
/** Of a currency that nobody named. */
const USUAL_DIGITS = 2;

/** `amount` as the slot counts it, where that is another number than was said. `word` is the slot's name, spelled. */
export function inSmallestUnit({ schema }: Slot, word: string, amount: string, said: Pick<Wish, "values">): string {
  const currencies = currenciesIn(said);
  const isWhole = [schema.type].flat().includes("integer");
  // Who names two wants to know what one is in the other, and moves nothing.
  const isSum = isWhole && SUM.test(word) && currencies.length < 2;
  const isCounted = isSum || (isWhole && amount.includes(".")) || TOLD.test(textOf(schema.description));
  return isCounted ? String(Math.round(Number(amount) * 10 ** digitsOf(currencies[0]))) : amount;
}

function currenciesIn({ values }: Pick<Wish, "values">): readonly string[] {
  const codes = values.filter(({ kind, text }) => (kind === "currency" || kind === "code") && isCurrencyCode(text));
  return [...new Set(codes.map(({ text }) => text))];
}

function digitsOf(currency: string | undefined): number {
  if (currency === undefined) return USUAL_DIGITS;
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  return maximumFractionDigits ?? USUAL_DIGITS;
}
