/** Buyers who pay for one run after the other, each with one payment at a time, which they show until it is answered. */
import { setTimeout as pause } from "node:timers/promises";
import type { Requirements } from "../../../src/payment/requirements.ts";
import { paymentFields, proofOf, signed, type Wallet, walletOf } from "../payer.ts";
import type { TestSandbox } from "../sandbox.ts";
import type { Client } from "./client.ts";
import { RUN, runIdOf } from "./load.ts";

export interface Buyer {
  readonly wallet: Wallet;
  /** Of the runs it has paid for. */
  readonly runIds: string[];
  /** Payments that were refused for good: they must not have moved anything. */
  refused: number;
  /** Payments whose end it was never told. */
  open: number;
}

const PACE_MS = 300;

export function createBuyers(count: number): readonly Buyer[] {
  return Array.from({ length: count }, (_, at) => {
    return { wallet: walletOf(`chaos-buyer-${at}`), runIds: [], refused: 0, open: 0 };
  });
}

/** Pays on until `until`, of `performance.now()`. */
export async function playBuyer(client: Client, ledger: TestSandbox, buyer: Buyer, until: number): Promise<void> {
  for (let turn = 0; performance.now() < until; turn++) {
    const q = `${buyer.wallet.address}-${turn}`;
    const init = { method: "POST", body: JSON.stringify({ q }) };
    const headers = { "content-type": "application/json" };
    const { body, status } = await client.send("terms", RUN, { ...init, headers });
    if (status === 402) {
      const proof = await sign(ledger, buyer.wallet, (body as { accepts: readonly [Requirements] }).accepts[0]);
      const told = await client.persist("paid", RUN, { ...init, headers: { ...headers, "payment-signature": proof } });
      if (told === undefined) buyer.open++;
      else if (told.status === 200) buyer.runIds.push(runIdOf(told.body) ?? "");
      else buyer.refused++;
    }
    await pause(PACE_MS);
  }
}

async function sign(ledger: TestSandbox, wallet: Wallet, required: Requirements): Promise<string> {
  const { account_data: account, ledger_index: index } = await ledger.ask("account_info", {
    account: wallet.address,
    ledger_index: "validated",
  });
  const { Sequence: sequence } = account as { Sequence: number };
  return proofOf(required, {
    signedTxBlob: signed(paymentFields(required, wallet, sequence, Number(index) + 14), wallet),
  });
}
