/** The one composition root: settings and a world → actors, accounts, rails, stages → the hub and its jobs. */
import { RENEW_MS } from "../store/leases.ts";
import { attemptLimits } from "../accounts/attempts.ts";
import { explorerLimit } from "../accounts/explorer-limit.ts";
import { facilitatorLimit } from "../accounts/facilitator-limit.ts";
import { freeFailures } from "../accounts/free-failures.ts";
import { lookupLimit } from "../accounts/lookup-limit.ts";
import { proofLimit } from "../accounts/proof-limit.ts";
import { sandboxLimit } from "../accounts/sandbox-limit.ts";
import type { AccountServices } from "../accounts/services.ts";
import { openToolRepository } from "../dynamic-tools/repository.ts";
import { createHub, type Hub } from "../routes/hub.ts";
import { tierTable, x402Block } from "../payment/terms/terms.ts";
import { sandboxWallet } from "../payment/xrpl/sandbox-wallet.ts";
import { logRequests } from "../metrics/access-log.ts";
import { gaugeHub } from "../metrics/hub.ts";
import { type Measure, measureRequests } from "../metrics/requests.ts";
import { createRunMeter } from "../metrics/runs.ts";
import { createMetrics } from "../metrics/series.ts";
import { watchStalls } from "../metrics/stalls.ts";
import type { LanguageModel } from "../runtime/llm.ts";
import { createBodyReader } from "../routes/body.ts";
import { callerOf } from "../routes/caller.ts";
import type { CallDeps } from "../proxy/call-operation.ts";
import { createPipeline, type Execute } from "../runtime/run/pipeline.ts";
import type { Registry } from "../runtime/run/registry.ts";
import { hubFact, openHubKey, type Secrets } from "../store/hub-key.ts";
import { storedIdempotency } from "../store/idempotency.ts";
import { memoryCache } from "../store/memory.ts";
import { createCallRepository } from "../usage/call-repository.ts";
import { createHealthRepository } from "../usage/health-repository.ts";
import type { Store } from "../store/store.ts";
import { rootSecrets, servicesOver } from "./accounts.ts";
import { bundle } from "./bundle.ts";
import { type Config, faucetOf } from "./config.ts";
import { openConnections } from "./connections.ts";
import { type Job, startJobs } from "./jobs.ts";
import { failedTokensPerDay } from "./llm.ts";
import { createPayment, type Payment } from "./payment.ts";
import { priceList } from "./prices.ts";
import { createProxy } from "./proxy.ts";
import type { World } from "./world.ts";

export interface App extends AsyncDisposable {
  readonly hub: Hub;
  readonly hubUrl: () => string;
  readonly isSandbox: boolean;
  readonly model: LanguageModel;
  readonly registry: Registry;
  readonly services: AccountServices;
  readonly store: Store;
  readonly payment: Payment;
  /** Sends a request for a run through the stages. */
  readonly execute: Execute;
  readonly proxy: CallDeps;
  readonly jobs: readonly Job[];
  /** Counts what a handler answers. */
  readonly measure: Measure;
  /** Does the jobs, follows the wallets and watches the actors, until it is disposed of. */
  start(): void;
}

const LOOK_MS = 1_000;
const TIDY_MS = 60_000;
const FLUSH_MS = 5_000;

