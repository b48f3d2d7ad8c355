/** One hub process of the play: the real stages, accounts and rail, over ports that the play watches. */
import { memoryLimiters } from "../../../src/accounts/limits/limiters.ts";
import type { Convert } from "../../../src/accounts/conversion.ts";
import { KEPT_LIMITS } from "../queue.ts";
import { accountServices } from "../../../src/accounts/services.ts";
import { type LedgerRail, ledgerRail } from "../../../src/payment/rail/ledger-rail.ts";
import { HubError } from "../../../src/runtime/errors.ts";
import { createPipeline } from "../../../src/runtime/run/pipeline.ts";
import type { Clock } from "../../../src/runtime/world.ts";
import type { Log } from "../../../src/app/telemetry/log.ts";
import { openRuns } from "../../../src/app/runs.ts";
import { standardStages } from "../../../src/app/actors/stages.ts";
import type { Worker } from "../../../src/runs/worker.ts";
import { localNews } from "../../../src/store/processes/news.ts";
import { storedIdempotency, type StoredIdempotency } from "../../../src/store/responses/idempotency.ts";
import { memoryCache } from "../../../src/store/memory.ts";
import { accountSettings } from "../accounts.ts";
import { walletOf } from "../payer.ts";
import type { ToyLedger } from "../toy-ledger.ts";
import { PRICES, SILENT, UNBOUNDED, UNLIMITED } from "../operations.ts";
import { witness } from "./admissions.ts";
import { playKinds } from "./operations.ts";
import { type Watch, watchedLedger, watchedStore } from "./ports.ts";
import type { Presentation } from "./chronicle.ts";
import { ofTheRequest, scene } from "./scene.ts";
import { nonce } from "./signing.ts";
import { turnOf, type World } from "./world.ts";
import type { RunRequest } from "../../../src/runtime/run/run.ts";
import type { Outcome } from "../../../src/runtime/run/outcome.ts";

export interface SimProcess {
  readonly number: number;
  readonly network: string;
  readonly clock: Clock;
  isDead: boolean;
  /** How far its clock is from the true time, in milliseconds. */
  skew: number;
  readonly rail: LedgerRail;
  readonly idempotency: StoredIdempotency;
  readonly worker: Worker;
  /** Turns a payment into balance, as a registration that brings one along does. */
  readonly convert: Convert;
  execute(request: RunRequest): Promise<Outcome>;
  /** Does the work of a run. */
  perform(): Promise<readonly object[]>;
  /** The holds it took, with the payment of each, and until when it may rely on them. */
  readonly holds: Map<string, { readonly hash: string; until: number }>;
}

export const HUB_WALLET = walletOf("hub").address;
export const TAG = 7;
/** What goes wrong is judged by what it leads to. */
const QUIET: Log = { ...SILENT, failure: () => undefined, child: () => QUIET };
const SECRET = "a secret of the tests, long enough";

