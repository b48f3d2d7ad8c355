/**
 * Writes the 402s of a hub quickly: between two of one resource only the invoice differs, so the rest is written once
 * and kept as text with gaps.
 * Shaped by speed: `bun run bench payments`.
 */
import { LRUCache } from "lru-cache";
import type { Listing } from "../../runtime/listing.ts";
import type { Purchasable } from "../../runtime/ports/payment.ts";
import { ID_LENGTH, type Invoice, KEY_LENGTH } from "../invoice.ts";
import { invoiceHash } from "../verify/blob.ts";
import { PAYMENT_REQUIRED, type Payee, type Terms, termsOf } from "./terms.ts";

export interface WrittenTerms extends Terms {
  /** The body as JSON. */
  readonly json: string;
  readonly until: number;
}

/** Writes what `termsOf` would say. */
export type WriteTerms = (
  purchasable: Purchasable,
  invoice: Invoice,
  payee: Payee,
  hubUrl: string,
  fault?: string,
) => WrittenTerms;

/** A text, or what stands between the occurrences of something that is to be filled in. */
type Pieces = string | readonly Pieces[];

interface Template {
  readonly header: Pieces;
  readonly body: Pieces;
  readonly listing: Listing | undefined;
}

const MAX_TEMPLATES = 1000;
/** From here on, in milliseconds since the epoch, no real invoice ends. */
const FAR = Date.UTC(5000);

export function termsWriter(): WriteTerms {
  const templates = new LRUCache<string, Template>({ max: MAX_TEMPLATES });
  // No text of a resource can hold these by chance or by malice, since nobody knows them. The id is as long as a real
  // one: how much else has room in a header depends on it.
  const id = (crypto.randomUUID() + crypto.randomUUID()).slice(0, ID_LENGTH);
  const proofKey = crypto.randomUUID().slice(0, KEY_LENGTH);
  const gap = { id, proofKey, expiresAt: FAR + Math.floor(Math.random() * FAR) };

  return (purchasable, invoice, payee, hubUrl, fault) => {
    const { method, path, description, price, listing, isCached = false } = purchasable;
    const key = [method, path, price, isCached, payee.network, payee.wallet, hubUrl, fault ?? "", description].join(
      "\n",
    );
    let template = templates.get(key);
    if (template === undefined || template.listing !== listing) {
      template = cut(termsOf(purchasable, gap, payee, hubUrl, fault), gap, listing);
      templates.set(key, template);
    }
    const marks = marksOf(invoice);
    const json = filled(template.body, marks);
    const header = Buffer.from(filled(template.header, marks)).toString("base64");
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

function cut({ body, headers }: Terms, gap: Invoice, listing: Listing | undefined): Template {
  const header = Buffer.from(headers[PAYMENT_REQUIRED] ?? "", "base64").toString();
  const marks = marksOf(gap);
  return { header: cutAt(header, marks), body: cutAt(JSON.stringify(body), marks), listing };
}

/** All that differs from invoice to invoice, always in the same order. */
function marksOf({ id, proofKey, expiresAt }: Invoice): readonly string[] {
  return [invoiceHash(id), new Date(expiresAt).toISOString(), proofKey, id];
}

function cutAt(text: string, [mark, ...others]: readonly string[]): Pieces {
  return mark === undefined ? text : text.split(mark).map((part) => cutAt(part, others));
}

function filled(pieces: Pieces, [mark = "", ...others]: readonly string[]): string {
  return typeof pieces === "string" ? pieces : pieces.map((part) => filled(part, others)).join(mark);
}
