/** "a fee of 20 EUR", "3 days": what an amount is counted in stands beside it, and goes into the same object. */
import { listOf } from "../../text/foreign.ts";
import { formOf } from "../fit/form.ts";
import { isMoneyCode } from "../fit/kinds/money.ts";
import { NAMED } from "../fit/kinds/scores.ts";
import { holderKey } from "../slots/holders.ts";
import type { Slot } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";
import type { Value } from "../words/value.ts";
import type { Wish } from "../words/wish/wish.ts";
import type { FillState } from "./fill-state.ts";

const AMOUNT = /\b(?:amount|value|quantity|qty|number|count|length|interval)$/;
const CURRENCY = /^currency(?: code)?$/;
const UNIT = /^(?:\w+ )?units?$|^uom$/;

/** `slot` has taken the value. */
export function placeUnitBeside({ context, open, placed, put }: FillState, slot: Slot, value: Value): void {
  const { said } = context;
  const isAmount = value.kind === "amount" || value.kind === "number";
  if (!isAmount || slot.place !== "body" || slot.path.length < 2 || !AMOUNT.test(spellOut(slot.name))) return;
  for (const other of [...open].filter((one) => one.place === "body" && holderKey(one) === holderKey(slot))) {
    const word = spellOut(other.name);
    const currency = CURRENCY.test(word) ? currencyBeside(value, said) : undefined;
    if (currency !== undefined && !placed.has(currency) && put(other, formOf(other, word, currency, said), NAMED))
      placed.set(currency, 1);
    const unit = UNIT.test(word) ? memberBehind(other, value, said) : undefined;
    if (unit !== undefined) put(other, unit, NAMED);
  }
}

function currencyBeside({ start, end }: Value, { text, values }: Wish): Value | undefined {
  const isBetween = (from: number, to: number) => from <= to && /^\s?$/.test(text.slice(from, to));
  return values.find((one) => isMoneyCode(one) && (isBetween(end, one.start) || isBetween(one.end, start)));
}

/** "DAY" of "10 days". */
function memberBehind({ schema }: Slot, { end }: Value, { text }: Wish): unknown {
  const word = /^\s?-?(\p{L}{2,20})/u.exec(text.slice(end, end + 24))?.[1]?.toLowerCase();
  if (word === undefined) return undefined;
  return listOf(schema.enum).find((one) => singular(String(one).toLowerCase()) === singular(word));
}
