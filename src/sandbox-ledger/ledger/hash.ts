/** The ledger's hash and the keys of its entries (xrpl.org, "Ledger Object IDs"). Hashes are upper-case hex. */
import { createHash } from "node:crypto";
import { decodeAccountID } from "ripple-address-codec";

export const ZERO_HASH = "0".repeat(64);

/** The first half of SHA-512. */
export function sha512Half(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash("sha512");
  for (const part of parts) hash.update(part);
  return hash.digest().subarray(0, 32);
}

/** A hash prefix or the name of a space, as its bytes. */
export function prefix(letters: string): Buffer {
  return Buffer.from(`${letters}\0`, "latin1");
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex").toUpperCase();
}

export function accountKey(account: string): string {
  return key("a", decodeAccountID(account));
}

export function ownerDirectoryKey(account: string): string {
  return key("O", decodeAccountID(account));
}

export function ticketKey(account: string, ticket: number): string {
  return key("T", decodeAccountID(account), uint32(ticket));
}

export function checkKey(account: string, sequence: number): string {
  return key("C", decodeAccountID(account), uint32(sequence));
}

export function signerListKey(account: string): string {
  return key("S", decodeAccountID(account), uint32(0));
}

export function depositPreauthKey(owner: string, authorized: string): string {
  return key("p", decodeAccountID(owner), decodeAccountID(authorized));
}

export function trustLineKey(one: string, other: string, currency: string): string {
  const [low, high] = lowAndHigh(one, other);
  return key("r", decodeAccountID(low), decodeAccountID(high), currencyBytes(currency));
}

export function feeSettingsKey(): string {
  return key("e");
}

/** The two ends of a trust line in the order of their account ids. */
export function lowAndHigh(one: string, other: string): [low: string, high: string] {
  return Buffer.compare(decodeAccountID(one), decodeAccountID(other)) < 0 ? [one, other] : [other, one];
}

function key(space: string, ...parts: readonly Uint8Array[]): string {
  return hex(sha512Half(Buffer.from([0, space.charCodeAt(0)]), ...parts));
}

/** 160 bits: a three-letter code in the middle, or the bits themselves. */
function currencyBytes(currency: string): Buffer {
  if (currency.length === 40) return Buffer.from(currency, "hex");
  const bytes = Buffer.alloc(20);
  bytes.write(currency, 12, "latin1");
  return bytes;
}
