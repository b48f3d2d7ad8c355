/**
 * Money is integer drops inside (1 XRP = 1,000,000 drops) and decimal text or a JSON number at the edge.
 * Nothing here, or anywhere, computes with money in floating point.
 */

/** An amount in drops. */
export type Drops = bigint;

const DECIMAL = /^(\d{1,11})(?:\.(\d{1,6}))?$/;

/**
 * Reads an amount of XRP such as "0.12": at most 6 decimals, no sign, no exponent.
 * @throws {RangeError} when the text is not such an amount.
 */
export function parseXrp(text: string): Drops {
  const [, whole, fraction = ""] = DECIMAL.exec(text) ?? [];
  if (whole === undefined)
    throw new RangeError(
      `Cannot read "${text.slice(0, 40)}" as XRP: needs a decimal with at most 11 digits before the point and 6 behind it`,
    );
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
}

/** Writes drops as XRP without trailing zeros: 120000n → "0.12". */
export function formatXrp(drops: Drops): string {
  if (drops === 0n) return "0"; // As most calls cost.
  const digits = (drops < 0n ? -drops : drops).toString().padStart(7, "0");
  const fraction = digits.slice(-6).replace(/(?<!0)0+$/, "");
  return `${drops < 0n ? "-" : ""}${digits.slice(0, -6)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Drops as the JSON number of XRP the wire format asks for. */
export function xrpNumber(drops: Drops): number {
  return Number(formatXrp(drops));
}

/** `percent` of an amount, rounded up, so that a positive price never becomes nothing. */
export function percentOf(drops: Drops, percent: number): Drops {
  return (drops * BigInt(percent) + 99n) / 100n;
}
