/** Presents a signed payment until it is answered: always the same proof, so that it is never paid twice. */
import { retryAfterMs } from "../../runtime/http/retry-after.ts";
import { type SellerAnswer, exchange, NoAnswer } from "./exchange.ts";
import type { PendingPayment } from "./pending-payments.ts";
import type { PayerContext } from "./context.ts";

export type RedeemResult =
  | { readonly state: "answered"; readonly answer: SellerAnswer }
  /** The seller says no. Whether it has taken the money all the same, the ledger knows. */
  | { readonly state: "declined"; readonly answer: SellerAnswer }
  | { readonly state: "silent"; readonly why: string };

/** A paid request may wait for a ledger to close before its work begins. */
const TIMEOUT_MS = 150_000;
const FIRST_WAIT_MS = 1_000;
/** Whatever a seller asks for. */
const LONGEST_WAIT_MS = 30_000;
/** Beside every 5xx: the first request is still running, and too many requests. */
const PASSING: ReadonlySet<number> = new Set([409, 425, 429]);

export async function redeem({ request, proof }: PendingPayment, world: PayerContext): Promise<RedeemResult> {
  const { clock, signal, pause } = world;
  const limits = { fetch: world.fetch, timeoutMs: TIMEOUT_MS, signal };
  const until = clock.now() + world.patienceMs;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const answer = await exchange(request, limits, proof).catch(silence);
    if (!(answer instanceof NoAnswer) && !isPassing(answer.status))
      return { state: answer.status >= 200 && answer.status < 300 ? "answered" : "declined", answer };
    const why = answer instanceof NoAnswer ? answer.message : `the seller answers ${answer.status}`;
    const askedMs = answer instanceof NoAnswer ? undefined : retryAfterMs(answer.headers);
    const nextMs = askedMs === undefined ? waitMs : Math.min(Math.max(FIRST_WAIT_MS, askedMs), LONGEST_WAIT_MS);
    if (signal.aborted || clock.now() + nextMs > until) return { state: "silent", why };
    world.say(`No answer yet (${why}); asking again with the same payment in ${Math.ceil(nextMs / 1000)} s.`);
    await pause(nextMs, signal);
  }
}

function isPassing(status: number): boolean {
  return status >= 500 || PASSING.has(status);
}

function silence(error: unknown): NoAnswer {
  if (error instanceof NoAnswer) return error;
  throw error;
}