export function startProcess(world: World, ledger: ToyLedger): SimProcess {
  const number = world.count();
  const clock = { now: () => world.time.now() + process.skew };
  const process: SimProcess = {
    number,
    network: ledger.network,
    clock,
    isDead: false,
    skew: 0,
    holds: new Map(),
    get rail() {
      return rail;
    },
    get idempotency() {
      return idempotency;
    },
    get worker() {
      return queued.worker;
    },
    async execute(request) {
      world.busy--; // From here on it goes by turns.
      Object.assign(ofTheRequest(), { at: "before verify", begun: world.count(), queuedAs: request.id });
      try {
        return await pipeline(request);
      } finally {
        world.busy++;
      }
    },
    perform: () => perform(world, process),
    async convert(request) {
      await rail.reconcileByHash(request.txHash, accounts.deposits);
      return accounts.convert(request);
    },
  };
  const watch = watchOf(world, process);
  const store = watchedStore(world.store, watch);
  const rail = ledgerRail({
    store,
    ledger: watchedLedger(ledger, watch),
    invoices: { secret: SECRET, network: ledger.network, ttlSeconds: 300, random: nonce(() => world.quotes++) },
    payee: async () => ({
      network: ledger.network,
      wallet: HUB_WALLET,
      destinationTag: TAG,
      isSandbox: true,
      walletWord: "wallet",
    }),
    assertPayable: async () => undefined, // What a ledger that is silent comes to is told by those who pay.
    policy: { maxFee: 10_000n, lagLedgers: 3 },
    // Signing one takes real time, and receipts have tests of their own.
    receipts: { issue: async () => "receipt", admits: async () => false, keys: async () => ({ keys: [] }) },
    hubUrl: () => "https://hub.example",
    clock,
    newId: () => `hold-${world.count()}`,
    stop: new AbortController().signal,
  });
  const networks = { main: ledger.network, test: ledger.network };
  const idempotency = storedIdempotency(store, clock);
  const accounts = accountServices(store, memoryLimiters(), clock, accountSettings({ networks }));
  const queued = openRuns({
    world: { log: QUIET, clock, storeClock: world.time },
    store,
    news: localNews(),
    accounts: accounts.accounts,
    idempotency,
    kinds: playKinds(),
    kept: KEPT_LIMITS,
    webhooks: { post: () => Promise.reject(new Error("A play has no network")), key: { sign: () => "" } },
    // Whoever has sent it may be answered long since, by a process that has died since.
    execute: (request) => scene.run(workOf(world, process, request), () => pipeline(request)),
    pause: () => turnOf(world, process),
  });
  const stages = standardStages({
    idempotency,
    disabledActors: accounts.disabledActors,
    cache: world.sharedCache ?? memoryCache(clock),
    accounts: accounts.accounts,
    rail,
    proofs: UNLIMITED,
    attempts: UNBOUNDED,
    prices: PRICES,
    runs: queued.runs,
    clock,
    log: SILENT,
  });
  // Behind quota and payment, and before the runs that are shared.
  const pipeline = createPipeline(stages.toSpliced(-2, 0, witness(world)), clock);
  return process;
}

/** The request that a run was begun with, as this process now works for it. */
function workOf(world: World, process: SimProcess, { id }: RunRequest): Presentation {
  const begun = world.chronicle.presentations.find(({ queuedAs }) => queuedAs === id);
  if (begun === undefined) throw new Error("A run is done that nobody has asked for");
  return { ...begun, process, at: "before verify", begun: world.count() };
}

async function perform(world: World, process: SimProcess): Promise<readonly object[]> {
  const request = ofTheRequest();
  request.at = "during the run";
  const run = world.count();
  world.note(`process ${process.number}: work ${run} is begun for request ${request.number}`);
  await turnOf(world, process);
  if (!world.isHealthy && world.chance.is(0.12)) throw new HubError("upstream_failed", "The work fails.");
  if (!world.isHealthy && world.chance.is(0.03)) await new Promise(() => undefined); // It never ends.
  // The process that an actor runs in dies, before its work or with it done.
  if (!world.isHealthy && world.chance.is(0.03)) throw new HubError("actor_failed", "The actor's process ended.");
  await turnOf(world, process);
  if (!world.isHealthy && world.chance.is(0.03)) throw new HubError("actor_failed", "The actor's process ended.");
  return [{ q: request.asked.q, run }];
}

function watchOf(world: World, process: SimProcess): Watch {
  const { chronicle, chance } = world;
  return {
    turn: () => turnOf(world, process),
    async wait(work) {
      world.busy++;
      try {
        return await work();
      } finally {
        world.busy--;
      }
    },
    storeFault() {
      if (world.isHealthy) return undefined;
      if (world.isDiskFull) return "before";
      return chance.is(0.004) ? chance.pick(["before", "after"]) : undefined;
    },
    note: (what) => world.note(`process ${process.number}: ${what}${forWhom()}`),
    onHold: (hold, hash, until) => void process.holds.set(hold, { hash, until }),
    onRenewed(hold, until) {
      const held = process.holds.get(hold);
      if (held !== undefined) held.until = Math.max(held.until, until);
    },
    onRedeemed: (hash) => void chronicle.redemptions.push(hash),
    onSetAside(day) {
      const begun = ofTheRequest().begun ?? 0;
      chronicle.days.push({ process: process.number, day, begun, done: world.count() });
    },
  };
}

function forWhom(): string {
  const request = scene.getStore();
  return request === undefined ? "" : ` (request ${request.number})`;
}
