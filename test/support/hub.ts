/** A hub on a free port of this machine, served over real HTTP, with the actors and settings a test gives it. */
import type { AnonymousLimits } from "../../src/accounts/anonymous.ts";
import { freeFailures } from "../../src/accounts/free-failures.ts";
import { facilitatorLimit } from "../../src/accounts/facilitator-limit.ts";
import { memoryLimiters } from "../../src/accounts/limiters.ts";
import { type AccountServices, accountServices, type AccountSettings } from "../../src/accounts/services.ts";
import type { FileCatalog } from "../../src/catalog/catalog.ts";
import { assembleProxy } from "../../src/app/proxy.ts";
import { createHub } from "../../src/hub.ts";
import { createFacilitator } from "../../src/payment/facilitator/facilitator.ts";
import type { Ledger } from "../../src/payment/ledger.ts";
import type { Till } from "../../src/payment/till.ts";
import { ledgerRail } from "../../src/payment/ledger-rail.ts";
import { railsOf } from "../../src/payment/rails.ts";
import { createReceipts } from "../../src/payment/receipts.ts";
import { tierTable, x402Block } from "../../src/payment/terms.ts";
import type { Actor, Tier } from "../../src/runtime/actor.ts";
import type { HubError } from "../../src/runtime/errors.ts";
import { type LanguageModel, NO_MODEL } from "../../src/runtime/llm.ts";
import { createPipeline, type Outcome, type RunRequest } from "../../src/runtime/pipeline.ts";
import type { Clock } from "../../src/runtime/ports.ts";
import { createRegistry, type Lend, type Registry } from "../../src/runtime/registry.ts";
import { standardStages } from "../../src/app/stages.ts";
import type { Learning } from "../../src/usage/learning.ts";
import { openToolBook } from "../../src/dynamic-tools/book.ts";
import { storedIdempotency } from "../../src/store/idempotency.ts";
import { memoryCache } from "../../src/store/memory.ts";
import { listen } from "../../src/app/serve.ts";
import { openSqlite } from "../../src/store/sqlite.ts";
import type { Store } from "../../src/store/store.ts";
import { accountSettings } from "./accounts.ts";
import { toyLedger } from "./toy-ledger.ts";
import { noCatalog, PRICES, SILENT } from "./works.ts";

/** Nobody holds its key. */
export const TEST_WALLET = "rrrrrrrrrrrrrrrrrrrrrhoLvTp";

const POLICY = { maxFee: 10_000n, lagLedgers: 3 };
const newId = () => crypto.randomUUID();

export interface TestHubOptions {
  readonly catalog?: FileCatalog;
  readonly actors?: readonly unknown[];
  readonly learning?: Learning;
  /** `host:port` that proxy calls may reach although private. */
  readonly allow?: readonly string[];
  readonly limits?: AnonymousLimits;
  readonly chargedTiers?: readonly Tier[];
  readonly trustedProxies?: readonly string[];
  /** Left out, one in memory that nobody else sees. */
  readonly store?: Store;
  readonly settings?: Partial<AccountSettings>;
  readonly adminToken?: string;
  readonly clock?: Clock;
  readonly lend?: Lend;
  readonly model?: LanguageModel;
  /** Left out, one that never answers. */
  readonly ledger?: Ledger;
  /** Classic address of the service wallet. */
  readonly wallet?: string;
  /** Where payments arrive; left out, on the ledger. */
  readonly tills?: readonly Till[];
  /** The ledger of the free tier; left out, the same. */
  readonly testLedger?: Ledger;
  /** Of one address to the facilitator; left out, any number. */
  readonly questionsPerMinute?: number;
  /** What runs go through instead of the stages. */
  readonly execute?: (request: RunRequest) => Promise<Outcome>;
}

