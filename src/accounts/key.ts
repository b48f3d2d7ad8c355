/**
 * API keys: `hub_live_` or `hub_test_`, 32 characters of secret, 6 of checksum, all base62. The checksum lets a mistyped
 * or made-up key be refused without asking the store, which knows keys by their SHA-256 only.
 */
import { createHmac, hash, randomInt } from "node:crypto";

export interface MintedKey {
  /** Shown once and kept nowhere. */
  readonly text: string;
  readonly hash: string;
  /** Tells keys apart for people, for example "hub_test_4kQx9ZbT". */
  readonly prefix: string;
  readonly lastFour: string;
}

export type KeyMode = "live" | "test";

/** Of a key that is there, by its prefix. */
export function modeOf(prefix: string): KeyMode {
  return prefix.startsWith("hub_test_") ? "test" : "live";
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET_CHARS = 32;
const CHECKSUM_CHARS = 6;
const PREFIX_CHARS = "hub_live_".length + 8;
const SHAPE = /^hub_(?:live|test)_[0-9A-Za-z]{38}$/;

/** A key that nobody has seen before. */
export function mintKey(mode: KeyMode): MintedKey {
  return assemble(
    mode,
    Array.from({ length: SECRET_CHARS }, () => ALPHABET[randomInt(62)]),
  );
}

/**
 * The key of an order: the same whenever it is asked for, so that it can be handed out again when the order's payment
 * is verified although it is not kept. `orderId` must be unguessable; `root` is the hub's secret.
 */
export function keyOfOrder(root: string, orderId: string, mode: KeyMode): MintedKey {
  return derivedKey(root, `key of order\n${orderId}`, mode);
}

/**
 * What takes the place of a key, the same whenever it is asked for by the same Idempotency-Key, so that an answer that was
 * lost can be given again. `oldHash` is the SHA-256 of the key that is replaced.
 */
export function successorKey(root: string, oldHash: string, idempotencyKey: string, mode: KeyMode): MintedKey {
  return derivedKey(root, `successor of key\n${oldHash}\n${idempotencyKey}`, mode);
}

function derivedKey(root: string, name: string, mode: KeyMode): MintedKey {
  let number = BigInt(`0x${createHmac("sha512", root).update(name).digest("hex")}`);
  const secret = Array.from({ length: SECRET_CHARS }, () => {
    const digit = ALPHABET[Number(number % 62n)];
    number /= 62n;
    return digit;
  });
  return assemble(mode, secret);
}

/** Whether the text can be a key at all. Two keys in one header, joined by a comma, cannot. */
export function isWellFormedKey(text: string): boolean {
  return SHAPE.test(text) && checksum(text.slice(0, -CHECKSUM_CHARS)) === text.slice(-CHECKSUM_CHARS);
}

export function hashKey(text: string): string {
  return hash("sha256", text, "hex");
}

function assemble(mode: KeyMode, secret: readonly (string | undefined)[]): MintedKey {
  const body = `hub_${mode}_${secret.join("")}`;
  const text = body + checksum(body);
  return { text, hash: hashKey(text), prefix: text.slice(0, PREFIX_CHARS), lastFour: text.slice(-4) };
}

/** 35 bits of a SHA-256 as six base62 digits. */
function checksum(body: string): string {
  let number = Number.parseInt(hash("sha256", `checksum\n${body}`, "hex").slice(0, 12), 16) % 62 ** CHECKSUM_CHARS;
  let digits = "";
  for (let place = 0; place < CHECKSUM_CHARS; place++) {
    digits += ALPHABET[number % 62];
    number = Math.floor(number / 62);
  }
  return digits;
}
