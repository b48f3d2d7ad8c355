import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { giveBackLapsed } from "../../src/accounts/spending/holds.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { writeError } from "../../src/runs/outcome.ts";
import { createQueue, type QueueDeps, type StoredRuns } from "../../src/runs/queue.ts";
import type { RunEnd } from "../../src/runs/run-ends.ts";
import { putBackLapsed } from "../../src/runs/work-queries.ts";
import { createWorker, RUN_LEASE_MS, type Work, type Worker } from "../../src/runs/worker.ts";
import { localNews } from "../../src/store/processes/news.ts";
import { type Steps, type Store, stepsOf } from "../../src/store/store.ts";
import { callOf, openTestAccount, testServices as of } from "../support/accounts.ts";
import { interleave, type Play } from "../support/interleaving.ts";
import { forgetAll, newRun } from "../support/queue.ts";
import { describeStores } from "../support/stores.ts";

const PRICE = 50_000n;
const reason = "test";

/** A run that waits, with its price set aside. */
interface Scene {
  readonly accountId: string;
  readonly key: string;
  readonly prefix: string;
  readonly runId: string;
}

const RUN: Play<Scene> = {
  acts: {
    "it is done": (store) => work(store, "succeeds"),
    "it is tried and fails": (store) => work(store, "fails"),
    "it is tried and put off": (store) => work(store, "waits"),
    "its holder cancels it": (store, { runId }) => queueOf(store).cancel(runId),
    "its lease lapses": async (store) => store.ask(putBackLapsed, { now: Date.now() + 2 * RUN_LEASE_MS }),
    "what is set aside lapses": async (store) => store.transact(() => giveBackLapsed(Date.now() + 72 * 3_600_000)),
    "all else of its balance is taken": (store, { prefix }) => of(store).corrections.debit(prefix, PRICE, reason),
    "its account is suspended": (store, { prefix }) => of(store).operator.suspend(prefix, reason),
    "its key is ended": async (store, { key }) => {
      const holder = await of(store).directory.find(key);
      if (holder !== undefined) await of(store).keyCare.revoke(holder);
    },
  },

  async open(store) {
    await store.ask(forgetAll);
    const services = of(store);
    const { key, prefix } = await openTestAccount(services, "per_call", 2n * PRICE);
    const call = await callOf(services, key);
    if (call.standing.state !== "known") throw new Error("no such key");
    const accountId = call.standing.holder.id;
    await using reservation = await services.accounts.reserve(call);
    const handOver = reservation?.handOver?.();
    if (handOver === undefined) throw new Error("Nothing is set aside");
    const runId = await queueOf(store).put(newRun({ accountId, handOvers: [handOver] }));
    return { accountId, key, prefix, runId };
  },

  async judge(store, { accountId, runId }) {
    // Whoever takes it last ends it.
    await store.ask(putBackLapsed, { now: Date.now() + 2 * RUN_LEASE_MS });
    await work(store, "succeeds");
    const run = await queueOf(store).find(runId);
    const entries = await store.ask((db, { entries: rows }) =>
      db.select().from(rows).where(eq(rows.account_id, accountId)),
    );
    const held = await store.ask((db, { holds }) => db.select().from(holds).where(eq(holds.account_id, accountId)));
    const charged = entries.filter(({ kind }) => kind === "charge").length;
    return {
      "it has ended": run?.finished_at !== null,
      "it is charged once where it succeeded, and else never": charged === (run?.state === "succeeded" ? 1 : 0),
      "nothing stays set aside": held.length === 0,
    };
  },
};

function depsOf(store: Store): QueueDeps {
  return {
    store,
    news: localNews(),
    giveBack: ({ hold }) =>
      function* (): Steps<void> {
        if (hold !== null) yield* stepsOf(of(store).accounts.release(hold));
      },
  };
}

function queueOf(store: Store): StoredRuns {
  return createQueue(depsOf(store));
}

/** A process that takes what waits, and comes to this with it. */
async function work(store: Store, end: "succeeds" | "fails" | "waits"): Promise<void> {
  const worker: Worker = createWorker({
    ...depsOf(store),
    complain: () => undefined,
    pause: () => Promise.reject(new Error("The process has ended")),
    perform: (taken) => (end === "succeeds" ? succeed(store, taken) : Promise.resolve(ENDS[end])),
  });
  await worker.take();
  await worker.drain(60_000);
}

const ENDS: Readonly<Record<"fails" | "waits", RunEnd>> = {
  fails: { state: "failed", error: writeError(new HubError("upstream_failed", "It failed.")) },
  waits: { state: "postponed", delayMs: 0, isTry: true },
};

/** As the stages do it: what is set aside is spent in the transaction that ends the run. */
async function succeed(store: Store, { row, isCancelled, succeed: step }: Work): Promise<RunEnd | "written"> {
  const { accounts } = of(store);
  try {
    const standing = await accounts.standing({
      ...(await callOf({ accounts }, undefined)).caller,
      account: row.account_id ?? "",
    });
    const call = { ...(await callOf({ accounts }, undefined)), standing };
    await using reservation = await accounts.resume({ ...(row.hold !== null && { hold: row.hold }), due: 0n }, call);
    await reservation?.commit(() => step("it", PRICE));
    return "written";
  } catch (error) {
    if (isCancelled()) return { state: "cancelled", error: "" };
    if (error instanceof HubError) return { state: "failed", error: writeError(error) };
    throw error;
  }
}

// In SQLite nothing comes in between.
describeStores(
  "of two processes, whenever the second comes,",
  (open) => {
    test.each(Object.keys(RUN.acts))(
      "a run that is done later ends once, charged for or not, while %s",
      async (first) => {
        await interleave(RUN, first, open().store);
        expect((await verifyLedger(open().store)).differences).toEqual([]);
      },
      60_000,
    );
  },
  "PostgreSQL",
);
