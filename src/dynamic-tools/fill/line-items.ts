/** "3 chairs at 40 each and a table at 120": how many, of what, and for how much, for each line of an order or an invoice. */
import { formOf } from "../fit/form.ts";
import { atRow, holderKey, isInRow } from "../slots/holders.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { spelledNumber } from "../words/numbers/number-words.ts";
import type { Wish } from "../words/wish/wish.ts";
import type { SlotAssignment } from "./names-said.ts";

const MONEY = "[$€£]|EUR|USD|GBP|CHF|euros?|dollars?|pounds?";
const LINE = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?<count>\\d{1,5}|an?|one|two|three|four|five|six|seven|eight|nine|ten)(?:\\s?[x×])?\\s(?<what>(?:[\\p{L}\\p{N}&'’-]{1,30}\\s){0,4}?)(?:at|@|for|à|zu|costing|priced at)\\s(?<before>(?:${MONEY})\\s?)?(?<price>\\d{1,9}(?:[.,]\\d{1,4})?)(?![\\p{L}\\p{N}:])(?<behind>\\s?(?:${MONEY})(?!\\p{L}))?(?<each>\\s(?:each|apiece|a piece|per (?:unit|piece|item)))?`,
  "dgiu",
);

const COUNT = /^(?:quantity|qty|count|units)$|\bquantity$/;
const PRICE = /\b(?:unit price|price each|price per unit|unit amount|unit cost)$|^(?:price|rate|cost)$/;
const WHAT = /^(?:description|name|title|(?:line ?)?item|product)$|\b(?:item|product) (?:name|title|description)$/;

interface Lines {
  readonly count: Slot;
  readonly price: Slot;
  readonly what: Slot | undefined;
}

export function lineItemsIn(said: Wish, slots: readonly Slot[]): SlotAssignment[] {
  const lines = linesOf(slots);
  const found = lines === undefined ? [] : [...said.text.matchAll(LINE)];
  if (lines === undefined || !found.every(isPriced)) return [];
  return found.flatMap(({ groups = {}, indices }, row) => {
    const { count = "", what = "", price = "" } = groups;
    const number = /\d/.test(count) ? count : (spelledNumber(count.toLowerCase(), said.text) ?? "1");
    const at = (name: string) => {
      const [start, end] = indices?.groups?.[name] ?? [0, 0];
      return { start, end };
    };
    const amount = { kind: "amount", text: price.replace(",", "."), ...at("price") } as const;
    const sent = formOf(lines.price, spellOut(lines.price.name), amount, said);
    const thing = what.trim().replace(/^of\s/i, "");
    return [
      { slot: atRow(lines.count, row), forms: [number], ...at("count") },
      { slot: atRow(lines.price, row), forms: [sent], ...at("price") },
      ...(lines.what === undefined || thing === ""
        ? []
        : [{ slot: atRow(lines.what, row), forms: [thing], ...at("what") }]),
    ];
  });
}

/** An hour or a place may stand behind "at", and for whom behind "for". */
function isPriced({ 0: line, groups: { before, behind, each, what = "" } = {} }: RegExpExecArray): boolean {
  return [before, behind, each].some((one) => one !== undefined) || (/\sat\s/.test(line) && what.trim() !== "");
}

/** Of the lists of objects the highest that tells how many and for how much. */
function linesOf(slots: readonly Slot[]): Lines | undefined {
  const inLists = slots.filter(isInRow);
  const counts = inLists.filter(({ name }) => COUNT.test(spellOut(name)));
  for (const count of counts.toSorted((a, b) => a.path.length - b.path.length)) {
    const others = inLists.filter((one) => holderKey(one) === holderKey(count));
    const price = others.find(({ name }) => PRICE.test(spellOut(name)));
    if (price !== undefined) return { count, price, what: others.find(({ name }) => WHAT.test(spellOut(name))) };
  }
  return undefined;
}
