/**
 * How an upstream may write a secret that it repeats: as it is, in JSON within JSON, in an address, in HTML, in
 * hexadecimal, in base64 at any place of a longer text, or in two of these one after the other.
 */
import { inner } from "../text/json-text.ts";

/** Shorter ones stand in many a text by chance, and count only where they are a text by themselves. */
const MIN_CHARS = 4;
/** JSON in a text of JSON, in a text of JSON. */
const JSON_DEPTH = 3;
/** Names of an answer's own members and what JSON itself says: without them it would be none. */
const OWN_WORDS =
  '"data" "data_encoding" "truncated" "error" "upstream" "status" "content_type" "headers" "duration_ms" "url" true false null';

/** Whether a text that holds it holds it for no other reason. */
export function isTelling(secret: string): boolean {
  return secret.length >= MIN_CHARS && !OWN_WORDS.includes(secret);
}

/** A text as it stands in JSON that may be a member's name of the answer itself. */
export function isOwnWord(token: string): boolean {
  return OWN_WORDS.includes(token);
}

/** As they stand in a JSON document, the longest first. */
export function spellingsOf(secret: string): string[] {
  if (secret === "" || OWN_WORDS.includes(secret)) return [];
  if (secret.length < MIN_CHARS) return [`"${inner(secret)}"`, `Bearer ${inner(secret)}"`];
  const once = [secret, ...encodings(secret)];
  const twice = once.flatMap((one) => [one, ...encodings(one)]);
  const known = new Set([...twice, ...numbers(secret)].filter((one) => one.length >= MIN_CHARS).flatMap(inJson));
  for (const one of escapes(secret)) known.add(one);
  return [...known].sort((a, b) => b.length - a.length);
}

/** As a number is written by whoever has read it as one. */
function numbers(secret: string): string[] {
  const number = /^\d+$/.test(secret) ? Number(secret) : Number.NaN;
  return Number.isFinite(number) && secret.length >= 16 ? [String(number), BigInt(number).toString()] : [];
}

function encodings(text: string): string[] {
  const bytes = Buffer.from(text);
  const address = encodeURIComponent(text);
  const strict = address.replace(/[!'()*]/g, (character) => `%${bytesOf(character).toUpperCase()}`);
  const percent = bytesOf(text).replace(/../g, "%$&");
  return [
    ...[address, strict, strict.replaceAll("%20", "+")].flatMap((one) => [one, lowerEscapes(one)]),
    percent,
    percent.toUpperCase(),
    html(text),
    bytesOf(text),
    bytesOf(text).toUpperCase(),
    bytes.toString("base64"),
    ...[0, 1, 2].flatMap((offset) => within(bytes, offset)),
  ];
}

function bytesOf(text: string): string {
  return Buffer.from(text).toString("hex");
}

function lowerEscapes(text: string): string {
  return text.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());
}

function html(text: string): string {
  const names: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character);
}

/** The characters of base64 that only these bytes decide, where so many others come before them. */
function within(bytes: Uint8Array, offset: number): string[] {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const own = text.slice(Math.ceil((8 * offset) / 6), Math.floor((8 * (offset + bytes.length)) / 6));
  return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
}

function inJson(text: string): string[] {
  const plain = inner(text);
  let level = new Set([plain, ascii(plain), slashed(plain), slashed(ascii(plain))]);
  const known = new Set<string>();
  for (let depth = 0; depth < JSON_DEPTH; depth++) {
    for (const one of level) known.add(one);
    level = new Set([...level].map(inner));
  }
  return [...known];
}

/** Every character as an escape of JSON. */
function escapes(text: string): string[] {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, "0"));
  const written = [units, units.map((unit) => unit.toUpperCase())].map((one) =>
    one.map((unit) => `\\u${unit}`).join(""),
  );
  return [...written, ...written.map(inner)];
}

function ascii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function slashed(text: string): string {
  return text.replaceAll("/", "\\/");
}
