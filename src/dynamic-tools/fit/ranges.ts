/** "between 5000 and 10000 dollars" where one slot takes both ends: `price_range`, "1000-5000". */
import { wordsOf } from "../../catalog/words/words.ts";
import { textOf } from "../../text/foreign.ts";
import type { Value } from "../words/value.ts";
import type { Slot } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";

const NAME = / ranges?$/;
/** As a description writes one. */
const WRITTEN = /\d(?:\.\d+)?\s?(-|–|\.\.\.?|,|:|;)\s?\d|\bmin(?:imum)?\s?(-|\.\.\.?|,|:)\s?max/i;
const NUMBER = "(\\d{1,9}(?:\\.\\d{1,4})?)";
const SAID = new RegExp(
  `(?:(?:between|from)\\s[$€£]?${NUMBER}\\s(?:and|to)\\s[$€£]?${NUMBER}|(?<![\\w.-])${NUMBER}\\s?[-–]\\s?${NUMBER}(?![\\w-]|\\.\\d))`,
  "giu",
);
const OF_MONEY = /^\s?(?:[$€£]|dollars?|euros?|pounds?|usd|eur|gbp)(?!\p{L})/iu;

export function takesRange({ name, schema: { type, enum: members } }: Slot): boolean {
  return type === "string" && members === undefined && NAME.test(spellOut(name));
}

/** Where a description writes both ends, one alone is none. */
export function isEndOfRange(slot: Slot, { kind, text }: Pick<Value, "kind" | "text">): boolean {
  const isNumber = (kind === "number" || kind === "amount") && /^[\d.]+$/.test(text);
  return isNumber && takesRange(slot) && WRITTEN.test(textOf(slot.schema.description));
}

/** `text` without what stands in quotation marks. */
export function rangeOf(slot: Slot, text: string): { readonly sent: string; readonly word: string } | undefined {
  if (!takesRange(slot)) return undefined;
  const of = wordsOf(spellOut(slot.name).replace(NAME, "")).map(singular);
  const found = [...text.matchAll(SAID)].find((one) => isOf(of, one, text));
  if (found === undefined) return undefined;
  const [whole, first, second] = [found[0], found[1] ?? found[3] ?? "", found[2] ?? found[4] ?? ""];
  const written = WRITTEN.exec(textOf(slot.schema.description));
  return { sent: `${first}${written?.[1] ?? written?.[2] ?? "-"}${second}`, word: whole };
}

/** What it is a range of stands beside it, or it is of money as a price is. */
function isOf(of: readonly string[], { 0: whole, index }: RegExpExecArray, text: string): boolean {
  const behind = text.slice(index + whole.length, index + whole.length + 30);
  const near = [...wordsOf(text.slice(Math.max(0, index - 40), index)).slice(-3), ...wordsOf(behind).slice(0, 2)];
  if (of.every((word) => near.map(singular).includes(word))) return true;
  return (
    of.length === 1 && /^(?:price|cost|budget)$/.test(of[0] ?? "") && (OF_MONEY.test(behind) || /[$€£]/.test(whole))
  );
}
