/** The last gate before expense: what the account did not cover is paid here, or the run does not start. */
import { paymentRequired, purchasableOf } from "../src/runtime/run/payment-required.ts";
import { type Next, refusalOf, type Stage } from "../src/runtime/run/pipeline.ts";
import { HubError, withHeaders } from "../src/runtime/errors.ts";
import type { Accounts } from "../src/runtime/ports/accounts.ts";
import { type Awaitable, mapAwaitable } from "../src/runtime/world.ts";
import type { StoredResponse } from "../src/runtime/ports/idempotency.ts";
import type { ProofLimit } from "../src/runtime/ports/attempts.ts";
import type { Claim, ClaimResult, Rail, Purchasable } from "../src/runtime/ports/payment.ts";
import type { RunQueue } from "../src/runtime/ports/runs.ts";
import { isFreeWithKey } from "../src/runtime/run/prices.ts";
import type { Run } from "../src/runtime/run/run.ts";
import { type Outcome, queuedRun } from "../src/runtime/run/outcome.ts";

export interface PaymentDeps {
  readonly rail: Rail;
  readonly accounts: Pick<Accounts, "count">;
  readonly proofs: ProofLimit;
  readonly runs: Pick<RunQueue, "underWay">;
}

export function payment({ rail, accounts, proofs, runs }: PaymentDeps): Stage {
  return (run, next) => {
    if (run.due > 0n) return run.proof === undefined ? admitted(run, next) : paid(run, run.proof, next);
    const passed = isCovered(run) ? { ...run, isCovered: true } : run;
    return run.proof === undefined ? next(passed) : covered(passed, run.proof, next);
  };

  /** What its payment has bought is told again, though the account would cover another run by now. */
  async function covered(run: Run, proof: string, next: Next): Promise<Outcome> {
    const begun = await begunBy(proof, run);
    if (begun !== undefined) return begun;
    const bought = await rail.bought(proof, purchasableOf(run, run.due));
    return bought === undefined ? unused(run, next) : toldAgain(bought);
  }

  /** Nothing was taken; the payment is as good as it was. */
  async function unused(run: Run, next: Next): Promise<Outcome> {
    const outcome = await next({ ...run, warnings: [...run.warnings, UNUSED] });
    return { ...outcome, headers: { ...outcome.headers, "x-payment-unused": "true" } };
  }

  /** By the receipt of an earlier payment. */
  function admitted(run: Run, next: Next): Awaitable<Outcome> {
    const purchasable = purchasableOf(run, run.due);
    const isPaid = run.receipt !== undefined && rail.admits(run.receipt, purchasable);
    return mapAwaitable(isPaid, (isAdmitted) => {
      if (isAdmitted) return mapAwaitable(next({ ...run, charge: 0n, isCovered: true }), withoutCharge);
      // Not thrown: to unwind all stages takes longer than most of them do.
      return mapAwaitable(paymentRequired(rail, purchasable, run.shortage), (refusal) => Promise.reject(refusal));
    });
  }

  async function paid(run: Run, proof: string, next: Next): Promise<Outcome> {
    const purchasable = purchasableOf(run, run.due);
    const begun = await begunBy(proof, run);
    if (begun !== undefined) return begun;
    // Verifying and claiming are one act: between them another request could use the same payment.
    const claimed = await claim(run, proof, { ...purchasable, refusal: () => refusalFor(run) });
    if (claimed.state === "redeemed") return toldAgain(claimed);
    await using held = claimed.claim;
    if (isFreeWithKey(run)) return unspent(run, held, next);
    // A quote binds: what is charged is what was asked for then, and it is given what that was for.
    const quoted = held.isCached ? run : await afresh(run);
    const promised = held.isCached && held.price < run.due && run.promised && { hit: run.promised };
    const handOvers = [...run.handOvers, held.handOver()];
    const bought = { payment: held.payment, charge: held.price, isCharged: true, isCovered: true, handOvers };
    const outcome = await next({ ...quoted, ...promised, ...bought });
    const headers = outcome.ok && !outcome.isQueued ? await held.redeem(outcome, run.keep) : held.headers;
    return { ...outcome, headers: { ...outcome.headers, ...headers } };
  }

  /** Whoever asks once more for what it has begun is told where that is, even while somebody has it in hand. */
  async function begunBy(proof: string, run: Run): Promise<Outcome | undefined> {
    const begun = run.later && (await runs.underWay(proof, run.later));
    return begun === undefined ? undefined : { ...queuedRun(run, begun, run.startedAt), isReplay: true };
  }

  /** Who has paid for what costs nothing is given it, and the payment stays what it is, as after a run that failed. */
  async function unspent(run: Run, { headers }: Claim, next: Next): Promise<Outcome> {
    // One payment would do for any number of them. What was accepted for later has been counted.
    if (run.resumed === undefined) await accounts.count(run);
    const outcome = await next({ ...run, charge: 0n, isCharged: false, warnings: [...run.warnings, UNSPENT] });
    return withoutCharge({ ...outcome, headers: { ...outcome.headers, ...headers, "x-payment-unused": "true" } });
  }

  /** What is no payment counts against the address that has sent it. */
  async function claim(run: Run, proof: string, purchasable: Purchasable): Promise<ClaimResult> {
    await proofs.admit(run.caller);
    try {
      return await rail.claim(proof, purchasable);
    } catch (error) {
      if (error instanceof HubError && (error.status === 400 || error.status === 402)) await proofs.failed(run.caller);
      throw error instanceof HubError && error.code === "invalid_payment" ? await quoted(error, purchasable) : error;
    }
  }

  /** Whoever has sent what cannot be read is told what to send, in the header; where nothing can be taken, only that. */
  async function quoted(unreadable: HubError, purchasable: Purchasable): Promise<HubError> {
    try {
      return withHeaders(unreadable, (await rail.terms(purchasable)).headers);
    } catch {
      return unreadable;
    }
  }

  /** It may say what the catalogue holds, and whoever asks has not paid yet: a stranger's refusal counts. */
  async function refusalFor(run: Run): Promise<HubError | undefined> {
    const refusal = await refusalOf(run);
    if (refusal !== undefined) await accounts.count(run);
    return refusal;
  }
}

/** Who has paid for a fresh run has not paid for what was cached since, unless that is all there is, or all it asks for. */
async function afresh(run: Run): Promise<Run> {
  const { hit, ...fresh } = run;
  if (hit === undefined || run.freshness === "cached") return run;
  return (await refusalOf(fresh)) === undefined ? fresh : run;
}

function toldAgain({ purchase, headers }: StoredResponse): Outcome {
  return { ok: true, ...purchase, headers: { ...headers, "idempotent-replayed": "true" }, isReplay: true };
}

/** The price was paid once; no more is taken than that. */
function withoutCharge(outcome: Outcome): Outcome {
  return { ...outcome, headers: { ...outcome.headers, "x-charge-xrp": "0" } };
}

const UNUSED = "The payment was not used: this request costs nothing, or your API key has covered it.";

const UNSPENT =
  "The payment was not spent: this request costs nothing. POST email, per_call: true, tx_hash and invoice_id to " +
  "/api/v1/x402/register/ to turn it into balance.";

/**
 * Whether the account covers what the run may spend in turn. What is cached spends nothing more. A daily call covers
 * what is sold by the call only for tiers whose calls pay for charged runs, too.
 */
function isCovered({ hit, operation, charge, standing }: Run): boolean {
  if (hit !== undefined) return false;
  if (operation.pricing.by === "tier" || charge > 0n) return true;
  return standing.state === "known" && standing.holder.spendsCallsOnRuns;
}
