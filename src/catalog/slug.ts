/** Names of entries in addresses: readable, unique, stable, and never mistaken for a category. */
import { createHash } from "node:crypto";
import { foldLetters } from "../text/fold-letters.ts";

const MAX_SLUG = 100;
const HASH_CHARS = 8;

/** Lower-case ASCII letters and digits, everything else one "-". */
function slugify(text: string): string {
  return foldLetters(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
}

/** 53 bits of SHA-256: as many as a number, and an integer of SQLite, holds exactly. */
export function hash53(text: string): number {
  return Number(createHash("sha256").update(text).digest().readBigUInt64BE() >> 11n);
}

/** Equal for the same operation of the same API in every import. */
export function identityOf(api: string, method: string, path: string): number {
  return hash53(`${api}\n${method}\n${path}`);
}

/** The double dash keeps slugs of entries apart from those of categories, which have single ones. */
export function plainSlug(api: string, operation: string): string {
  return `${slugify(api) || "api"}--${slugify(operation) || "operation"}`;
}

/** The slug to take when the plain one is too long or belongs to another operation. */
export function hashedSlug(plain: string, identity: number): string {
  const hash = identity.toString(36).padStart(HASH_CHARS, "0").slice(-HASH_CHARS);
  return `${plain.slice(0, MAX_SLUG - HASH_CHARS - 1).replace(/(?<!-)-+$/, "")}-${hash}`;
}

export function fitsSlug(plain: string): boolean {
  return plain.length <= MAX_SLUG;
}
