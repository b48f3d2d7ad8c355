/** The one composition root: settings and a world → actors, accounts, rails, stages → the hub and its jobs. */
import { attemptLimits } from "../accounts/limits/attempts.ts";
import { freeFailures } from "../accounts/limits/free-failures.ts";
import { proofLimit } from "../accounts/limits/proof-limit.ts";
import type { AccountServices } from "../accounts/services.ts";
import { openToolRepository } from "../dynamic-tools/repository.ts";
import { isLoopback } from "../routes/http/own-host.ts";
import { createHub, type Hub } from "../routes/hub.ts";
import { tierTable, x402Block } from "../payment/terms/terms.ts";
import { gaugeHub } from "../metrics/hub.ts";
import type { Measure } from "../metrics/requests.ts";
import { createMetrics } from "../metrics/series.ts";
import { createRequestStates } from "../mcp/request-state.ts";
import type { LanguageModel } from "../runtime/llm.ts";
import type { RunKinds } from "../routes/http/later.ts";
import type { CallDeps } from "../proxy/call-deps.ts";
import type { Execute } from "../runtime/run/pipeline.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import { createSealer } from "../runtime/crypto/sealer.ts";
import { storedIdempotency } from "../store/responses/idempotency.ts";
import { storedParts } from "../store/responses/kept-parts.ts";
import type { Store } from "../store/store.ts";
import { servicesOver } from "./parts/accounts.ts";
import { openBackingServices } from "./backing-services.ts";
import { bundle } from "./parts/bundle.ts";
import type { Config } from "./settings/config.ts";
import { faucetOf } from "./settings/ledger-servers.ts";
import { cutBeyondShare } from "./jobs/connection-share.ts";
import { openFilesJob } from "./jobs/open-files.ts";
import { openConnections } from "./parts/connections.ts";
import { addressOf } from "./process/hub-address.ts";
import { openHttpEdge } from "./http-edge.ts";
import { hubJobs } from "./jobs/hub-jobs.ts";
import type { Job } from "./jobs/jobs.ts";
import { leaderFigures } from "./jobs/leader-figures.ts";
import { failedTokensPerDay } from "./parts/llm.ts";
import { createLifecycle, type Lifecycle } from "./lifecycle.ts";
import { createTelemetry } from "./telemetry/telemetry.ts";
import { createPayment, type PaymentServices } from "./payment.ts";
import { priceList } from "./settings/prices.ts";
import { openRuns } from "./runs.ts";
import { createProxy } from "./parts/proxy.ts";
import { strangerLimits } from "./parts/stranger-limits.ts";
import { openUsage } from "./parts/usage.ts";
import { sandboxWalletOf } from "./ledgers/sandbox-wallet.ts";
import { adminTokens } from "./settings/admin-tokens.ts";
import { openWebhooks } from "./parts/webhooks.ts";
import type { World } from "./world.ts";

export interface App extends Lifecycle {
  readonly hub: Hub;
  readonly hubUrl: () => string;
  readonly isSandbox: boolean;
  readonly model: LanguageModel;
  readonly registry: Registry;
  readonly services: AccountServices;
  readonly store: Store;
  readonly payment: PaymentServices;
  /** Sends a request for a run through the stages. */
  readonly execute: Execute;
  readonly proxy: CallDeps;
  readonly jobs: readonly Job[];
  /** Counts what a handler answers. */
  readonly measure: Measure;
}

