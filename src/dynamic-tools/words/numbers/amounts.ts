/** Numbers that are sums of money, by the currency beside them. */
import { currencyOf, smallCodeOf } from "./currencies.ts";
import { ungrouped } from "./grouped-numbers.ts";

/** Where a currency stands before it or behind; what begins with a zero has decimals: "0.125". */
export function groupedMoney(found: RegExpExecArray): string | undefined {
  const isBehindSign = /[$€£¥₹]\s?$/.test(found.input.slice(Math.max(0, found.index - 2), found.index));
  const isMoney = isBehindSign || amountBefore(found) !== undefined;
  return isMoney && !found[0].startsWith("0") ? ungrouped(found[0]) : undefined;
}

/** A number is an amount where a currency stands behind it. */
export function amountBefore(found: RegExpExecArray): string | undefined {
  const after = found.input.slice(found.index + found[0].length).trimStart();
  const words = after.split(/[^\p{L}$€£¥₹]+/u);
  const [first = ""] = words;
  const isMoney = [first, words.slice(0, 2).join(" ")].some(
    (one) => (currencyOf(one) ?? smallCodeOf(one)) !== undefined,
  );
  return isMoney ? found[0].replace(",", ".") : undefined;
}
