/** What the simulated processes reach the world through: every call waits for its turn, before and after it acts. */
import { createHash } from "node:crypto";
import type { Ledger } from "../../src/payment/ledger.ts";
import type { Requirements } from "../../src/payment/requirements.ts";
import type { Store } from "../../src/store/store.ts";
import { paymentFields, signed, type Wallet } from "./payer.ts";
import type { ToyLedger } from "./toy-ledger.ts";

/** A store whose every call waits for its turn before and after it acts: to die in between is to die having acted. */
export function turned(store: Store, turn: () => Promise<void>, isFull: () => boolean): Store {
  const between = async <T>(act: () => T | Promise<T>): Promise<T> => {
    await turn();
    if (isFull()) throw new Error("The disk is full");
    const result = await act();
    await turn();
    return result;
  };
  return {
    ask: (build, values) => between(() => store.ask(build, values)),
    transact: (steps, durability) => between(() => store.transact(steps, durability)),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

export function turnedLedger(ledger: ToyLedger, turn: () => Promise<void>): Ledger {
  const between = async <T>(act: () => Promise<T>): Promise<T> => {
    await turn();
    const result = await act();
    await turn();
    return result;
  };
  return {
    network: ledger.network,
    view: (payer, signal) => between(() => ledger.view(payer, signal)),
    submit: (blob, signal) => between(() => ledger.submit(blob, signal)),
    fate: (hash, first, last, signal) => between(() => ledger.fate(hash, first, last, signal)),
    find: (hash, signal) => between(() => ledger.find(hash, signal)),
    nextLedger: (index, signal) => ledger.nextLedger(index, signal),
  };
}

/** The same nonces in every simulation, so that the same few payments need to be signed. */
export function nonce(count: () => number): (bytes: number) => Buffer {
  return (bytes) => createHash("sha256").update(String(count())).digest().subarray(0, bytes);
}

const signatures = new Map<string, string>();

export function signedOnce(required: Requirements, wallet: Wallet, lastLedger: number): string {
  const fields = paymentFields(required, wallet, 7, lastLedger);
  const key = JSON.stringify(fields);
  const blob = signatures.get(key) ?? signed(fields, wallet);
  signatures.set(key, blob);
  return blob;
}
