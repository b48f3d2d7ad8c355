/** Buys what an address sells: asks, reads the terms of its 402, pays within what its owner allows, and asks again. */
import { HubError, OperatorError } from "../../runtime/errors.ts";
import { type PayerLedger, payerLedger } from "../xrpl/payer-ledger.ts";
import { choose } from "./choice.ts";
import { allow, announce, networkRule, serversOf } from "./consent.ts";
import { type SellerAnswer, exchange, NoAnswer, type PaidRequest, textOf } from "./exchange.ts";
import type { PendingPayment } from "./pending-payments.ts";
import { readPaymentRequired } from "./payment-required.ts";
import { createFaucetWallet, sandboxLedgerUrl, sandboxOf } from "./faucet-wallet.ts";
import { redeem } from "./redeem.ts";
import { signPayment } from "./signing.ts";
import type { PayerContext } from "./context.ts";

export type PurchaseOutcome =
  /** `payment` is left out when nothing had to be paid. */
  | { readonly state: "answered"; readonly answer: SellerAnswer; readonly payment?: PendingPayment }
  /** The seller did not take the payment, and cannot take it any more. */
  | { readonly state: "declined"; readonly answer: SellerAnswer; readonly payment: PendingPayment }
  /** Paid, or perhaps paid, and not answered: the payment is kept, and can be presented again. */
  | { readonly state: "unanswered"; readonly payment: PendingPayment; readonly why: string };

const TIMEOUT_MS = 60_000;
const LEDGER_TIMEOUT_MS = 5_000;
const POLL_MS = 1_000;
const SANDBOX_POLL_MS = 100;

/** @throws {OperatorError} when nothing is paid: nothing has been sent then that could be. */
export async function buy(request: PaidRequest, world: PayerContext): Promise<PurchaseOutcome> {
  const first = await ask(request, world);
  if (first.status !== 402) return { state: "answered", answer: first };
  const required = readPaymentRequired(first.headers.get("payment-required"), textOf(first));
  if (required === undefined) throw new OperatorError("Not paid: the 402 holds no terms of x402 version 2.");
  const limits = limitsOf(world);
  const sandbox = world.ledgerUrls.length === 0 ? await sandboxOf(request.url, limits) : undefined;
  const chosen = choose(required, request.url, networkRule(sandbox, world));
  if (!chosen.ok) throw new OperatorError(`Not paid: ${chosen.why}.`);
  const { network } = chosen.entry;
  const isSandbox = network === sandbox;
  announce({ ...chosen, request, resource: required.resource.url, isSandbox }, world);
  if (!isSandbox && world.wallet === undefined)
    throw new OperatorError("Not paid: XRPL_SEED holds no seed to pay with.");
  await allow(chosen, world);

  const ledgerUrls = isSandbox ? [sandboxLedgerUrl(request.url)] : serversOf(network, world);
  using ledger = openLedger(network, ledgerUrls, world, isSandbox ? SANDBOX_POLL_MS : POLL_MS);
  // A seller that only says that its ledger is a sandbox gets the signature of a wallet that holds nothing anywhere.
  const own = isSandbox ? undefined : world.wallet;
  const wallet = own ?? (await createFaucetWallet(request.url, ledger, world.random(16), limits));
  const { proof, hash, firstLedger, lastLedger } = await signPayment(chosen, required, {
    wallet,
    ledger,
    signal: world.signal,
  });
  const { payTo, amount } = chosen.entry;
  const headers = request.headers.map(([name, value]): [string, string] => [name, value]);
  const payment: PendingPayment = {
    hash,
    proof,
    request: { ...request, headers },
    network,
    ledgerUrls: [...ledgerUrls],
    payer: wallet.address,
    payTo,
    amount_drops: amount,
    firstLedger,
    lastLedger,
  };
  await world.pending.save(payment);
  return await present(payment, ledger, world);
}

/** Goes on with a payment that was signed before, perhaps by a payer that died. Signs nothing. */
export async function resume(payment: PendingPayment, world: PayerContext): Promise<PurchaseOutcome> {
  using ledger = openLedger(payment.network, payment.ledgerUrls, world, POLL_MS);
  return await present(payment, ledger, world);
}

async function present(payment: PendingPayment, ledger: PayerLedger, world: PayerContext): Promise<PurchaseOutcome> {
  const redeemed = await redeem(payment, world);
  if (redeemed.state === "silent") return { state: "unanswered", payment, why: redeemed.why };
  const { answer } = redeemed;
  if (redeemed.state === "answered") return { state: "answered", answer, payment };
  const refusal = `the seller answers ${answer.status}`;
  world.say(`Declined: ${refusal}. Asking the ledger whether the payment was taken all the same.`);
  if (await wasTaken(payment, ledger, world)) return { state: "unanswered", payment, why: refusal };
  await world.pending.drop(payment);
  return { state: "declined", answer, payment };
}

/** Waits until the ledger knows. What cannot be found out counts as taken. */
async function wasTaken(payment: PendingPayment, ledger: PayerLedger, world: PayerContext): Promise<boolean> {
  const { hash, payer, firstLedger, lastLedger } = payment;
  const signal = AbortSignal.any([world.signal, AbortSignal.timeout(world.patienceMs)]);
  try {
    for (let isOver = false; ;) {
      const fate = await ledger.fate({ hash, account: payer }, firstLedger, lastLedger, signal);
      if (fate.state === "validated") return fate.payment.result === "tesSUCCESS";
      if (fate.state === "never") return false;
      // Once more, as the server that was asked may be one ledger behind.
      if (isOver && fate.validatedIndex >= lastLedger) return true;
      isOver = fate.validatedIndex >= lastLedger;
      await ledger.nextLedger(fate.validatedIndex, signal);
    }
  } catch (error) {
    if (error instanceof HubError) return true;
    throw error;
  }
}

async function ask(request: PaidRequest, world: PayerContext): Promise<SellerAnswer> {
  try {
    return await exchange(request, limitsOf(world));
  } catch (error) {
    throw error instanceof NoAnswer ? new OperatorError(`Not paid: ${error.message}.`) : error;
  }
}

/** At the end its sockets are closed: an open one keeps the process from ending. */
function openLedger(
  network: string,
  urls: readonly string[],
  world: PayerContext,
  pollMs: number,
): PayerLedger & Disposable {
  const fetch = (url: string, init: RequestInit) => world.fetch(url, { ...init, redirect: "manual" });
  const end = new AbortController();
  const stop = AbortSignal.any([world.signal, end.signal]);
  const ledger = payerLedger({ network, urls, fetch, stop, timeoutMs: LEDGER_TIMEOUT_MS, pollMs, clock: world.clock });
  return { ...ledger, [Symbol.dispose]: () => end.abort() };
}

function limitsOf({ fetch, signal }: PayerContext) {
  return { fetch, signal, timeoutMs: TIMEOUT_MS };
}
