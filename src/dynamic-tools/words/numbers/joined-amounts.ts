/** "between 500 and 1200 usd": the first is money, as the second is. */
import type { Value } from "../value.ts";

const LEAD = /\b(?:between|from|zwischen|von|entre|de)\s$/i;
const JOINT = /^(?:\s(?:and|to|und|bis|y|a|et|à|e)\s|\s?[-–]\s?)(?:[$€£¥₹]\s?)?$/i;

export function withJoinedAmounts(values: readonly Value[], text: string): Value[] {
  return values.map((value, at) => {
    const next = values.slice(at + 1).find(({ kind }) => kind !== "currency");
    const isJoined =
      value.kind === "number" &&
      next?.kind === "amount" &&
      LEAD.test(text.slice(Math.max(0, value.start - 12), value.start)) &&
      JOINT.test(text.slice(value.end, next.start));
    return isJoined ? { ...value, kind: "amount" } : value;
  });
}
