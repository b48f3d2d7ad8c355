/** The rails of a hub as one: a purchasable is quoted, verified and settled on the ledger that its caller pays on. */
import type { Deposits } from "../../runtime/ports/deposits.ts";
import type { Rail } from "../../runtime/ports/payment.ts";
import type { LedgerRail, NamedInvoice } from "./ledger-rail.ts";

/** A rail and the CAIP-2 name of the ledger under it. */
export interface NamedRail {
  readonly network: string;
  readonly rail: LedgerRail;
}

export interface Rails extends Rail {
  /** As `LedgerRail.reconcileByHash`, on the ledger of this name; left out, on the main one. */
  reconcileByHash(hash: string, deposits: Deposits, network?: string): Promise<void>;
  /** As `LedgerRail.assertPayer`, on the ledger of this name; left out, on the main one. */
  assertPayer(hash: string, named: NamedInvoice, network?: string): Promise<void>;
}

/** Callers whose account holds test money pay on the test ledger, all others on the main one. */
export function railsOf(main: NamedRail, test: NamedRail): Rails {
  return {
    terms: (purchasable) => railOf(purchasable.network).terms(purchasable),
    claim: (proof, purchasable) => railOf(purchasable.network).claim(proof, purchasable),
    bought: (proof, purchasable) => railOf(purchasable.network).bought(proof, purchasable),
    payer: (proof, purchasable) => railOf(purchasable.network).payer(proof, purchasable),
    admits: (receipt, purchasable) => railOf(purchasable.network).admits(receipt, purchasable),
    assertPayer: (hash, named, network) => railOf(network).assertPayer(hash, named),
    reconcileByHash: (hash, deposits, network) => railOf(network).reconcileByHash(hash, deposits),
  };

  function railOf(network = main.network): LedgerRail {
    return network === test.network && network !== main.network ? test.rail : main.rail;
  }
}
