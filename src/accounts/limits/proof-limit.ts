/** How often one address may bring what is no payment: each proof costs a signature check and a look at the ledger. */
import { HubError } from "../../runtime/errors.ts";
import type { ProofLimit } from "../../runtime/ports/attempts.ts";
import { type Limiters, openWindow } from "./windows.ts";

/** Who pays may do so as often as it likes: only proofs that fail count. 0 switches the limit off. */
export function proofLimit(limiters: Limiters, failuresPerMinute: number): ProofLimit {
  const refusal = "This address has sent too many payments that are none";
  const window = openWindow(limiters, { name: "burst-proofs", points: failuresPerMinute, seconds: 60, refusal });
  return {
    async admit(caller) {
      const quota = await window?.look(caller.address());
      if (quota?.remaining !== 0) return;
      throw new HubError("rate_limited", `${refusal} (policy "${quota.policy}").`, { retryAfterMs: quota.resetMs });
    },
    failed: async (caller) => void (await window?.add(caller.address(), 1)),
  };
}
