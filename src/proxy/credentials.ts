/**
 * Upstream credentials on their way through the stages: in nobody's fingerprint, log or store, and yet the same call
 * with other credentials is another call.
 */
import { canonicalJson } from "../runtime/json.ts";
import { type JsonPieces, type JsonText, rewritten } from "../runtime/json-text.ts";
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
  const spellings = secrets.flatMap((secret) => [
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(String(secret)),
  ]);
  if (spellings.length === 0) return json;
  return typeof json === "string" ? masked(json, spellings) : maskedPieces(json, spellings);
}

function masked(text: string, spellings: readonly string[]): string {
  return spellings.reduce((left, one) => left.replaceAll(one, MASK), text);
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

/** Where the text may be cut at or before an index, so that no character is halved. */
function boundary(text: string, index: number): number {
  if (index <= 0) return 0;
  return /[\udc00-\udfff]/.test(text.charAt(index)) ? index - 1 : index;
}

/** Whether it can only stand within the texts of a JSON document, so that the document stays one without it. */
function isMaskable(secret: string): boolean {
  return secret.length >= MIN_CHARS && /[a-df-zA-DF-Z]/.test(secret.replace(/true|false|null/g, ""));
}
