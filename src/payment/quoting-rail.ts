/** A rail that names its price and cannot be paid yet: with no ledger behind it, no payment is ever accepted. */
import { HubError } from "../runtime/errors.ts";
import type { Clock, Rail } from "../runtime/ports.ts";
import { type InvoiceOptions, issueInvoice } from "./invoice.ts";
import { readProof } from "./proof.ts";
import { type Payee, termsOf } from "./terms.ts";

export interface QuotingRailOptions {
  readonly invoices: InvoiceOptions;
  /** Asked for when the first price is quoted. */
  readonly payee: () => Promise<Payee>;
  readonly hubUrl: () => string;
  readonly clock: Clock;
}

export function quotingRail({ invoices, payee, hubUrl, clock }: QuotingRailOptions): Rail {
  let known: Promise<Payee> | undefined;
  return {
    async terms(sale) {
      known ??= payee();
      return termsOf(sale, issueInvoice(sale, invoices, clock.now()), await known, hubUrl());
    },
    admits: () => false,
    claim(proof) {
      readProof(proof);
      throw new HubError(
        "ledger_unavailable",
        "This hub cannot reach its ledger: the payment was neither submitted nor claimed.",
        {
          retryAfterMs: 60_000,
        },
      );
    },
  };
}
