/**
 * Invoice ids: unguessable and stateless, so that a flood of unpaid requests writes nothing. One is made in the memory
 * of the one before.
 * Shaped by speed: `bun run bench payments`.
 */
import { timingSafeEqual } from "node:crypto";
import type { Drops } from "../runtime/money.ts";
import type { Purchasable } from "../runtime/ports/payment.ts";
import { createMac, type Mac } from "./mac.ts";

export interface Invoice {
  /** 54 characters of base64url. */
  readonly id: string;
  /** Whoever was told the terms knows it. Some payers write the id into a memo, where all the world reads it; this, nobody. */
  readonly proofKey: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface InvoiceOptions {
  readonly secret: string;
  /** Secrets it has replaced: their invoices still hold. */
  readonly earlierSecrets?: readonly string[];
  /** CAIP-2 name of the ledger the invoice is to be paid on. */
  readonly network: string;
  readonly ttlSeconds: number;
  /** Where nonces come from; left out, the system's source. */
  readonly random?: (bytes: number) => Uint8Array;
}

/** What of a purchasable an invoice is bound to; its price is in the invoice itself. */
export type InvoiceSubject = Pick<Purchasable, "method" | "path" | "fingerprint">;

/** What an invoice quotes. */
export interface Quote {
  readonly price: Drops;
  /** Whether it is for the answer that was cached then. */
  readonly isCached: boolean;
}

export type InvoiceVerdict = ({ readonly ok: true; readonly expiresAt: number } & Quote) | { readonly ok: false };

const NONCE_BYTES = 12;
const HEAD_BYTES = 24;
const SEAL_BYTES = 16;
/** Beside the price: no price is as high. */
const CACHED = 1n << 63n;
/** Characters. */
export const ID_LENGTH = 54;
export const KEY_LENGTH = 22;
const ID = /^[A-Za-z0-9_-]{54}$/;

/**
 * Issues the invoice of a purchasable. The id is nonce (12 bytes), expiry in epoch seconds (4), price in drops (8; the first
 * bit says that it is for a cached answer) and the first 16 bytes of an HMAC-SHA-256 over these, the network, method, path and fingerprint: what a payment must match
 * can be computed again from the request and the id alone, and the price that was quoted is the price that binds.
 */
export function issueInvoice(purchasable: Purchasable, options: InvoiceOptions, now: number): Invoice {
  const expiry = Math.floor(now / 1000) + options.ttlSeconds;
  const { bytes, nonce, head, macs } = issuerOf(options);
  if (options.random === undefined) crypto.getRandomValues(nonce);
  else nonce.set(options.random(nonce.length));
  bytes.writeUInt32BE(expiry, 12);
  const { price, isCached = false } = purchasable;
  bytes.writeBigUInt64BE(isCached ? price | CACHED : price, 16);
  bytes.set(seal(head, purchasable, options.network, macs[0].sealing), HEAD_BYTES);
  const id = bytes.toString("base64url");
  return { id, proofKey: proofKeyOf(id, macs[0].proving), expiresAt: expiry * 1000 };
}

/** Whether this is what came with the invoice. */
export function isProofKey(sent: unknown, id: string, options: InvoiceOptions): boolean {
  if (typeof sent !== "string" || sent.length !== KEY_LENGTH) return false;
  return issuerOf(options).macs.some(({ proving }) => {
    const key = Buffer.from(proofKeyOf(id, proving));
    const given = Buffer.from(sent);
    return given.length === key.length && timingSafeEqual(given, key);
  });
}

/** Whether a transaction, as hex or JSON, has the id of its invoice in a memo. */
export function revealsInvoice(transaction: string, id: string): boolean {
  return transaction.toUpperCase().includes(Buffer.from(id).toString("hex").toUpperCase());
}

/** Whether an id has the form of this hub's invoices: nobody else's is taken in this form. */
export function isInvoiceShaped(id: string): boolean {
  return ID.test(id);
}

/** Until when an id of this form quotes, in milliseconds since the epoch. */
export function expiryOf(id: string): number {
  return Buffer.from(id, "base64url").readUInt32BE(12) * 1000;
}

/** Whether the id is an invoice of this hub for this very request, and what it quoted. Its time may be over. */
export function checkInvoice(id: string, bound: InvoiceSubject, options: InvoiceOptions): InvoiceVerdict {
  if (!ID.test(id)) return { ok: false };
  const bytes = Buffer.from(id, "base64url");
  // 54 characters hold 4 bits more than 40 bytes: only one spelling is ours.
  if (bytes.toString("base64url") !== id) return { ok: false };
  const head = bytes.subarray(0, HEAD_BYTES);
  const isOurs = issuerOf(options).macs.some(({ sealing }) =>
    timingSafeEqual(bytes.subarray(HEAD_BYTES), seal(head, bound, options.network, sealing)),
  );
  if (!isOurs) return { ok: false };
  return { ok: true, ...quoteIn(head), expiresAt: head.readUInt32BE(12) * 1000 };
}

/** What an id of this form quotes, whosever it is. */
export function quoteOf(id: string): Quote {
  return quoteIn(Buffer.from(id, "base64url"));
}

function quoteIn(bytes: Buffer): Quote {
  const quoted = bytes.readBigUInt64BE(16);
  return { price: quoted & ~CACHED, isCached: (quoted & CACHED) !== 0n };
}

function proofKeyOf(id: string, proving: Mac): string {
  return proving(NOTHING, id).toString("base64url").slice(0, KEY_LENGTH);
}

const NOTHING = new Uint8Array(0);

function seal(head: Buffer, { method, path, fingerprint }: InvoiceSubject, network: string, sealing: Mac): Buffer {
  return sealing(head, `${network}\n${method}\n${path}\n${fingerprint}`).subarray(0, SEAL_BYTES);
}

interface Macs {
  readonly sealing: Mac;
  readonly proving: Mac;
}

/** What is used again for each invoice: nothing of it is kept between two. */
interface Issuer {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Parts of the same bytes. */
  readonly nonce: Buffer<ArrayBuffer>;
  readonly head: Buffer<ArrayBuffer>;
  /** Of the present secret, and then of those that it has replaced. */
  readonly macs: readonly [Macs, ...Macs[]];
}

const issuers = new WeakMap<InvoiceOptions, Issuer>();

function issuerOf(options: InvoiceOptions): Issuer {
  const known = issuers.get(options);
  if (known !== undefined) return known;
  const bytes = Buffer.alloc(HEAD_BYTES + SEAL_BYTES);
  const { secret, earlierSecrets = [] } = options;
  const issuer: Issuer = {
    bytes,
    nonce: bytes.subarray(0, NONCE_BYTES),
    head: bytes.subarray(0, HEAD_BYTES),
    macs: [macsOf(secret), ...earlierSecrets.map(macsOf)],
  };
  issuers.set(options, issuer);
  return issuer;
}

function macsOf(secret: string): Macs {
  return { sealing: createMac(secret, "invoice\n"), proving: createMac(secret, "proof key\n") };
}
