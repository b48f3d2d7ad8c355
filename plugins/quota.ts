/** Sets one call aside on the caller's account, or against the limits of its address, and counts it on success. */
import type { Next, Outcome, Run, Stage } from "../src/runtime/run/pipeline.ts";
import { type Accounts, type Reservation } from "../src/runtime/ports/accounts.ts";
import { mapAwaitable } from "../src/runtime/world.ts";
import { type PriceList, quoteOf } from "../src/runtime/run/prices.ts";

export function quota(accounts: Accounts, prices: PriceList): Stage {
  return (run, next) => {
    const { caller, standing, operation } = run;
    const { access, price } = quoteOf(prices, run);
    const call = { caller, standing, access, price, reference: operation.slug, hasProof: run.proof !== undefined };
    const reserved = run.resumed === undefined ? accounts.reserve(call) : accounts.resume(run.resumed, call);
    return mapAwaitable(reserved, (reservation) => {
      if (reservation === undefined) return next(run);
      // Be it a daily call: who hangs up has made it all the same.
      const isCharged = access === "charged" || access === "keyed" || reservation.charge > 0n;
      return counted(reservation, { ...run, isCharged }, next);
    });
  };
}

async function counted(held: Reservation, run: Run, next: Next): Promise<Outcome> {
  await using reservation = held;
  const { charge, due, shortage } = reservation;
  const { keep, handOvers } = run;
  const handOver = run.later && reservation.handOver?.();
  const outcome = await next({
    ...run,
    charge,
    due,
    ...(shortage && { shortage }),
    ...(handOver && { handOvers: [...handOvers, handOver] }),
    // What is kept further in is told with these headers, too.
    ...(keep && { keep: (stored) => keep({ ...stored, headers: { ...reservation.headers(), ...stored.headers } }) }),
  });
  if (outcome.ok && !outcome.isQueued)
    await reservation.commit(
      keep && ((headers) => keep({ purchase: outcome, headers: { ...headers, ...outcome.headers } })),
    );
  return { ...outcome, headers: { ...reservation.headers(), ...outcome.headers } };
}
