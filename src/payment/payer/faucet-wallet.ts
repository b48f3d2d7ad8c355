/** Play money: whether a seller runs on its own sandbox ledger, and a new wallet that its faucet has filled. */
import { Type } from "@sinclair/typebox";
import { OperatorError } from "../../runtime/errors.ts";
import { parseJson } from "../../runtime/json.ts";
import { guardOf } from "../../runtime/schema.ts";
import type { Ledger } from "../ledger.ts";
import { type PayerWallet, throwAwayWallet } from "../xrpl/payer-wallet.ts";
import { exchange, type PayerLimits, textOf } from "./exchange.ts";

/** What a hub says of its ledger in `/ready`. */
const Ready = Type.Object({ ledger: Type.Object({ network: Type.String(), sandbox: Type.Boolean() }) });
const isReady = guardOf(Ready);

/** The most that is given at once. */
const FAUCET_XRP = 1000;
const SANDBOX_LEDGER = "/sandbox/ledger";
const SANDBOX_FAUCET = "/sandbox/faucet";

/** The name of the seller's sandbox network; `undefined` when the seller has none, or is no hub. */
export async function sandboxOf(url: string, limits: PayerLimits): Promise<string | undefined> {
  try {
    const request = { url: new URL("/ready", url).href, method: "GET", headers: [] };
    const ready = parseJson(textOf(await exchange(request, limits)));
    if (!isReady(ready)) return undefined;
    const { ledger } = ready;
    return ledger.sandbox ? ledger.network : undefined;
  } catch {
    return undefined; // Sellers need not say anything of the kind.
  }
}

export function sandboxLedgerUrl(url: string): string {
  return new URL(SANDBOX_LEDGER, url).href;
}

/** A new wallet with play money in it, once a validated ledger says so. */
export async function createFaucetWallet(
  url: string,
  ledger: Ledger,
  entropy: Uint8Array,
  limits: PayerLimits,
): Promise<PayerWallet> {
  const wallet = throwAwayWallet(entropy);
  const request = {
    url: new URL(SANDBOX_FAUCET, url).href,
    method: "POST",
    headers: [["content-type", "application/json"]] as const,
    body: JSON.stringify({ destination: wallet.address, xrpAmount: FAUCET_XRP }),
  };
  const { status } = await exchange(request, limits);
  if (status !== 200) throw new OperatorError(`Cannot pay: the sandbox's faucet answers ${status}.`);
  const signal = AbortSignal.any([limits.signal, AbortSignal.timeout(limits.timeoutMs)]);
  for (;;) {
    const view = await ledger.view({ account: wallet.address, method: "sequence", slot: 0 }, signal);
    if (view.payer !== undefined) return wallet;
    await ledger.nextLedger(view.validatedIndex, signal);
  }
}