/** Opens what the settings name. Disposing of it finishes what was accepted, then closes what was opened. */
export async function createApp(config: Config, world: World): Promise<App> {
  const { clock, log } = world;
  const stopping = new AbortController();
  const stop = stopping.signal;
  const secrets = await rootSecrets(config);
  const store = await world.openStore();
  const hubKey = await openHubKey(store, secrets);
  const limits = await world.openLimiters();
  const services = servicesOver(store, { config, limiters: limits.limiters, clock, secrets });

  const learning = world.openLearning(store);
  const { catalog, entries, fault: catalogFault, meaning } = world.openCatalog(learning, stop);
  const model = world.openModel(store);
  const actors = await world.openActors({ catalog, model });
  const { registry } = actors;

  const sandbox =
    config.XRPL_WALLET_ADDRESS === undefined ? world.openSandbox(sandboxWalletOf(store, secrets), stop) : undefined;
  const isSandbox = sandbox !== undefined;
  const wallet = sandbox?.wallet ?? (async () => config.XRPL_WALLET_ADDRESS ?? "");
  let listensAt: string | undefined;
  // Asked for with every answer, and finding it out takes longer than most of them do.
  const ownUrl = (): string => (listensAt ??= addressOf(hub));
  const hubUrl = (): string => config.HUB_PUBLIC_URL ?? ownUrl();
  const { deposits } = services;
  const payment = createPayment(config, { world, store, secrets, hubUrl, ownUrl, wallet, sandbox, deposits, stop });
  const { rail, receipts, facilitator, payee, checkWallets, receivingWallets } = payment;

  const prices = priceList(config);
  const idempotency = storedIdempotency(store, clock);
  const { accounts } = services;
  const attempts = attemptLimits(limits.limiters, failedTokensPerDay(config));
  const proofs = proofLimit(limits.limiters, config.LIMIT_FACILITATOR_PER_MINUTE);
  const cache = memoryCache(clock);
  const stages = world.stages({ idempotency, cache, accounts, rail, proofs, attempts, prices, clock, log });
  const toolRepository = openToolRepository(store, clock);
  const calls = createCallRepository(store, clock);
  const health = createHealthRepository(store, clock);
  const connections = openConnections(config, { store, secrets, hubKey, clock, hubUrl, catalog });

  const trustedProxies = new Set(config.TRUSTED_PROXIES);
  const bodies = createBodyReader(clock, (request) =>
    callerOf(request, { peers: () => hub.server, trustedProxies }).address(),
  );
  const metrics = createMetrics();
  const meter = createRunMeter(metrics);
  const count = measureRequests(metrics);
  const note = logRequests((facts) => log.child(facts).info("answered"));
  const measure: Measure = (handler, method, path) =>
    count(config.ACCESS_LOG === "true" ? note(handler, method, path) : handler, method, path);
  const execute = meter.measure(createPipeline(stages, clock));
  const proxy = createProxy(config, {
    catalog,
    clock,
    hubKey,
    stop,
    tools: toolRepository,
    connections: connections.forCalls,
    learning,
    spareFailure: freeFailures(limits.limiters),
    ...(config.LEARN_FROM_USE === "true" && { noteCall: calls.note, health }),
  });

  const hub: Hub = createHub({
    bodies,
    metrics,
    metricsToken: config.METRICS_TOKEN,
    registry,
    execute,
    prices,
    hubUrl,
    x402: (price) => x402Block(price, hubUrl(), isSandbox),
    ...services,
    limits,
    rail,
    receipts,
    model,
    checkWallets,
    receivingWallets,
    facilitator,
    payee,
    admitLookup: lookupLimit(limits.limiters, config.LIMIT_FACILITATOR_PER_MINUTE),
    admitQuestion: facilitatorLimit(limits.limiters, config.LIMIT_FACILITATOR_PER_MINUTE),
    limitExplorer: explorerLimit(limits.limiters, config.LIMIT_UI_PER_MINUTE),
    limitSandbox: sandboxLimit(limits.limiters, config.LIMIT_SANDBOX_PER_MINUTE),
    clock,
    wallet,
    sandbox: sandbox?.get,
    walletWord: config.HUB_WALLET_WORD,
    faucetUrl: () => (isSandbox ? `${hubUrl()}/sandbox/faucet` : faucetOf(config)),
    catalog,
    catalogEntries: entries,
    catalogFault,
    meaning,
    calls,
    proxy,
    toolRepository,
    connections: connections.parts,
    health,
    learning,
    bundle,
    securityContact: config.HUB_SECURITY_CONTACT,
    words: { agent: config.HUB_AGENT_WORD, skillPrefix: config.HUB_SKILL_PREFIX },
    tierTable,
    adminToken: config.ADMIN_TOKEN,
    trustedProxies,
    isSandbox,
    stopping: stop,
    report: world.report,
  });

  gaugeHub(metrics, { registry, entries, model, receivingWallets, started: clock.now() });
  const jobs: readonly Job[] = [
    { complaint: "Cannot cut off slow bodies", everyMs: LOOK_MS, run: async () => bodies.cutSlow() },
    ...payment.jobs,
    ...connections.jobs,
    {
      complaint: "Cannot renew the holds of idempotency keys",
      everyMs: RENEW_MS,
      run: () => idempotency.renew(),
      isLease: true,
    },
    {
      complaint: "Cannot renew what is set aside for runs",
      everyMs: RENEW_MS,
      run: () => services.renew(),
      isLease: true,
    },
    { complaint: "Cannot make underpaid orders a balance", everyMs: TIDY_MS, run: () => services.tidy() },
    { complaint: "Cannot write down how calls of entries went", everyMs: FLUSH_MS, run: () => calls.flush() },
    { complaint: "Cannot write down what upstreams answered", everyMs: FLUSH_MS, run: () => health.flush() },
    { complaint: "Cannot read what upstreams answered", everyMs: TIDY_MS, run: () => health.refresh() },
    { complaint: "Cannot forget old idempotency keys", everyMs: TIDY_MS, run: () => idempotency.forget() },
    ...(learning === undefined
      ? []
      : [{ complaint: "Cannot read what was learned from use", everyMs: TIDY_MS, run: () => learning.refresh() }]),
  ];
  let running: ReturnType<typeof startJobs> | undefined;
  let stallWatch: Disposable | undefined;
  return {
    hub,
    hubUrl,
    isSandbox,
    model,
    registry,
    services,
    store,
    payment,
    execute,
    proxy,
    jobs,
    measure,
    start() {
      running = startJobs(jobs, log);
      stallWatch = watchStalls(meter.recent, (sentence) => log.warn(sentence));
      payment.follow();
      actors.watch(stop);
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      running?.stop();
      stallWatch?.[Symbol.dispose]();
      if (hub.server !== null) await hub.stop();
      await actors[Symbol.asyncDispose]();
      running?.end();
      await calls.flush().catch((error: unknown) => log.failure("Cannot write down how calls of entries went", error));
      await store[Symbol.asyncDispose]();
      await limits[Symbol.asyncDispose]();
    },
  };
}

/** The sandbox's wallet stays when the secret is replaced: orders wait for payments to it. */
function sandboxWalletOf(store: Store, { current, earlier }: Secrets): () => Promise<string> {
  let known: string | undefined;
  return async () => (known ??= await hubFact(store, "sandbox wallet", () => sandboxWallet(earlier.at(-1) ?? current)));
}

function addressOf({ server }: Hub): string {
  if (server === null) throw new Error("The hub has no address before it listens");
  return `http://${hostInUrl(server.hostname ?? "")}:${server.port}`;
}

/** The address to reach a host by: one that listens everywhere is asked here. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
