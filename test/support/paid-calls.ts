/** Paid calls of a hub over HTTP: a toy ledger that closes at once, and a payer who signs what the terms ask for. */
import { expect } from "bun:test";
import type { Requirements } from "../../src/payment/requirements.ts";
import { namedNetwork } from "../../src/payment/requirements.ts";
import { paymentFields, signed, type Wallet } from "./payer.ts";
import { type ToyLedger, toyLedger } from "./toy-ledger.ts";

export interface Terms {
  readonly code: string;
  readonly error: string;
  readonly accepts: readonly [Requirements, Requirements];
  readonly extensions: Record<string, { readonly info: Record<string, unknown>; readonly schema: object }>;
}

/** A ledger that closes whenever something was submitted, with an account that is rich. */
export function instantLedger(network: string, payer: Wallet, tickets: readonly number[] = []): ToyLedger {
  const ledger = toyLedger(network);
  // Tickets are sequences that its account has had.
  const sequence = Math.max(6, ...tickets) + 1;
  ledger.accounts.set(payer.address, { sequence, balance: 1_000_000_000n, tickets: new Set(tickets) });
  const submit = ledger.submit;
  ledger.submit = async (blob, signal) => {
    const answer = await submit(blob, signal);
    setImmediate(() => ledger.close(Date.now()));
    return answer;
  };
  return ledger;
}

/** Asks, by POST when there is a body. */
export function ask(url: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    headers: { "content-type": "application/json", ...headers },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
}

/** The body of the 402 that an unpaid call is answered with. */
export async function termsOf402(url: string, body?: object, headers?: Record<string, string>): Promise<Terms> {
  const response = await ask(url, body, headers);
  expect(response.status).toBe(402);
  return (await response.json()) as Terms;
}

/** A signed transaction that pays these requirements, with fields of its own. */
export function blobFor(required: Requirements, ledger: ToyLedger, payer: Wallet, overrides: object = {}): string {
  const id = namedNetwork(required.network);
  const sequence = ledger.accounts.get(payer.address)?.sequence ?? 0;
  const fields = paymentFields(required, payer, sequence, ledger.index + 14);
  return signed({ ...fields, ...(id !== undefined && { NetworkID: id }), ...overrides }, payer);
}

/** PAYMENT-SIGNATURE, with whatever else the payload shall hold. */
export function paymentHeader(accepted: Requirements, payload: object, more: object = {}): Record<string, string> {
  const sent = { x402Version: 2, accepted, payload, ...more };
  return { "payment-signature": Buffer.from(JSON.stringify(sent)).toString("base64") };
}
