/**
 * What failing runs may cost: a failed run is free, and each may have cost the hub what it asks others for. So how often
 * a payment may be tried is bounded, how often an input that fails, and how many tokens the failures of an account cost.
 */
import { HubError } from "../../runtime/errors.ts";
import type { Attempt, Attempts, Trial } from "../../runtime/ports/attempts.ts";
import { type Limiters, openWindow } from "./windows.ts";

/** Of one payment, and of one input to the language model, within ten minutes. */
const FAILURES_OF_A_PAYMENT = 5;
const FAILURES_OF_AN_INPUT = 3;
const WITHIN_SECONDS = 600;
/** Of one account at a time: while a run is under way nobody knows whether it fails. */
const UNDER_WAY = 100;

/** `tokensPerDay` is what the failed runs of one account may cost; 0 switches that limit off. */
export function attemptLimits(limiters: Limiters, tokensPerDay: number): Attempts {
  const failures = { seconds: WITHIN_SECONDS, refusal: "It has failed too often" };
  const payments = openWindow(limiters, { ...failures, name: "attempts-payment", points: FAILURES_OF_A_PAYMENT });
  const inputs = openWindow(limiters, { ...failures, name: "attempts-input", points: FAILURES_OF_AN_INPUT });
  const tokens = openWindow(limiters, { ...failures, name: "tokens-failed", points: tokensPerDay, seconds: 86_400 });

  const underWay = new Map<string, number>();

  return {
    async begin(trial) {
      const leave = enter(trial.account);
      try {
        await refuseWhatKeepsFailing(trial);
      } catch (refusal) {
        leave();
        throw refusal;
      }
      let spent = 0;
      let hasFailed = false;
      return {
        async spend(count) {
          spent += count;
          // The model may cost something still after the run was given up.
          if (hasFailed && trial.account !== undefined) await tokens?.add(trial.account, count);
        },
        async fail() {
          hasFailed = true;
          if (trial.payment !== undefined) await payments?.add(trial.payment, 1);
          if (trial.account !== undefined) await tokens?.add(trial.account, spent);
          // A model that was not asked says nothing of the input.
          return spent === 0 ? 0 : ((await inputs?.add(inputOf(trial), 1)) ?? 0);
        },
        [Symbol.asyncDispose]: async () => leave(),
      } satisfies Attempt;
    },
  };

  /** Returns what is to be called when the run is over. */
  function enter(account: string | undefined): () => void {
    if (account === undefined) return () => undefined; // A payment has one run at a time.
    const runs = underWay.get(account) ?? 0;
    if (runs >= UNDER_WAY)
      throw new HubError("rate_limited", `This account has ${UNDER_WAY} runs of the language model under way.`, {
        retryAfterMs: 1000,
      });
    underWay.set(account, runs + 1);
    return () => {
      const left = (underWay.get(account) ?? 1) - 1;
      if (left === 0) underWay.delete(account);
      else underWay.set(account, left);
    };
  }

  async function refuseWhatKeepsFailing(trial: Trial): Promise<void> {
    const { payment, account } = trial;
    const ofPayment = payment === undefined ? undefined : await payments?.look(payment);
    if (ofPayment?.remaining === 0)
      throw new HubError("rate_limited", "What this payment is for has failed too often to be tried again at once.", {
        retryAfterMs: ofPayment.resetMs,
        nextActions: [
          "Repeat the same request with the same payment after Retry-After: it stays good.",
          "POST /api/v1/x402/register/ with its tx_hash and invoice_id turns it into balance.",
        ],
      });
    const ofInput = await inputs?.look(inputOf(trial));
    if (ofInput?.remaining === 0)
      throw new HubError("rate_limited", `This input has failed ${FAILURES_OF_AN_INPUT} times within ten minutes.`, {
        retryAfterMs: ofInput.resetMs,
        nextActions: ["Word the input differently.", "Repeat it after Retry-After."],
      });
    const ofAccount = account === undefined ? undefined : await tokens?.look(account);
    if (ofAccount?.remaining === 0)
      throw new HubError("rate_limited", "The failed runs of this account have cost as many tokens as a day's may.", {
        retryAfterMs: ofAccount.resetMs,
        nextActions: ["Repeat the request after Retry-After.", "Use runs that need no language model."],
      });
  }
}

/** One caller's failures say nothing to another. */
function inputOf({ payment, account, input }: Trial): string {
  return `${payment ?? account} ${input}`;
}
