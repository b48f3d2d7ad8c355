/** What the `InvoiceID` of a transaction must be for it to pay an invoice: 64 upper-case hex digits. */
import { hash } from "node:crypto";

export function invoiceHash(invoiceId: string): string {
  return hash("sha256", invoiceId, "hex").toUpperCase();
}
