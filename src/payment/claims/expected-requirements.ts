/** What the payment of a row in the repository had to be. */
import type { ExpectedRequirements } from "../requirements.ts";
import { type Payee, requirementsOf, withoutInvoice } from "../terms/terms.ts";
import type { PaymentRow } from "./queries.ts";

/** In the place of an invoice of ours, for payments that were taken for other sellers. None of ours has a colon. */
const SELLERS = "seller:";

/** Nobody can guess it, so nobody can claim the payment by naming its invoice. */
export function sellersInvoice(secretName: string): string {
  return SELLERS + secretName;
}

/** A payment for another seller was held against that seller's invoice before it came into the repository; its hash says that it is still the same. */
export function expectedRequirementsOf(row: PaymentRow, payee: Payee): ExpectedRequirements {
  const required = requirementsOf(row.price, row.invoice_id, payee);
  return row.invoice_id.startsWith(SELLERS) ? withoutInvoice(required) : required;
}
