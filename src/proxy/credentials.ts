/**
 * Upstream credentials on their way through the stages: in nobody's fingerprint, log or store, and yet the same call
 * with other credentials is another call.
 */
import { canonicalJson } from "../runtime/json.ts";
import { type JsonPieces, type JsonText, rewritten } from "../text/json-text.ts";
import type { Credentials } from "./request/security.ts";
import { LRUCache } from "lru-cache";
import { searchFor } from "./reveals.ts";
import { isOwnWord, isTelling, spellingsOf } from "./spellings.ts";

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

/** How a secret may be written. */
export type Spell = (secret: string) => readonly string[];

const REMEMBERED = { max: 200, ttl: 60_000 };

/**
 * Spellings that are kept for a minute, of credentials that the hub keeps anyway: making them takes a millisecond, and
 * they are needed with every answer. Those that come with a call are not remembered.
 */
export function rememberedSpellings(): Spell {
  const known = new LRUCache<string, readonly string[]>(REMEMBERED);
  return (secret) => {
    const found = known.get(secret) ?? spellingsOf(secret);
    known.set(secret, found);
    return found;
  };
}

const MASK = "***";
/** Answers of more characters are not searched for spellings within spellings, and so many are looked at in one. */
const SEARCHED_CHARS = 1_000_000;

export interface MaskedAnswer {
  readonly json: JsonText;
  /** Whether nothing is left of the secrets for certain. Where it is not, the answer is not kept. */
  readonly isCertain: boolean;
}

/** The text, a JSON document or members of one, without the credentials that an upstream repeated in it. */
export function withoutSecrets(json: JsonText, secrets: readonly string[], spell: Spell = spellingsOf): MaskedAnswer {
  const given = secrets.filter((secret) => secret !== "");
  if (given.length === 0) return { json, isCertain: true };
  const spellings = [...new Set(given.flatMap((secret) => spell(secret)))].sort((a, b) => b.length - a.length);
  if (typeof json !== "string") return { json: maskedPieces(json, spellings), isCertain: false };
  return withoutTexts(masked(withoutNumbers(json, given), spellings), given);
}

/** A text in which a secret is spelled in a way that nobody thought of beforehand is masked as a whole. */
function withoutTexts(json: string, given: readonly string[]): MaskedAnswer {
  const sought = given.filter(isTelling);
  if (sought.length === 0) return { json, isCertain: given.length === 0 };
  if (json.length > SEARCHED_CHARS) return { json, isCertain: false };
  const find = searchFor(sought, 2 * SEARCHED_CHARS);
  let isCertain = sought.length === given.length;
  const left = json.replace(/"(?:[^"\\]|\\.)*"?/g, (token) => {
    if (isOwnWord(token)) return token;
    const finding = find(token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1));
    if (finding === "too long to say") isCertain = false;
    return finding === "yes" ? `"${MASK}"` : token;
  });
  return { json: left, isCertain };
}

/** What no answer may hold. */
export function secretsOf({ apiKey, bearer, basic }: Credentials): string[] {
  const keys = typeof apiKey === "object" ? Object.values(apiKey) : [apiKey];
  const login = basic && `${basic.username}:${basic.password}`;
  const name = basic && isSecretName(basic) ? basic.username : undefined;
  return [...keys, bearer, login, basic?.password, name].filter((one) => one !== undefined);
}

/** Many services take their key for the name of the login, and no password or any. */
function isSecretName({ username, password }: { readonly username: string; readonly password: string }): boolean {
  return !username.includes("@") && (password.length < 8 || (username.length >= 12 && /\d/.test(username)));
}

/** A key of digits may come back as a number, rounded as most programs read it. */
function withoutNumbers(json: string, secrets: readonly string[]): string {
  const digits = secrets.filter((secret) => /^\d{4,}$/.test(secret));
  if (digits.length === 0) return json;
  return json.replace(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/g, (token, at: number) => {
    if (token.startsWith('"') || OWN_NUMBER.test(json.slice(Math.max(0, at - 20), at))) return token;
    const isOne = digits.some((secret) => token.includes(secret) || Math.abs(Number(token)) === Number(secret));
    return isOne ? `"${MASK}"` : token;
  });
}

const OWN_NUMBER = /"(?:duration_ms|status|retry_after_ms)":\d*$/;

function masked(text: string, spellings: readonly string[]): string {
  return spellings.reduce(
    (left, one) =>
      !left.includes(one)
        ? left
        : left.replaceAll(one, (found, at: number, whole: string) => {
            const isOwn = isInEscape(whole, at) || OWN_NUMBER.test(whole.slice(Math.max(0, at - 40), at));
            if (isOwn) return found;
            return found.startsWith('"') ? `"${MASK}"` : found.endsWith('"') ? `${MASK}"` : MASK;
          }),
    text,
  );
}

/** Of each piece so much is kept back that a spelling which goes on in the next one is seen whole. */
function maskedPieces(pieces: JsonPieces, spellings: readonly string[]): JsonPieces {
  const tail = Math.max(1, ...spellings.map(({ length }) => length)) - 1;
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