/** Opens what the settings name. Disposing of it finishes what was accepted, then closes what was opened. */
export async function createApp(config: Config, world: World): Promise<App> {
  const { clock, log } = world;
  const stopping = new AbortController();
  const stop = stopping.signal;
  const leaving = new AbortController();
  const metrics = createMetrics();
  const backing = await openBackingServices(config, world, metrics, stop);
  const { secrets, traces, store, leadership, hubKey, cache, flights, news, presence, limits } = backing;
  const services = servicesOver(store, { config, limiters: limits.limiters, clock, secrets, news });

  const usage = openUsage(config, { store, clock, learning: world.openLearning(store) });
  const { calls, health, learning } = usage;
  const {
    catalog,
    entries,
    fault: catalogFault,
    releases,
    meaning,
    jobs: catalogJobs = [],
  } = world.openCatalog({ usage: learning, observed: usage.observed }, stop);
  const model = world.openModel(store);
  const died = (cause: string): void =>
    metrics.counter("hub_actor_deaths_total", "Processes of actors that died, by why.", { cause }).add();
  const actors = await world.openActors({ catalog, model, died });
  const { registry } = actors;

  const sandbox =
    config.XRPL_WALLET_ADDRESS === undefined ? world.openSandbox(sandboxWalletOf(store, secrets), stop) : undefined;
  const isSandbox = sandbox !== undefined;
  const wallet = sandbox?.wallet ?? (async () => config.XRPL_WALLET_ADDRESS ?? "");
  let listensAt: string | undefined;
  // Asked for with every answer, and finding it out takes longer than most of them do.
  const ownUrl = (): string => (listensAt ??= addressOf(hub));
  const hubUrl = (): string => config.HUB_PUBLIC_URL ?? ownUrl();
  const { accounts, deposits } = services;
  const paid = { world, store, secrets, hubUrl, ownUrl, wallet, sandbox, deposits, stop, leadership };
  const payment = createPayment(config, paid);
  const { rail, receipts, responses, facilitator, payee, checkWallets, receivingWallets } = payment;

  const prices = priceList(config);
  const idempotency = storedIdempotency(store, clock, undefined, responses);
  const attempts = attemptLimits(limits.limiters, failedTokensPerDay(config));
  const proofs = proofLimit(limits.limiters, config.LIMIT_FACILITATOR_PER_MINUTE);
  const runKinds: RunKinds = new Map();
  const webhooks = openWebhooks(config, secrets, clock);
  const queued = openRuns({
    world,
    store,
    news,
    accounts,
    idempotency,
    kinds: runKinds,
    kept: { runs: config.LIMIT_KEPT_RUNS, bytes: config.LIMIT_KEPT_RESULTS_MIB * 1024 * 1024 },
    webhooks,
    execute: (request) => traces?.begin("queued run", () => execute(request)) ?? execute(request),
  });
  const { runs } = queued;
  const stages = world.stages({
    idempotency,
    cache,
    accounts,
    disabledActors: services.disabledActors,
    rail,
    proofs,
    attempts,
    prices,
    runs,
    flights,
    clock,
    log,
  });
  const toolRepository = openToolRepository(store, clock);
  const revocations = world.openRevocations(store, secrets);
  const keptParts = storedParts(store, clock);
  const connections = openConnections(config, { store, secrets, hubKey, clock, hubUrl, catalog, stop });

  const edge = openHttpEdge(config, world, () => hub.server);
  const telemetry = createTelemetry(config, {
    clock,
    log,
    metrics,
    readFamilies: world.shareMetrics(metrics),
    traces,
    store,
  });
  const { measure, meter, stalls } = telemetry;
  const execute = telemetry.pipeline(stages);
  const proxy = createProxy(config, {
    catalog,
    isActor: (slug) => registry.get(slug) !== undefined,
    clock,
    hubKey,
    stop,
    tools: toolRepository,
    connections: connections.forCalls,
    spareFailure: freeFailures(limits.limiters),
    ...usage.forCalls,
  });

  const hub: Hub = createHub({
    ...edge,
    ...telemetry.forHub,
    registry,
    fence: actors.fence,
    execute,
    runs,
    runKinds,
    ...webhooks.forHub,
    prices,
    hubUrl,
    x402: (price) => x402Block(price, hubUrl(), isSandbox),
    ...services,
    limits,
    newsFault: backing.newsFault,
    revocationFault: revocations.fault,
    rail,
    receipts,
    model,
    checkWallets,
    expectPayableOrder: payment.expectPayableOrder,
    receivingWallets,
    facilitator,
    payee,
    ...strangerLimits(limits.limiters, config),
    clock,
    wallet,
    sandbox: sandbox?.get,
    walletWord: config.HUB_WALLET_WORD,
    faucetUrl: () => (isSandbox ? `${hubUrl()}/sandbox/faucet` : faucetOf(config)),
    catalog,
    catalogEntries: entries,
    catalogFault,
    catalogVersion: releases?.version,
    catalogSource: releases?.source,
    releases: releases?.shared,
    shareToken: config.CATALOG_SHARE_TOKEN,
    meaning,
    calls,
    proxy,
    toolRepository,
    keptParts,
    requestStates: createRequestStates(createSealer(hubKey, "states of /mcp"), clock),
    connections: connections.parts,
    health,
    learning,
    taught: usage.taught,
    bundle,
    securityContact: config.HUB_SECURITY_CONTACT,
    words: { agent: config.HUB_AGENT_WORD, skillPrefix: config.HUB_SKILL_PREFIX },
    tierTable,
    adminTokens: adminTokens(config),
    isLocal: isLoopback(config.HOST) && config.TRUSTED_PROXIES.length === 0,
    started: clock.now(),
    openBreakers: () => proxy.breakers.open(),
    operatorClients: connections.operatorClients,
    isSandbox,
    stopping: stop,
    leaving: leaving.signal,
    report: world.report,
  });

  const { leads } = leadership;
  const verify = () => world.verifyLedger(store, stop);
  const watched = leaderFigures({ store, verify, everyMinutes: config.HUB_VERIFY_MINUTES, clock, leads });
  gaugeHub(metrics, {
    registry,
    entries,
    version: releases?.version,
    source: releases?.source,
    leads,
    freeDisk: world.freeDisk,
    breakers: () => proxy.breakers.open().length,
    fence: () => actors.fence?.(),
    model,
    receivingWallets,
    queue: queued.figures,
    ...watched.figures,
    started: clock.now(),
  });
  const jobs: readonly Job[] = [
    ...payment.jobs,
    ...queued.jobs,
    ...connections.jobs,
    ...catalogJobs,
    ...watched.jobs,
    ...usage.jobs,
    ...revocations.jobs,
    openFilesJob({
      read: world.openFiles,
      closeIdle: () => hub.server?.closeIdleConnections?.() ?? 0,
      cutBeyondShare: (most) =>
        cutBeyondShare(world.connectionsTo(hub.server?.port ?? 0, most), most, edge.trustedProxies),
      log,
    }),
    ...hubJobs({ ...edge, idempotency, services, keptParts, presence, clock, log }),
  ];
  const lifecycle = createLifecycle({
    log,
    clock,
    jobs,
    backing,
    actors,
    hub,
    payment,
    queued,
    connections,
    calls,
    meter,
    stalls,
    stopping,
    leaving,
    sandbox,
  });
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
    ...lifecycle,
  };
}
