/** The rails of a hub as one: a sale is quoted, verified and settled on the ledger that its caller pays on. */
import type { Rail, Sale } from "../runtime/ports.ts";

/** A rail and the CAIP-2 name of the ledger under it. */
export interface NamedRail {
  readonly network: string;
  readonly rail: Rail;
}

/** Callers whose account holds test money pay on the test ledger, all others on the main one. */
export function railsOf(main: NamedRail, test: NamedRail): Rail {
  return {
    terms: (sale) => railOf(sale).terms(sale),
    claim: (proof, sale) => railOf(sale).claim(proof, sale),
    admits: (receipt, sale) => railOf(sale).admits(receipt, sale),
  };

  function railOf({ network = main.network }: Sale): Rail {
    return network === test.network && network !== main.network ? test.rail : main.rail;
  }
}
