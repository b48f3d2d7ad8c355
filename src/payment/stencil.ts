/**
 * Writes the 402s of a hub quickly: between two of one resource only the invoice differs, so the rest is written once
 * and kept as text with gaps.
 */
import { LRUCache } from "lru-cache";
import type { Listing } from "../runtime/listing.ts";
import type { Sale } from "../runtime/ports.ts";
import { ID_LENGTH, type Invoice } from "./invoice.ts";
import { invoiceHash } from "./verify/blob.ts";
import { PAYMENT_REQUIRED, type Payee, type Terms, termsOf } from "./terms.ts";

export interface WrittenTerms extends Terms {
  /** The body as JSON. */
  readonly json: string;
  readonly until: number;
}

/** Writes what `termsOf` would say. */
export type WriteTerms = (sale: Sale, invoice: Invoice, payee: Payee, hubUrl: string, fault?: string) => WrittenTerms;

interface Stencil {
  readonly header: readonly string[];
  /** Cut at the invoice's hash, then at its end, then at its id. */
  readonly body: readonly (readonly (readonly string[])[])[];
  readonly listing: Listing | undefined;
}

const MAX_STENCILS = 1000;
/** From here on, in milliseconds since the epoch, no real invoice ends. */
const FAR = Date.UTC(5000);

export function termsWriter(): WriteTerms {
  const stencils = new LRUCache<string, Stencil>({ max: MAX_STENCILS });
  // No text of a resource can hold these by chance or by malice, since nobody knows them. The id is as long as a real
  // one: how much else has room in a header depends on it.
  const id = (crypto.randomUUID() + crypto.randomUUID()).slice(0, ID_LENGTH);
  const gap = { id, expiresAt: FAR + Math.floor(Math.random() * FAR) };

  return (sale, invoice, payee, hubUrl, fault) => {
    const { method, path, description, price, listing, isCached = false } = sale;
    const key = [method, path, price, isCached, payee.network, payee.wallet, hubUrl, fault ?? "", description].join(
      "\n",
    );
    let stencil = stencils.get(key);
    if (stencil === undefined || stencil.listing !== listing) {
      stencil = cut(termsOf(sale, gap, payee, hubUrl, fault), gap, listing);
      stencils.set(key, stencil);
    }
    const ends = new Date(invoice.expiresAt).toISOString();
    const json = stencil.body
      .map((parts) => parts.map((pieces) => pieces.join(invoice.id)).join(ends))
      .join(invoiceHash(invoice.id));
    const header = Buffer.from(stencil.header.join(invoice.id)).toString("base64");
    return {
      json,
      until: invoice.expiresAt,
      headers: { [PAYMENT_REQUIRED]: header },
      get body() {
        return JSON.parse(json) as Terms["body"]; // Written from one.
      },
    };
  };
}

function cut({ body, headers }: Terms, gap: Invoice, listing: Listing | undefined): Stencil {
  const header = Buffer.from(headers[PAYMENT_REQUIRED] ?? "", "base64").toString();
  const ends = new Date(gap.expiresAt).toISOString();
  const parts = JSON.stringify(body)
    .split(invoiceHash(gap.id))
    .map((part) => part.split(ends).map((piece) => piece.split(gap.id)));
  return { header: header.split(gap.id), body: parts, listing };
}
