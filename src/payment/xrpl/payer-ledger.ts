/** The ledger as a payer asks it: what the hub asks of one, and what a transaction costs at present. */
import { Type } from "@sinclair/typebox";
import type { Drops } from "../../runtime/money.ts";
import type { Ledger } from "../ledger.ts";
import { type ClientOptions, rippledLedger } from "./client.ts";
import { createAsk, question } from "./rpc.ts";
import { ServerRefusal, ServerFault } from "./server-fault.ts";

export interface PayerLedger extends Ledger {
  /** What gets a transaction into the next ledger, in drops; never more than a hundredth of an XRP. */
  fee(signal: AbortSignal): Promise<Drops>;
}

const FEE = question(
  "fee",
  Type.Object({ drops: Type.Object({ open_ledger_fee: Type.String({ pattern: "^\\d{1,17}$" }) }) }),
);
/** What a transaction costs while nothing unusual happens, with a little to spare. */
const USUAL_FEE = 12n;
const MAX_FEE = 10_000n;

export function payerLedger(options: ClientOptions): PayerLedger {
  const ask = createAsk(options);
  return {
    ...rippledLedger(options),
    async fee(signal) {
      for (const url of options.urls) {
        try {
          const { drops } = await ask(url, FEE, {}, signal);
          const asked = BigInt(drops.open_ledger_fee);
          return asked > MAX_FEE ? MAX_FEE : asked;
        } catch (error) {
          if (!(error instanceof ServerFault || error instanceof ServerRefusal)) throw error;
        }
      }
      return USUAL_FEE;
    },
  };
}
