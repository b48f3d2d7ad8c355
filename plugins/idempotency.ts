/** A repeated request gets the stored answer, before any stage behind this one can charge for it again. */
import { createHash } from "node:crypto";
import { HubError } from "../src/runtime/errors.ts";
import { assertIdempotencyKey } from "../src/runtime/http/idempotency-key.ts";
import { purchasableOf } from "../src/runtime/run/payment-required.ts";
import type { Next, Stage } from "../src/runtime/run/pipeline.ts";
import type { Accounts } from "../src/runtime/ports/accounts.ts";
import type { ProofLimit } from "../src/runtime/ports/attempts.ts";
import type { IdempotencyState, Idempotency } from "../src/runtime/ports/idempotency.ts";
import type { Rail } from "../src/runtime/ports/payment.ts";
import { type PriceList, priceOfRun } from "../src/runtime/run/prices.ts";
import type { Run } from "../src/runtime/run/run.ts";
import { type Outcome, queuedRun } from "../src/runtime/run/outcome.ts";
import { fingerprint } from "../src/runtime/run/fingerprint.ts";

/** Who is asking, as far as it is proved. */
type KeyOwner = `account ${string}` | `payer ${string}` | `proof ${string}` | `address ${string}`;

export interface IdempotencyDeps {
  readonly store: Idempotency;
  readonly accounts: Pick<Accounts, "count">;
  readonly rail: Pick<Rail, "payer">;
  readonly proofs: Pick<ProofLimit, "admit">;
  readonly prices: PriceList;
}

export function idempotency({ store, accounts, rail, proofs, prices }: IdempotencyDeps): Stage {
  return (run, next) => {
    const { idempotencyKey: key, standing, proof, receipt } = run;
    // Whoever brings nothing for what costs something is told its price, which is nothing to keep.
    const bringsNothing = standing.state !== "known" && proof === undefined;
    // What a receipt alone opens once more costs nothing, and is not kept for whoever has no receipt.
    if (key === undefined || (receipt !== undefined && bringsNothing)) return next(run);
    return bringsNothing && !isOpen(run) ? next(run) : once(key, run, next);
  };

  async function once(key: string, run: Run, next: Next): Promise<Outcome> {
    assertIdempotencyKey(key);
    const named = await scopeOf(run);
    if (named === undefined) return next(run);
    const scope = createHash("sha256").update(named).digest("hex");
    const beginning = await begin(scope, key, run);
    switch (beginning.state) {
      case "finished": {
        const { purchase, headers } = beginning.stored;
        return { ok: true, ...purchase, headers: { ...headers, "idempotent-replayed": "true" }, isReplay: true };
      }
      case "queued": {
        const headers = { "idempotent-replayed": "true" };
        return { ...queuedRun(run, beginning.runId, run.startedAt), headers, isReplay: true };
      }
      case "other_request":
        throw new HubError("idempotency_conflict", "This Idempotency-Key belongs to another request.");
      case "unkept":
        throw new HubError(
          "idempotency_conflict",
          "This request was answered, and there was no room to keep its answer for a repeat. Without this " +
            "Idempotency-Key it runs again; a payment that it was paid by still gives its answer.",
        );
      case "running":
        throw new HubError("idempotency_in_progress", "The first request with this Idempotency-Key is still running.", {
          retryAfterMs: 1000,
        });
      case "crowded":
        throw new HubError("rate_limited", "This caller has used too many Idempotency-Keys within 24 hours.", {
          retryAfterMs: beginning.retryAfterMs,
          nextActions: ["Send the request without an Idempotency-Key."],
        });
      case "started": {
        await using hold = beginning.lease;
        const handOvers = run.later ? [...run.handOvers, hold.handOver()] : run.handOvers;
        const outcome = await passed({ ...run, keep: hold.keep, handOvers }, next);
        // A failure is not kept: the same request may succeed when it is repeated.
        if (outcome.ok && !outcome.isQueued) await hold.complete({ purchase: outcome, headers: outcome.headers });
        return outcome;
      }
    }
  }

  /** What a stranger's key comes to counts, since it is written down or told of; a payer may come as often as it likes. */
  async function begin(scope: string, key: string, run: Run): Promise<IdempotencyState> {
    const isFree = isOpen(run);
    if (isFree) await accounts.count(run);
    // Nobody answers for what is kept for an address.
    const isStranger = run.standing.state !== "known" && run.proof === undefined;
    const beginning = await store.begin(scope, key, fingerprint(run), isStranger);
    if (!isFree && !isPayers(beginning)) await accounts.count(run);
    return beginning;
  }

  async function passed(run: Run, next: Next): Promise<Outcome> {
    try {
      return await next(run);
    } catch (refusal) {
      const isNoPayment = refusal instanceof HubError && (refusal.status === 400 || refusal.status === 402);
      // Whoever may have paid is told of that payment, though its address has no free call left.
      await (isNoPayment ? accounts.count(run) : Promise.try(() => accounts.count(run)).catch(() => undefined));
      throw refusal;
    }
  }

  /**
   * An account, however its key has changed; else the payer of the payment that was brought; else the address, where
   * only free answers are kept. The text of a key that is not accepted is nobody's name: the stages behind refuse it.
   */
  async function scopeOf(run: Run): Promise<KeyOwner | undefined> {
    const { standing, proof, caller } = run;
    if (standing.state === "known") return `account ${standing.holder.id}`;
    // What is free takes no payment.
    if (proof !== undefined && (standing.state === "refused" || !isOpen(run))) {
      await proofs.admit(caller);
      return payerOf(proof, run);
    }
    return standing.state === "refused" ? undefined : `address ${caller.address()}`;
  }

  /** What is no payment is nobody's name: the stage that takes payments says what is wrong with it, with the terms, and counts it. */
  async function payerOf(proof: string, run: Run): Promise<KeyOwner | undefined> {
    try {
      const payer = await rail.payer(proof, purchasableOf(run, 0n));
      return payer === undefined ? `proof ${proof}` : `payer ${payer}`;
    } catch (error) {
      if (error instanceof HubError && error.code === "invalid_payment") return undefined;
      throw error;
    }
  }

  function isOpen(run: Run): boolean {
    return priceOfRun(prices, run).billing === "open";
  }
}

/** Whether it is what the request of a payer comes to, whose payment is judged behind this stage. */
function isPayers(beginning: IdempotencyState): boolean {
  if (beginning.state === "finished") return beginning.stored.purchase.charge > 0n;
  return beginning.state === "started" || beginning.state === "running" || beginning.state === "queued";
}
