/** Sets one call aside on the caller's account, or against the limits of its address, and counts it on success. */
import type { Next, Stage } from "../src/runtime/run/pipeline.ts";
import type { Accounts, Reservation } from "../src/runtime/ports/accounts.ts";
import { type Awaitable, mapAwaitable } from "../src/runtime/world.ts";
import { type PriceList, priceOfRun } from "../src/runtime/run/prices.ts";
import type { Run } from "../src/runtime/run/run.ts";
import type { Outcome } from "../src/runtime/run/outcome.ts";

export function quota(accounts: Accounts, prices: PriceList): Stage {
  return (run, next) => {
    const { caller, standing, operation } = run;
    const { billing, price } = priceOfRun(prices, run);
    const call = { caller, standing, billing, price, reference: operation.slug, hasProof: run.proof !== undefined };
    const reserved = run.resumed === undefined ? accounts.reserve(call) : accounts.resume(run.resumed, call);
    return mapAwaitable(reserved, (reservation) => {
      if (reservation === undefined) return next(run);
      // Be it a daily call: who hangs up has made it all the same.
      const isCharged = billing === "charged" || billing === "keyed" || reservation.charge > 0n;
      const counting = { reservation, isCharged };
      return reservation.isEmpty ? counted(counting, run, next) : heldFor(counting, run, next);
    });
  };
}

interface CountedCall {
  readonly reservation: Reservation;
  readonly isCharged: boolean;
}

async function heldFor(counting: CountedCall, run: Run, next: Next): Promise<Outcome> {
  await using _reservation = counting.reservation;
  return await counted(counting, run, next);
}

function counted({ reservation, isCharged }: CountedCall, run: Run, next: Next): Awaitable<Outcome> {
  const { charge, due, shortage } = reservation;
  const { keep, handOvers } = run;
  const handOver = run.later && reservation.handOver?.();
  const outcome = next({
    ...run,
    isCharged,
    charge,
    due,
    ...(shortage && { shortage }),
    ...(handOver && { handOvers: [...handOvers, handOver] }),
    // What is kept further in is told with these headers, too.
    ...(keep && { keep: (stored) => keep({ ...stored, headers: { ...reservation.headers(), ...stored.headers } }) }),
  });
  return mapAwaitable(outcome, (ended) =>
    mapAwaitable(committed(reservation, ended, keep), () => ({
      ...ended,
      headers: { ...headersFor(ended, reservation), ...ended.headers },
    })),
  );
}

/** Whoever has nothing and is told a price is not told that it has nothing: prices are asked for more than paid. */
function headersFor({ ok }: Outcome, reservation: Reservation): Readonly<Record<string, string>> {
  return ok ? reservation.headers() : (reservation.refusalHeaders ?? reservation.headers());
}

function committed(reservation: Reservation, outcome: Outcome, keep: Run["keep"]): Awaitable<void> {
  if (!outcome.ok || outcome.isQueued) return undefined;
  // What an earlier payment has bought takes nothing of the account.
  if (outcome.isReplay && !reservation.isEmpty) return undefined;
  return reservation.commit(
    keep && ((headers) => keep({ purchase: outcome, headers: { ...headers, ...outcome.headers } })),
  );
}
