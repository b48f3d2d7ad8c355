/** Watches every run that has passed quota and payment, and writes down what it is founded on at that moment. */
import { eq, sql } from "drizzle-orm";
import { type PaymentRow, paymentOf } from "../../../src/payment/claims/queries.ts";
import type { Stage } from "../../../src/runtime/run/pipeline.ts";
import { runOf } from "../../../src/runs/queries.ts";
import type { Build } from "../../../src/store/store.ts";
import type { Presentation } from "./chronicle.ts";
import { MOST_SET_BACK_MS } from "./faults.ts";
import type { SimProcess } from "./process.ts";
import { ofTheRequest } from "./scene.ts";
import type { PaidRun, World } from "./world.ts";
import type { Run } from "../../../src/runtime/run/run.ts";

export function witness(world: World): Stage {
  return async (run, next) => {
    const presentation = ofTheRequest();
    const paid = await admitted(world, run, presentation);
    if (paid !== undefined) world.running.add(paid);
    try {
      return await next(run);
    } finally {
      if (paid !== undefined) world.running.delete(paid);
    }
  };
}

async function admitted(world: World, run: Run, presentation: Presentation): Promise<PaidRun | undefined> {
  const { process } = presentation;
  const hash = run.due > 0n ? presentation.proof?.hash : undefined;
  const [row, setAside] = await founded(world, run, hash);
  const hasLapsed = hash !== undefined && row !== undefined && isAsleep(process, hash, row);
  const hasSlept =
    hasLapsed ||
    (presentation.begun ?? 0) < world.sleptAt ||
    (run.resumed !== undefined && (await hasEnded(world, run)));
  world.chronicle.admissions.push({
    presentation,
    runId: run.id,
    charge: run.charge,
    isPaid: run.due > 0n,
    isHit: run.hit !== undefined,
    isForced: run.freshness === "fresh",
    row,
    hasSlept,
    setAside,
    hasRival: [...world.running].some((other) => other.hash === hash && other.hold !== row?.hold && isHeld(other)),
    arrived: world.ledgers.find(({ network }) => network === process.network)?.validated(hash ?? ""),
  });
  return hash === undefined || hasLapsed ? undefined : { hash, hold: row?.hold ?? null, process };
}

async function founded(world: World, run: Run, hash: string | undefined): Promise<[PaymentRow | undefined, number]> {
  world.busy++;
  try {
    const [row] = hash === undefined ? [] : await world.store.ask(paymentOf, { hash });
    const account = run.standing.state === "known" ? run.standing.holder.id : undefined;
    const held = account === undefined ? [] : await world.store.ask(holdsOf, { account });
    return [row, held.length];
  } finally {
    world.busy--;
  }
}

/** A process that waited for the store longer than its lease on a queued run begins what another has ended. */
async function hasEnded(world: World, run: Run): Promise<boolean> {
  world.busy++;
  try {
    const [stored] = await world.store.ask(runOf, { id: run.id });
    return stored === undefined || stored.finished_at !== null;
  } finally {
    world.busy--;
  }
}

/** Whoever sleeps longer than a hold lasts may lose it; what it then runs for nothing it can never redeem. */
function isAsleep(process: SimProcess, hash: string, row: PaymentRow): boolean {
  if (row.hold !== null && process.holds.has(row.hold)) return false;
  const lapsesBy = process.clock.now() + MOST_SET_BACK_MS;
  return [...process.holds.values()].some((held) => held.hash === hash && held.until <= lapsesBy);
}

function isHeld({ process, hold }: PaidRun): boolean {
  const until = process.holds.get(hold ?? "")?.until ?? 0;
  return !process.isDead && until > process.clock.now() + MOST_SET_BACK_MS;
}

const holdsOf: Build<{ id: string }[]> = (db, { holds }) =>
  db
    .select({ id: holds.id })
    .from(holds)
    .where(eq(holds.account_id, sql.placeholder("account")));
