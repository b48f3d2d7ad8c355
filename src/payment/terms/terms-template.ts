/**
 * Writes the 402s of a hub quickly: between two of one resource only the invoice differs, so the rest is written once
 * and kept as text with gaps.
 * Shaped by speed: `bun run bench payments`.
 */
import { LRUCache } from "lru-cache";
import type { Listing } from "../../runtime/listing.ts";
import type { Purchasable } from "../../runtime/ports/payment.ts";
import { ID_LENGTH, type Invoice, KEY_LENGTH } from "../invoice.ts";
import { inner } from "../../text/json-text.ts";
import { invoiceHash } from "../verify/blob.ts";
import { PAYMENT_REQUIRED, type Payee, type Terms, termsOf } from "./terms.ts";

export interface WrittenTerms extends Terms {
  /** The body as JSON, without its braces. */
  readonly members: string;
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

/**
 * A text as bytes, and where which mark stands in it. Every mark is as long each time: it is written over the one
 * before. A text of so many pieces put together would be copied piece by piece whenever it is sent.
 */
interface Form {
  readonly bytes: Buffer;
  readonly gaps: readonly { readonly at: number; readonly mark: number }[];
}

interface Template {
  readonly header: Form;
  readonly body: Form;
  readonly listing: Listing | undefined;
  readonly description: string;
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
    const key = [method, path, price, isCached, payee.network, payee.wallet, hubUrl, fault ?? ""].join("\n");
    let template = templates.get(key);
    // These two stay the same while the operation does, and comparing them is less than a key of their length.
    if (template === undefined || template.listing !== listing || template.description !== description) {
      template = { ...cut(termsOf(purchasable, gap, payee, hubUrl, fault), gap), listing, description };
      templates.set(key, template);
    }
    const marks = marksOf(invoice);
    const members = filled(template.body, marks).toString();
    const header = filled(template.header, marks).toString("base64");
    return {
      members,
      until: invoice.expiresAt,
      headers: { [PAYMENT_REQUIRED]: header },
      get body() {
        return JSON.parse(`{${members}}`) as Terms["body"]; // Written from one.
      },
    };
  };
}

function cut({ body, headers }: Terms, gap: Invoice): Pick<Template, "header" | "body"> {
  const marks = marksOf(gap);
  return {
    header: formOf(Buffer.from(headers[PAYMENT_REQUIRED] ?? "", "base64"), marks),
    body: formOf(Buffer.from(inner(body)), marks),
  };
}

/** All that differs from invoice to invoice, always in the same order and of the same length, in ASCII. */
function marksOf({ id, proofKey, expiresAt }: Invoice): readonly string[] {
  return [invoiceHash(id), new Date(expiresAt).toISOString(), proofKey, id];
}

function formOf(bytes: Buffer, marks: readonly string[]): Form {
  return { bytes, gaps: marks.flatMap((text, mark) => positionsOf(text, bytes).map((at) => ({ at, mark }))) };
}

function positionsOf(mark: string, bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) found.push(at);
  return found;
}

/** The bytes are the form's own, and hold these marks only until they are filled in again. */
function filled({ bytes, gaps }: Form, texts: readonly string[]): Buffer {
  for (const { at, mark } of gaps) bytes.write(texts[mark] ?? "", at, "latin1");
  return bytes;
}
