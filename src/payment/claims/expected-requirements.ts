/** What the payment of a row in the repository had to be. */
import type { ExpectedRequirements } from "../requirements.ts";
import { requirementsOf, withoutInvoice } from "../terms/terms.ts";
import { readBlob } from "../verify/blob.ts";
import type { PaymentRow } from "./queries.ts";

/** In the place of an invoice of ours, for payments that were taken for other sellers. None of ours has a colon. */
const SELLERS = "seller:";

/** Nobody can guess it, so nobody can claim the payment by naming its invoice. */
export function sellersInvoice(secretName: string): string {
  return SELLERS + secretName;
}

/**
 * Of a transaction that was judged before it came into the repository. Where it goes is what was asked for then: the hub
 * may have another wallet or tag by now. A payment for another seller was held against that seller's invoice; its hash
 * says that it is still the same.
 */
export function expectedRequirementsOf({
  blob,
  network,
  price,
  invoice_id: invoice,
}: PaymentRow): ExpectedRequirements {
  const fields = blob === null ? undefined : readBlob(blob);
  if (fields === undefined) throw new Error("Cannot judge a payment: its row holds no transaction");
  const { Destination: wallet, DestinationTag: tag } = fields;
  const payee = { network, wallet: String(wallet), destinationTag: tag === undefined ? undefined : Number(tag) };
  const required = requirementsOf(price, invoice, payee);
  return invoice.startsWith(SELLERS) ? withoutInvoice(required) : required;
}
