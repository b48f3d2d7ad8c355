/**
 * Upstream credentials on their way through the stages: in nobody's fingerprint, log or store, and yet the same call
 * with other credentials is another call.
 */
import { canonicalJson } from "../runtime/json.ts";
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
export function withoutCredentials(json: string, { apiKey, bearer, basic }: Credentials): string {
  const keys = typeof apiKey === "object" ? Object.values(apiKey) : [apiKey];
  const login = basic && Buffer.from(`${basic.username}:${basic.password}`).toString("base64");
  const secrets = [...keys, bearer, basic?.password, login].filter((one) => one !== undefined && isMaskable(one));
  return secrets.reduce<string>((text, secret) => {
    const written = JSON.stringify(secret).slice(1, -1);
    return [written, encodeURIComponent(String(secret))].reduce((left, one) => left.replaceAll(one, MASK), text);
  }, json);
}

/** Whether it can only stand within the texts of a JSON document, so that the document stays one without it. */
function isMaskable(secret: string): boolean {
  return secret.length >= MIN_CHARS && /[a-df-zA-DF-Z]/.test(secret.replace(/true|false|null/g, ""));
}
