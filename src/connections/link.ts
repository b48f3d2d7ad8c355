/** Links that a person opens, and codes that a person reads out: made of the hub's key, so that no store can tell them. */
import { createHmac, randomInt, timingSafeEqual } from "node:crypto";

export interface Links {
  /** The part of the address after `/connect/`. */
  make(id: string, nonce: string): string;
  /** Whether it is the link of this connection and nonce. */
  isFor(token: string, id: string, nonce: string): boolean;
  /** A keyed digest: without the hub's key no code can be tried against it. */
  digest(code: string, id: string): string;
}

const ID = /^(con_[0-9a-f]{32})\.[\w-]{43}$/;

/** The id of a connection that a link speaks of. */
export function idInLink(token: string): string | undefined {
  return ID.exec(token)?.[1];
}

export function createLinks(hubKey: string): Links {
  const mac = (kind: string, ...parts: string[]): string =>
    createHmac("sha256", `${hubKey} connections`)
      .update(JSON.stringify([kind, ...parts]))
      .digest("base64url");
  const make = (id: string, nonce: string): string => `${id}.${mac("link", id, nonce)}`;
  return {
    make,
    isFor: (token, id, nonce) => isSame(token, make(id, nonce)),
    digest: (code, id) => mac("code", id, code.toUpperCase().replace(/[\s-]/g, "")),
  };
}

/** Without those that look alike. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_CHARS = 8;

/** For example "K7QM-2XPA": 40 bits. */
export function randomCode(): string {
  const text = Array.from({ length: CODE_CHARS }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

export function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
}
