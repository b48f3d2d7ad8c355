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

/** A text cut at its gaps: what stands before each, which mark fills it, and what stands behind the last. */
interface Pieces {
  readonly before: readonly string[];
  readonly marks: readonly number[];
  readonly end: string;
}

interface Template {
  readonly header: Pieces;
  readonly body: Pieces;
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
    const members = filled(template.body, marks);
    const header = btoa(filled(template.header, marks));
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
  const header = atob(headers[PAYMENT_REQUIRED] ?? ""); // Its bytes, each as one character.
  const marks = marksOf(gap);
  return { header: cutAt(header, marks), body: cutAt(inner(body), marks) };
}

/** All that differs from invoice to invoice, always in the same order. */
function marksOf({ id, proofKey, expiresAt }: Invoice): readonly string[] {
  return [invoiceHash(id), new Date(expiresAt).toISOString(), proofKey, id];
}

function cutAt(text: string, marks: readonly string[]): Pieces {
  const gaps = marks.flatMap((mark, number) => positionsOf(mark, text).map((index) => ({ index, number, mark })));
  gaps.sort((a, b) => a.index - b.index);
  const before: string[] = [];
  let at = 0;
  for (const { index, mark } of gaps) {
    before.push(text.slice(at, index));
    at = index + mark.length;
  }
  return { before, marks: gaps.map(({ number }) => number), end: text.slice(at) };
}

function positionsOf(mark: string, text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + mark.length)) found.push(at);
  return found;
}

function filled({ before, marks, end }: Pieces, texts: readonly string[]): string {
  let text = "";
  for (let at = 0; at < before.length; at++) text += before[at] + (texts[marks[at] ?? 0] ?? "");
  return text + end;
}