export interface TestHub extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly registry: Registry;
  readonly services: AccountServices;
  readonly store: Store;
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
  const clock = options.clock ?? { now: Date.now };
  const reported: HubError[] = [];
  const lend =
    options.lend ??
    ((_actor, signal) => ({ signal, now: clock.now, log: SILENT, fetch: noNetwork, catalog: noCatalog }));
  const model = options.model ?? NO_MODEL;
  const registry = createRegistry(lend, model);
  for (const actor of options.actors ?? []) {
    const slug = (actor as Actor).slug;
    const refusal = registry.offer(`${slug}.ts`, `${slug}.ts`, actor, "1");
    if (refusal !== undefined) throw new Error(`${refusal.source}: ${refusal.reason}`);
  }
  const ledger = options.ledger ?? silentLedger("xrpl:21338");
  const testLedger = options.testLedger ?? ledger;
  const store = options.store ?? (await openSqlite(":memory:"));
  const services = accountServices(
    store,
    memoryLimiters(),
    clock,
    accountSettings({
      networks: { main: ledger.network, test: testLedger.network },
      ...options.settings,
      ...(options.limits && { anonymous: options.limits }),
    }),
  );
  const wallet = options.wallet ?? TEST_WALLET;
  const prices = { ...PRICES, chargedTiers: new Set(options.chargedTiers ?? PRICES.chargedTiers) };
  const secret = "a secret of the tests, long enough";
  const receipts = createReceipts(secret, () => url);
  const stop = new AbortController();
  const main = openRail(ledger);
  const test = testLedger === ledger ? main : openRail(testLedger);
  const rail = railsOf(main, test);
  const lines = main === test ? [main] : [main, test];
  const facilitator = createFacilitator({ lines, store, policy: POLICY, clock, newId, stop: stop.signal });
  const toolBook = openToolBook(store, clock);
  const stages = standardStages({
    idempotency: storedIdempotency(store, clock),
    cache: memoryCache(clock),
    accounts: services.accounts,
    rail,
    prices,
    clock,
    log: SILENT,
  });
  const app = createHub({
    registry,
    prices,
    execute: options.execute ?? createPipeline(stages, clock),
    hubUrl: () => url,
    ...services,
    rail,
    receipts,
    tills: options.tills ?? [tillOf(ledger, wallet)],
    model,
    facilitator,
    payee: main.payee,
    admitQuestion: facilitatorLimit(memoryLimiters(), options.questionsPerMinute ?? 0),
    checkWallets: async () => {
      const fault = options.ledger === undefined ? "The ledger is silent." : undefined;
      const report = { network: ledger.network, fault, warnings: [] };
      return [report, report];
    },
    clock,
    wallet: async () => wallet,
    walletWord: "wallet",
    faucetUrl: () => `${url}/sandbox/faucet`,
    catalog: () => options.catalog ?? noCatalog(),
    catalogEntries: () => options.catalog?.totals().entries,
    toolBook,
    learning: options.learning,
    proxy: assembleProxy(
      { HUB_PUBLIC_URL: undefined, NET_ALLOW: new Set(options.allow) },
      {
        catalog: () => options.catalog ?? noCatalog(),
        clock,
        secret,
        stop: stop.signal,
        tools: toolBook,
        learning: options.learning,
        spareFailure: freeFailures(memoryLimiters()),
      },
    ),
    words: { agent: "agent", skillPrefix: "hub" },
    tierTable,
    adminToken: options.adminToken,
    x402: (price) => x402Block(price, url, true),
    trustedProxies: new Set(options.trustedProxies),
    isSandbox: true,
    stopping: new AbortController().signal,
    report: (error) => void reported.push(error),
  });
  listen(app, { hostname: "127.0.0.1", port: 0 });
  const port = app.server?.port ?? 0;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    registry,
    services,
    store,
    recover: () => main.rail.recover(),
    reported,
    handle: async (request) => app.handle(request),
    run: (slug, body, headers = {}) =>
      fetch(`${url}/api/v1/genius/actors/${slug}/run/`, {
        method: "POST",
        body: typeof body === "string" ? body : JSON.stringify(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await app.stop(true);
      if (options.store === undefined) await store[Symbol.asyncDispose]();
    },
  };

  function openRail(on: Ledger) {
    const { network } = on;
    const payee = async () => ({ network, wallet, destinationTag: 7, isSandbox: true, walletWord: "wallet" });
    const rail = ledgerRail({
      store,
      ledger: on,
      invoices: { secret, network, ttlSeconds: 300 },
      payee,
      policy: POLICY,
      receipts,
      hubUrl: () => url,
      clock,
      newId,
      stop: stop.signal,
    });
    return { network, ledger: on, payee, rail };
  }
}

const FOLLOWED = { isStarting: false, ledger: 1, behind: 0, fault: undefined, gaps: [] };

function tillOf(ledger: Ledger, wallet: string): Till {
  return { ledger, wallet: async () => wallet, followed: () => FOLLOWED };
}

function noNetwork(): Promise<never> {
  return Promise.reject(new Error("A test reached for the network"));
}

function silentLedger(network: string): Ledger {
  const ledger = toyLedger(network);
  ledger.isSilent = true;
  return ledger;
}
