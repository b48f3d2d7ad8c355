/** Money as APIs count it that know no fractions: 5 dollars are 500 cents, 5 yen are 5. */
import { textOf } from "../../text/foreign.ts";
import { isCurrencyCode } from "../words/code-names.ts";
import type { Slot } from "../slots/slots.ts";
import type { Wish } from "../words/wish.ts";

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
  const isWhole = [schema.type].flat().includes("integer");
  const isCounted = (isWhole && (amount.includes(".") || SUM.test(word))) || TOLD.test(textOf(schema.description));
  return isCounted ? String(Math.round(Number(amount) * 10 ** digitsOf(said))) : amount;
}

function digitsOf({ values }: Pick<Wish, "values">): number {
  const currency = values.find(({ kind, text }) => (kind === "currency" || kind === "code") && isCurrencyCode(text));
  if (currency === undefined) return USUAL_DIGITS;
  const { maximumFractionDigits } = new Intl.NumberFormat("en", {
    style: "currency",
    currency: currency.text,
  }).resolvedOptions();
  return maximumFractionDigits ?? USUAL_DIGITS;
}
