/**
 * Whether a text gives a secret away to whoever undoes its spellings: escapes, percent-encoding, entities, hexadecimal
 * and base64, one within the other. What `spellings.ts` knows beforehand is found without it; this finds the rest.
 */
import { decodeHTML } from "entities";
import type { LongWork } from "../text/long-work.ts";

const HEX = /[\da-f]{6,}/gi;
const BASE64 = /[\w+/-]{6,}/g;
/** Every encoding has a sign that it escapes by, or is a run of four thirds as many characters. */
const SIGN = /[%\\&+]|[\w+/-]{6}/;
/** In characters: to decode as many takes others no time worth speaking of. */
const LONG = 16 * 1024;
/** One within the other, within another. */
const DEPTH = 4;
/** Less of it is text than this, and it was no text that was encoded. */
const TEXT_SHARE = 0.7;

export type Finding = "no" | "yes" | "too long to say";

/** Says it of one text after another, until so many characters were looked at. */
export function searchFor(secrets: readonly string[], budget: number): (text: string) => LongWork<Finding> {
  const least = Math.min(...secrets.map(({ length }) => length));
  const base64Least = Math.ceil((4 * least) / 3);
  const hasBlank = secrets.some((secret) => secret.includes(" "));
  let left = budget;

  return function* (text) {
    let level = [text];
    for (let depth = 0; depth <= DEPTH && level.length > 0; depth++) {
      const next = new Set<string>();
      for (const one of level) {
        left -= one.length;
        if (left < 0) return "too long to say";
        if (isIn(one) || (one.includes("\0") && isIn(one.replaceAll("\0", "")))) return "yes";
        if (!SIGN.test(one)) continue;
        for (const decoded of decodings(one)) {
          if (decoded !== one) next.add(decoded);
          if (one.length > LONG) yield; // Each decodes all of it.
        }
      }
      level = [...next];
    }
    return "no";
  };

  function isIn(text: string): boolean {
    return secrets.some((secret) => text.includes(secret));
  }

  function* decodings(text: string): Generator<string> {
    if (text.includes("\\")) yield text.replace(/\\(?:u\{?([\da-f]{2,6})\}?|x([\da-f]{2})|(.))/gi, unescaped);
    if (text.includes("%")) yield text.replace(/(?:%[\da-f]{2})+/gi, fromHex);
    if (hasBlank && text.includes("+")) yield text.replaceAll("+", " ");
    if (/&[#\w]{2,32};/.test(text)) yield decodeHTML(text);
    for (const odd of [0, 1]) yield inRuns(text, HEX, 2 * least, (run) => Buffer.from(run.slice(odd), "hex"));
    for (const offset of [0, 1, 2, 3])
      yield inRuns(text, BASE64, base64Least, (run) => Buffer.from(run.slice(offset), "base64"));
  }
}

function unescaped(whole: string, unit: string | undefined, byte: string | undefined, other: string | undefined) {
  const code = Number.parseInt(unit ?? byte ?? "", 16);
  return Number.isNaN(code) || code > 0x10_ffff ? (other ?? whole) : String.fromCodePoint(code);
}

function fromHex(escapes: string): string {
  return Buffer.from(escapes.replaceAll("%", ""), "hex").toString();
}

/** A run that was no encoding of a text stays as it is, so that another decoding may be. */
function inRuns(text: string, runs: RegExp, least: number, decode: (run: string) => Buffer): string {
  return text.replace(runs, (run) => {
    if (run.length < least) return run;
    const bytes = decode(run);
    return isReadable(bytes) ? bytes.toString() : run;
  });
}

function isReadable(bytes: Uint8Array): boolean {
  let readable = 0;
  for (const byte of bytes) if (byte === 0 || (byte >= 0x20 && byte !== 0x7f)) readable++;
  let ascii = 0;
  for (const byte of bytes) if (byte < 0x80) ascii++;
  return bytes.length > 0 && readable >= bytes.length * TEXT_SHARE && ascii >= bytes.length * TEXT_SHARE;
}
