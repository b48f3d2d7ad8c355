/** Invoice ids: unguessable and stateless, so that a flood of unpaid requests writes nothing. */
import { createHmac, randomBytes } from "node:crypto";
import type { Sale } from "../runtime/ports.ts";

export interface Invoice {
  /** 54 characters of base64url. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface InvoiceOptions {
  readonly secret: string;
  /** CAIP-2 name of the ledger the invoice is to be paid on. */
  readonly network: string;
  readonly ttlSeconds: number;
}

/**
 * Issues the invoice of a sale. The id is nonce (12 bytes), expiry in epoch seconds (4), price in drops (8) and the
 * first 16 bytes of an HMAC-SHA-256 over these, the network, method, path and fingerprint: what a payment must match
 * can be computed again from the request and the id alone, and the price that was quoted is the price that binds.
 */
export function issueInvoice(sale: Sale, options: InvoiceOptions, now: number): Invoice {
  const expiry = Math.floor(now / 1000) + options.ttlSeconds;
  const head = new DataView(new ArrayBuffer(24));
  new Uint8Array(head.buffer).set(randomBytes(12));
  head.setUint32(12, expiry);
  head.setBigUint64(16, sale.price);
  const bytes = Buffer.from(head.buffer);
  const bound = [options.network, sale.method, sale.path, sale.fingerprint].join("\n");
  const mac = createHmac("sha256", options.secret).update("invoice\n").update(bytes).update(bound).digest();
  return { id: Buffer.concat([bytes, mac.subarray(0, 16)]).toString("base64url"), expiresAt: expiry * 1000 };
}
