/** Runs of an actor on a hub that are paid on a toy ledger, as an x402 client pays them. */
import type { Requirements } from "../../src/payment/requirements.ts";
import { startHub, type TestHub, type TestHubOptions } from "./hub.ts";
import { paymentFields, proofOf, signed, walletOf } from "./payer.ts";
import { toyLedger, type ToyLedger } from "./toy-ledger.ts";

const NETWORK_ID = 21_338;

export interface PayingHub extends TestHub {
  readonly ledger: ToyLedger;
  /** The PAYMENT-SIGNATURE header that pays the terms of this run; `overrides` change the payment. */
  proofFor(slug: string, body: object, overrides?: object): Promise<Record<string, string>>;
  /** Runs it, paid. */
  runPaid(slug: string, body: object): Promise<Response>;
}

export async function startPayingHub(options: TestHubOptions): Promise<PayingHub> {
  const ledger = toyLedger(`xrpl:${NETWORK_ID}`);
  const payer = walletOf("payer");
  ledger.accounts.set(payer.address, { sequence: 7, balance: 1_000_000_000n, tickets: new Set() });
  const submit = ledger.submit;
  ledger.submit = async (blob, signal) => {
    const answer = await submit(blob, signal);
    setImmediate(() => ledger.close(Date.now()));
    return answer;
  };
  const hub = await startHub({ ...options, ledger });

  async function proofFor(slug: string, body: object, overrides: object = {}): Promise<Record<string, string>> {
    const response = await hub.run(slug, body);
    if (response.status !== 402) throw new Error(`Expected terms, got ${response.status}: ${await response.text()}`);
    const { accepts } = (await response.json()) as { accepts: [Requirements] };
    const sequence = ledger.accounts.get(payer.address)?.sequence ?? 0;
    const fields = { ...paymentFields(accepts[0], payer, sequence, ledger.index + 14), NetworkID: NETWORK_ID };
    const signedTxBlob = signed({ ...fields, ...overrides }, payer);
    return { "payment-signature": proofOf(accepts[0], { signedTxBlob }) };
  }

  return {
    ...hub,
    ledger,
    proofFor,
    runPaid: async (slug, body) => hub.run(slug, body, await proofFor(slug, body)),
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  };
}
