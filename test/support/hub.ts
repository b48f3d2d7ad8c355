/** A hub on a free port of this machine, served over real HTTP, with the actors and settings a test gives it. */
import type { AnonymousLimits } from "../../src/accounts/limits/anonymous-calls.ts";
import { memoryLimiters } from "../../src/accounts/limits/limiters.ts";
import type { AccountServices } from "../../src/accounts/services.ts";
import { type Config, loadConfig } from "../../src/app/settings/config.ts";
import { createApp } from "../../src/app/create-app.ts";
import type { Log } from "../../src/app/telemetry/log.ts";
import { listen } from "../../src/app/process/serve.ts";
import { type StageDeps, standardStages } from "../../src/app/actors/stages.ts";
import { openTraces } from "../../src/app/telemetry/traces.ts";
import type { HubLedger } from "../../src/app/ledgers/ledger.ts";
import type { World } from "../../src/app/world.ts";
import type { FileCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import type { ObservedAccess } from "../../src/catalog/file-catalog/entry-access.ts";
import type { FollowerState } from "../../src/payment/follower/follower.ts";
import type { Actor, Tier } from "../../src/runtime/actor.ts";
import type { HubError } from "../../src/runtime/errors.ts";
import { type LanguageModel, NO_MODEL } from "../../src/runtime/llm.ts";
import type { Stage } from "../../src/runtime/run/pipeline.ts";
import type { Clock } from "../../src/runtime/world.ts";
import { createRegistry, type CreateContext, type Registry } from "../../src/runtime/actors/registry.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import { soleLeader } from "../../src/store/processes/leader.ts";
import type { Store } from "../../src/store/store.ts";
import type { Learning } from "../../src/usage/learning.ts";
import { NETWORK } from "./accounts.ts";
import { toyLedger } from "./toy-ledger.ts";
import { heldToRow } from "./held-to-row.ts";
import { noCatalog, SILENT } from "./operations.ts";

/** Nobody holds its key. */
export const TEST_WALLET = "rrrrrrrrrrrrrrrrrrrrrhoLvTp";

/** Where the ledgers of a test would be; it is never asked. */
const SERVERS = { XRPL_URL: "http://ledger.test", XRPL_TEST_URL: "http://other-ledger.test" };
/** All that has arrived is counted. */
const FOLLOWED: FollowerState = { isStarting: false, ledger: 1, behind: 0, fault: undefined, gaps: [] };
/** What no test wants to hear of. */
const LOG: Log = { ...SILENT, failure: () => undefined, child: () => LOG };

export interface TestHubOptions {
  readonly catalog?: FileCatalog;
  /** Lends the catalogue what upstreams were seen to ask for. */
  readonly lendObserved?: (observed: ObservedAccess | undefined) => void;
  readonly actors?: readonly unknown[];
  readonly learning?: Learning;
  /** `host:port` that proxy calls may reach although private. */
  readonly allow?: readonly string[];
  readonly limits?: AnonymousLimits;
  readonly chargedTiers?: readonly Tier[];
  readonly trustedProxies?: readonly string[];
  /** Left out, nobody hears what is logged. */
  readonly log?: Log;
  /** Left out, one in memory that nobody else sees. */
  readonly store?: Store;
  /** As they stand in the environment. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly adminToken?: string;
  readonly clock?: Clock;
  readonly lend?: CreateContext;
  readonly model?: LanguageModel;
  /** Left out, one on which nothing happens. */
  readonly ledger?: HubLedger;
  /** Classic address of the service wallet. */
  readonly wallet?: string;
  /** The ledger of the free tier; left out, the same. */
  readonly testLedger?: HubLedger;
  /** Of one address to the facilitator; left out, any number. */
  readonly questionsPerMinute?: number;
  /** How far what arrives has been counted; left out, all of it. */
  readonly followed?: () => FollowerState;
  /** What runs go through; left out, what they do everywhere. */
  readonly stages?: (deps: StageDeps) => readonly Stage[];
}

export interface TestHub extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly registry: Registry;
  readonly services: AccountServices;
  readonly store: Store;
  /** Does once what a hub that serves does again and again. */
  doJobs(): Promise<void>;
  /** Finds out about payments that nobody waits for, on the main ledger. */
  recover(): Promise<void>;
  /** What was reported as an error, in order. */
  readonly reported: readonly HubError[];
  /** Answers a request as if it had come over the network. */
  handle(request: Request): Promise<Response>;
  /** POSTs a body to an actor; anything but a string is sent as JSON. */
  run(slug: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

export async function startHub(options: TestHubOptions = {}): Promise<TestHub> {
  const reported: HubError[] = [];
  const app = await createApp(configOf(options), worldOf(options, reported));
  const { hub, registry, services, store } = app;
  listen(hub, {
    hostname: "127.0.0.1",
    port: 0,
    around: (handler, method, path) => heldToRow(hub.table, app.measure(handler, method, path)),
  });
  const url = app.hubUrl();
  return {
    url,
    port: hub.server?.port ?? 0,
    registry,
    services,
    store,
    doJobs: async () => void (await Promise.all(app.jobs.map(({ run }) => run()))),
    recover: () => app.payment.recover(),
    reported,
    handle: async (request) => hub.handle(request),
    run: (slug, body, headers = {}) =>
      fetch(`${url}/api/v1/genius/actors/${slug}/run/`, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    [Symbol.asyncDispose]: async () => {
      if (hub.server !== null) await hub.stop(true); // A test waits for what it wants answered.
      await app[Symbol.asyncDispose]();
    },
  };
}

/** Without limits, unless the test sets them. On two ledgers it has a wallet of its own; on one, that is its sandbox. */
export function configOf(options: TestHubOptions): Config {
  const { limits = { perMinute: 0, perDay: 0 }, ledger, testLedger, wallet = TEST_WALLET } = options;
  const [main, test] = [ledger, testLedger].map((one) => one?.network.split(":")[1]);
  const networks =
    test === undefined || test === main
      ? { XRPL_SANDBOX_NETWORK_ID: main }
      : { XRPL_WALLET_ADDRESS: wallet, XRPL_NETWORK: main, XRPL_TEST_NETWORK: test, ...SERVERS };
  return loadConfig({
    HUB_SECRET: "a secret of the tests, long enough",
    XRPL_DESTINATION_TAG: "7",
    ADMIN_TOKEN: options.adminToken,
    NET_ALLOW: options.allow?.join(","),
    CHARGED_TIERS: options.chargedTiers?.join(","),
    TRUSTED_PROXIES: options.trustedProxies?.join(","),
    LIMIT_ANON_PER_MINUTE: String(limits.perMinute),
    LIMIT_ANON_PER_DAY: String(limits.perDay),
    LIMIT_REGISTER_PER_HOUR: "0",
    LIMIT_FREE_KEYS_PER_DAY: "0",
    LIMIT_KEY_PER_MINUTE: "0",
    LIMIT_SANDBOX_PER_MINUTE: "0",
    LIMIT_FACILITATOR_PER_MINUTE: String(options.questionsPerMinute ?? 0),
    ...networks,
    ...options.settings,
  });
}

export function worldOf(options: TestHubOptions, reported: HubError[]): World {
  const { model = NO_MODEL, wallet = TEST_WALLET } = options;
  const clock = options.clock ?? { now: Date.now };
  const main = options.ledger ?? toyLedger(NETWORK);
  const log = options.log ?? LOG;
  const lend: CreateContext =
    options.lend ??
    ((_actor, signal) => ({ signal, now: clock.now, log: SILENT, fetch: noNetwork, catalog: noCatalog }));
  return {
    clock,
    ticks: clock,
    log,
    openTraces: openTraces(configOf(options), log),
    openStore: async () => (options.store === undefined ? openSqlite(":memory:") : lent(options.store)),
    ways: [],
    connectRedis: async () => undefined,
    openLeadership: async () => soleLeader(),
    storeClock: clock,
    openRevocations: () => ({ jobs: [], fault: () => undefined }),
    verifyLedger: async (store) => (await verifyLedger(store)).differences.length,
    openLimiters: async () => ({
      limiters: memoryLimiters(),
      place: "process",
      fault: async () => undefined,
      [Symbol.asyncDispose]: async () => undefined,
    }),
    shareMetrics: (metrics) => async () => metrics.families(),
    openModel: () => model,
    openLearning: () => options.learning,
    openCatalog({ observed }) {
      options.lendObserved?.(observed);
      return {
        catalog: () => options.catalog ?? noCatalog(),
        fault: () => undefined,
        entries: () => options.catalog?.totals().entries,
      };
    },
    async openActors() {
      const registry = createRegistry(lend, model);
      for (const actor of options.actors ?? []) {
        const slug = (actor as Actor).slug;
        const refusal = registry.offer(`${slug}.ts`, `${slug}.ts`, actor, "1");
        if (refusal !== undefined) throw new Error(`${refusal.source}: ${refusal.reason}`);
      }
      return { registry, watch: () => undefined, [Symbol.asyncDispose]: async () => undefined };
    },
    openLedger: ({ network }) => (network === main.network ? main : (options.testLedger ?? main)),
    followWallet: () => ({ state: options.followed ?? (() => FOLLOWED), start: () => undefined }),
    openSandbox: () => ({ wallet: async () => wallet, onClose: () => undefined, [Symbol.dispose]: () => undefined }),
    openFiles: async () => undefined,
    connectionsTo: () => [],
    freeDisk: () => undefined,
    stages: options.stages ?? standardStages,
    report: (error) => void reported.push(error),
  };
}

/** The store outlives the hub. */
function lent(store: Store): Store {
  return { ...store, [Symbol.asyncDispose]: async () => undefined };
}

function noNetwork(): Promise<never> {
  return Promise.reject(new Error("A test reached for the network"));
}
