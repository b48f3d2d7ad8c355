/**
 * Upstream credentials on their way through the stages: in nobody's fingerprint, log or store, and yet the same call
 * with other credentials is another call.
 */
import { canonicalJson } from "../runtime/json.ts";
import { inner, type JsonPieces, type JsonText, rewritten } from "../text/json-text.ts";
import type { Credentials } from "./request/security.ts";

/** A keyed digest: without the hub's secret nobody can try passwords against it. */
export type Seal = (text: string) => string;

export class SealedCredentials {
  /** All that is to be seen of them. */
  readonly digest: string;
  readonly #given: Credentials;

  constructor(given: Credentials, seal: Seal) {
    this.#given = given;
    this.digest = seal(canonicalJson(given));
  }

  open(): Credentials {
    return this.#given;
  }
}

const MASK = "***";
/** Shorter ones stand in many a text by chance. */
const MIN_CHARS = 8;

/** The text, a JSON document, without the credentials that an upstream repeated in it. */
export function withoutCredentials(json: JsonText, { apiKey, bearer, basic }: Credentials): JsonText {
  const keys = typeof apiKey === "object" ? Object.values(apiKey) : [apiKey];
  const login = basic && Buffer.from(`${basic.username}:${basic.password}`).toString("base64");
  const secrets = [...keys, bearer, basic?.password, login].filter((one) => one !== undefined && isMaskable(one));
  const spellings = [...new Set(secrets.flatMap((secret) => spellingsOf(String(secret))))];
  if (spellings.length === 0) return json;
  return typeof json === "string" ? masked(json, spellings) : maskedPieces(json, spellings);
}

/** How an upstream may write it: in JSON as it is, with its slashes or all beyond ASCII escaped, and in an address. */
function spellingsOf(secret: string): string[] {
  const plain = inner(secret);
  const ascii = plain.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const slashes = [plain, ascii].map((text) => text.replaceAll("/", "\\/"));
  return [plain, ascii, ...slashes, encodeURIComponent(secret)];
}

function masked(text: string, spellings: readonly string[]): string {
  return spellings.reduce(
    (left, one) => left.replaceAll(one, (found, at: number, whole: string) => (isInEscape(whole, at) ? found : MASK)),
    text,
  );
}

/** Of each piece so much is kept back that a spelling which goes on in the next one is seen whole. */
function maskedPieces(pieces: JsonPieces, spellings: readonly string[]): JsonPieces {
  const tail = Math.max(...spellings.map(({ length }) => length)) - 1;
  return rewritten(pieces, function* () {
    let kept = "";
    for (const piece of pieces) {
      const text = masked(kept + piece, spellings);
      const end = boundary(text, text.length - tail);
      if (end > 0) yield text.slice(0, end);
      kept = text.slice(end);
    }
    yield kept;
  });
}

/** Where the text may be cut at or before an index, so that neither a character nor an escape is divided. */
function boundary(text: string, index: number): number {
  let at = Math.max(0, index);
  while (at > 0 && (/[\udc00-\udfff]/.test(text.charAt(at)) || isInEscape(text, at))) at--;
  return at;
}

/** Of a place in a JSON document: whether an escape such as `\n` or `\u00e9` has begun before it and goes on. */
function isInEscape(text: string, at: number): boolean {
  const begun = /\\(?:u[\da-f]{0,3})?$/i.exec(text.slice(Math.max(0, at - 5), at))?.[0];
  if (begun === undefined) return false;
  const backslash = at - begun.length;
  let first = backslash;
  while (text[first - 1] === "\\") first--;
  return (backslash - first) % 2 === 0; // Else it is itself the end of one.
}

/** Whether it can only stand within the texts of a JSON document, so that the document stays one without it. */
function isMaskable(secret: string): boolean {
  return secret.length >= MIN_CHARS && /[a-df-zA-DF-Z]/.test(secret.replace(/true|false|null/g, ""));
}
