/**
 * Writes the 402s of a hub quickly: between two of one resource only the invoice differs, so the rest is written once
 * and kept as text with gaps.
 * Shaped by speed: `bun run bench payments`.
 */
import { LRUCache } from "lru-cache";
import type { Listing } from "../../runtime/payment/listing.ts";
import type { Purchasable } from "../../runtime/ports/payment.ts";
import { ID_LENGTH, type Invoice, KEY_LENGTH } from "../invoice.ts";
import { inner } from "../../text/json-text.ts";
import { invoiceHash } from "../../runtime/payment/invoice-hash.ts";
import { PAYMENT_REQUIRED, type Payee, type Terms, termsOf } from "./terms.ts";

export interface WrittenTerms extends Terms {
  /**
   * The body as JSON, with more members after its own: the parts are their text, and between two of them stands the id.
   * Bytes hold until the next are written.
   */
  write(parts: readonly string[], id: string): string | Buffer<ArrayBuffer>;
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
 * A text as bytes, and where which marks stand in it. Every mark is as long each time: it is written over the one
 * before. A text of so many pieces put together would be copied piece by piece whenever it is sent.
 */
interface Form {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly gaps: readonly Gap[];
}

/** Where a mark stands in a form, and which part of all marks it is. */
interface Gap {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** All of a purchasable that its terms tell, but for the path. */
type SoldRequest = Pick<Purchasable, "method" | "price" | "description"> & {
  readonly isCached: true | undefined;
  readonly listing: Listing | undefined;
};

interface Template extends SoldRequest {
  readonly payee: Payee;
  readonly hubUrl: string;
  readonly fault: string | undefined;
  readonly header: Form;
  /** As JSON without its braces. */
  readonly members: string;
  /** With the parts that came last, which mostly come next. */
  body: { readonly parts: readonly string[]; readonly form: Form };
}

const MAX_TEMPLATES = 1000;
/** Of one path: at another price, to another wallet, after another fault. */
const MAX_VARIANTS = 8;
const UUID_LENGTH = 36;
/** From here on, in milliseconds since the epoch, no real invoice ends. */
const FAR = Date.UTC(5000);

export function termsWriter(): WriteTerms {
  const templates = new LRUCache<string, readonly Template[]>({
    maxSize: MAX_TEMPLATES,
    sizeCalculation: (variants) => variants.length,
  });
  // No text of a resource can hold these by chance or by malice, since nobody knows them. The id is as long as a real
  // one: how much else has room in a header depends on it.
  const id = (crypto.randomUUID() + crypto.randomUUID()).slice(0, ID_LENGTH);
  const proofKey = crypto.randomUUID().slice(0, KEY_LENGTH);
  const gap = { id, proofKey, expiresAt: FAR + Math.floor(Math.random() * FAR) };
  const requestId = crypto.randomUUID();
  const ownMarks = marksOf(gap, isoOf(gap.expiresAt));
  const gaps = [...ownMarks, requestId];
  /** All marks of a 402, one behind the other, as they are put into its forms; those of the invoice are `written`. */
  const marks = Buffer.from(gaps.join(""));
  const ownLength = marks.length - UUID_LENGTH;
  let written = "";
  const ending = { at: 0, iso: "" };

  /** All invoices of one second end at once. */
  function endOf(expiresAt: number): string {
    if (ending.at !== expiresAt) Object.assign(ending, { at: expiresAt, iso: isoOf(expiresAt) });
    return ending.iso;
  }

  function templateOf(purchasable: Purchasable, payee: Payee, hubUrl: string, fault: string | undefined): Template {
    const variants = templates.get(purchasable.path) ?? [];
    const known = variants.find((each) => isFor(each, purchasable, payee, hubUrl, fault));
    if (known !== undefined) return known;
    const { body, headers } = termsOf(purchasable, gap, payee, hubUrl, fault);
    const header = formOf(Buffer.from(headers[PAYMENT_REQUIRED] ?? "", "base64"), gaps);
    const members = inner(body);
    const form = formOf(Buffer.from(`{${members}}`), gaps);
    const { method, price, isCached, listing, description } = purchasable;
    const sold: SoldRequest = { method, price, isCached, listing, description };
    const made = { ...sold, payee, hubUrl, fault, header, members, body: { parts: [], form } };
    templates.set(purchasable.path, [made, ...variants.slice(0, MAX_VARIANTS - 1)]);
    return made;
  }

  function filled({ bytes, gaps }: Form, own: string, id: string): Buffer<ArrayBuffer> {
    if (own !== written) marks.write(own, "latin1");
    written = own;
    if (id !== "") marks.write(id, ownLength, "latin1");
    for (const { at, from, to } of gaps) marks.copy(bytes, at, from, to);
    return bytes;
  }

  function write(template: Template, own: string, parts: readonly string[], id: string): string | Buffer<ArrayBuffer> {
    if (parts !== template.body.parts) {
      const beside = parts.length === 0 ? "" : `,${parts.join(requestId)}`;
      template.body = { parts, form: formOf(Buffer.from(`{${template.members}${beside}}`), gaps) };
    }
    const { form } = template.body;
    if (id.length === UUID_LENGTH) return filled(form, own, id);
    return filled(form, own, requestId).toString().replaceAll(requestId, id);
  }

  return (purchasable, invoice, payee, hubUrl, fault) => {
    const template = templateOf(purchasable, payee, hubUrl, fault);
    const own = marksOf(invoice, endOf(invoice.expiresAt)).join("");
    return {
      write: (parts, id) => write(template, own, parts, id),
      until: invoice.expiresAt,
      headers: { [PAYMENT_REQUIRED]: filled(template.header, own, "").toString("base64") },
      get body() {
        return JSON.parse(write(template, own, NOTHING, "").toString()) as Terms["body"]; // Written from one.
      },
    };
  };
}

const NOTHING: readonly string[] = [];

/** Of an operation, its listing and its description stay the same while it does. */
function isFor(known: Template, sold: Purchasable, payee: Payee, hubUrl: string, fault: string | undefined): boolean {
  return (
    known.price === sold.price &&
    known.method === sold.method &&
    known.isCached === sold.isCached &&
    known.listing === sold.listing &&
    known.description === sold.description &&
    known.payee === payee &&
    known.hubUrl === hubUrl &&
    known.fault === fault
  );
}

/** All that differs from invoice to invoice, always in the same order and of the same length, in ASCII. */
function marksOf({ id, proofKey }: Invoice, ending: string): readonly string[] {
  return [invoiceHash(id), ending, proofKey, id];
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}

function formOf(bytes: Buffer<ArrayBuffer>, marks: readonly string[]): Form {
  const gaps: Gap[] = [];
  let from = 0;
  for (const mark of marks) {
    const to = from + mark.length;
    for (const at of positionsOf(mark, bytes)) gaps.push({ at, from, to });
    from = to;
  }
  return { bytes, gaps };
}

function positionsOf(mark: string, bytes: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) found.push(at);
  return found;
}
