/** Reading amounts: drops as bigint, issued currencies as decimals of at most 16 digits. */
import BigNumber from "bignumber.js";
import type { Amount, IssuedAmount } from "../ledger/entries.ts";

const DIGITS = 16;
const BAD_CURRENCY = "0000000000000000000000005852500000000000";

export function isIssued(amount: Amount): amount is IssuedAmount {
  return typeof amount !== "string";
}

export function decimal(value: string): BigNumber {
  return new BigNumber(value);
}

/** A value as the ledger writes it. */
export function writeValue(value: BigNumber): string {
  const rounded = value.sd(DIGITS, BigNumber.ROUND_HALF_EVEN);
  const exponent = rounded.e ?? 0;
  return rounded.isZero() || (exponent < 16 && exponent > -26) ? rounded.toFixed() : rounded.toExponential();
}

/** Zero or less. */
export function isNothing(amount: Amount): boolean {
  return !decimal(isIssued(amount) ? amount.value : amount).gt(0);
}

/** The code of XRP, which nobody can issue. */
export function isBadCurrency(amount: Amount): boolean {
  return isIssued(amount) && (amount.currency === "XRP" || amount.currency === BAD_CURRENCY);
}

export function isSameAsset(one: Amount, other: Amount): boolean {
  if (!isIssued(one) || !isIssued(other)) return !isIssued(one) && !isIssued(other);
  return one.currency === other.currency && one.issuer === other.issuer;
}
