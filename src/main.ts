/** The composition root: settings → actors, stages, rail → hub → listen. */
import { availableParallelism } from "node:os";
import { actorFolders, assembleRegistry } from "./app/registry.ts";
import { assembleCatalog } from "./app/catalog.ts";
import { assembleModel, dailyTokens } from "./app/llm.ts";
import { type AssembledPayment, assemblePayment } from "./app/payment.ts";
import { assembleProxy } from "./app/proxy.ts";
import { freeFailures } from "./accounts/free-failures.ts";
import { facilitatorLimit } from "./accounts/facilitator-limit.ts";
import { assembleAccounts, openLimiters } from "./app/accounts.ts";
import { type Config, faucetOf, ledgerNames, loadConfig } from "./app/config.ts";
import { createHub } from "./hub.ts";
import { shareHubPackages } from "./loader/bun-resolve.ts";
import { createLoader } from "./loader/loader.ts";
import { openSandbox } from "./app/sandbox.ts";
import { listen } from "./app/serve.ts";
import { createLog, type Log } from "./app/log.ts";
import { createPool } from "./offload/pool.ts";
import { tierTable, x402Block } from "./payment/terms.ts";
import { sandboxWallet } from "./payment/xrpl/sandbox-wallet.ts";
import { type HubError, OperatorError } from "./runtime/errors.ts";
import { createPipeline } from "./runtime/pipeline.ts";
import { NO_MODEL } from "./runtime/llm.ts";
import type { PriceList } from "./runtime/prices.ts";
import { standardStages } from "./app/stages.ts";
import { openUsageBook } from "./usage/book.ts";
import { createLearning } from "./usage/learning.ts";
import { openToolBook } from "./dynamic-tools/book.ts";
import { storedIdempotency } from "./store/idempotency.ts";
import { memoryCache } from "./store/memory.ts";

/** More than any actor takes; what an actor takes is judged where its body is read. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 10_000;
const TIDY_MS = 60_000;
/** A hold lapses after 20 seconds. */
const RENEW_MS = 5_000;
/** A page is read in milliseconds; the largest that is fetched, in seconds. */
const POOL = { maxWaiting: 64, deadlineMs: 10_000 };
/** A paid run waits for its ledger to close before anything is sent. */
const IDLE_SECONDS = 180;

try {
  await main();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.LOG_LEVEL, config.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json"));
  // One actor's slip must not give every object of the others a new field.
  Object.preventExtensions(Object.prototype);

  const clock = { now: Date.now };
  const stop = new AbortController();
  const limits = await openLimiters(config);
  const { store, services, secret } = await assembleAccounts(config, limits.limiters, clock);
  shareHubPackages();
  const learning =
    config.LEARN_FROM_USE === "true"
      ? createLearning(openUsageBook(store), clock, (error) => log.failure("Cannot count the words of a call", error))
      : undefined;
  const { catalog, entries } = assembleCatalog(config, log, clock, stop.signal, learning);
  const pool = createPool({ threads: Math.max(1, Math.min(4, availableParallelism() - 1)), ...POOL });
  const model = assembleModel(config, log, clock, store) ?? NO_MODEL;
  const registry = assembleRegistry(config, log, clock, { catalog, model, pool });
  const loader = createLoader({ folders: actorFolders(config), registry, log, changed: pool.renew });
  await loader.scan();
  loader.watch(stop.signal);

  const toolBook = openToolBook(store, clock);
  const prices = priceList(config);
  const isSandbox = config.XRPL_WALLET_ADDRESS === undefined;
  const network = ledgerNames(config).main;
  let ownWallet: Promise<string> | undefined;
  const wallet = async (): Promise<string> =>
    config.XRPL_WALLET_ADDRESS ?? (await (ownWallet ??= sandboxWallet(secret)));
  const sandbox = isSandbox ? openSandbox({ config, clock, wallet, log, signal: stop.signal }) : undefined;
  // Asked for with every answer, and finding it out takes longer than most of them do.
  let listensAt: string | undefined;
  const ownUrl = (): string => {
    if (listensAt !== undefined) return listensAt;
    const { server } = app;
    const url = `http://${hostInUrl(server?.hostname ?? config.HOST)}:${server?.port ?? config.PORT}`;
    if (server !== null) listensAt = url;
    return url;
  };
  const hubUrl = (): string => config.HUB_PUBLIC_URL ?? ownUrl();
  const { rail, receipts, facilitator, payee, checkWallets, tills } = assemblePayment(config, {
    store,
    secret,
    clock,
    log,
    hubUrl,
    ownUrl,
    wallet,
    isSandbox,
    sandbox,
    deposits: services.deposits,
    stop: stop.signal,
    fetch,
  });
  const idempotency = storedIdempotency(store, clock);
  const stages = standardStages({
    idempotency,
    cache: memoryCache(clock),
    accounts: services.accounts,
    rail,
    prices,
    clock,
    log,
  });

  const app = createHub({
    registry,
    execute: createPipeline(stages, clock),
    prices,
    hubUrl,
    x402: (price) => x402Block(price, hubUrl(), isSandbox),
    ...services,
    rail,
    receipts,
    model,
    checkWallets,
    tills,
    facilitator,
    payee,
    admitQuestion: facilitatorLimit(limits.limiters, config.LIMIT_FACILITATOR_PER_MINUTE),
    clock,
    wallet,
    sandbox: sandbox?.get,
    walletWord: config.HUB_WALLET_WORD,
    faucetUrl: () => (isSandbox ? `${hubUrl()}/sandbox/faucet` : faucetOf(config)),
    catalog,
    catalogEntries: entries,
    proxy: assembleProxy(config, {
      catalog,
      clock,
      secret,
      stop: stop.signal,
      tools: toolBook,
      learning,
      spareFailure: freeFailures(limits.limiters),
    }),
    toolBook,
    learning,
    words: { agent: config.HUB_AGENT_WORD, skillPrefix: config.HUB_SKILL_PREFIX },
    tierTable,
    adminToken: config.ADMIN_TOKEN,
    trustedProxies: new Set(config.TRUSTED_PROXIES),
    isSandbox,
    stopping: stop.signal,
    report: (error, requestId) => reportOurs(log, error, requestId),
  });
  // An actor may throw where nobody awaits it; that must not take the others down.
  process.on("uncaughtException", (error) => log.failure("Something threw outside any request", error));
  process.on("unhandledRejection", (error) => log.failure("A promise was rejected and nobody waited for it", error));

  const relearn = (): void =>
    void learning?.refresh().catch((error: unknown) => log.failure("Cannot read what was learned from use", error));
  relearn();
  const tidying = setInterval(() => {
    relearn();
    services.tidy().catch((error: unknown) => log.failure("Cannot make underpaid orders a balance", error));
    idempotency.forget().catch((error: unknown) => log.failure("Cannot forget old idempotency keys", error));
  }, TIDY_MS);
  const renewing = setInterval(() => {
    idempotency.renew().catch((error: unknown) => log.failure("Cannot renew the holds of idempotency keys", error));
    services.renew().catch((error: unknown) => log.failure("Cannot renew what is set aside for runs", error));
  }, RENEW_MS);
  try {
    listen(app, {
      hostname: config.HOST,
      port: config.PORT,
      maxRequestBodySize: MAX_BODY_BYTES,
      idleTimeout: IDLE_SECONDS,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new OperatorError(`Cannot listen on ${config.HOST}, port ${config.PORT} (HOST, PORT): ${why}`, {
      cause: error,
    });
  }
  log.info(`Agent API Hub listens on ${hubUrl()} with ${registry.list().length} actors.`);
  if (isSandbox) {
    log.info(`No wallet is configured: prices are quoted on the sandbox ledger ${network}, no real money moves.`);
    if (model !== NO_MODEL)
      log.warn(
        "A language model is connected all the same: its real tokens are sold for play money, at most " +
          `${dailyTokens(config)} of them a day (LLM_DAILY_BUDGET_TOKENS).`,
      );
  } else void tellFaults(log, checkWallets);

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      log.info(`${signal}: finishing what was accepted.`);
      stop.abort();
      clearInterval(tidying);
      const leave = (): never => process.exit(0);
      setTimeout(leave, DRAIN_MS);
      const close = async (): Promise<void> => {
        await app.stop();
        await pool[Symbol.asyncDispose]();
        clearInterval(renewing); // What was accepted may still be under way until here.
        await store[Symbol.asyncDispose]();
        await limits[Symbol.asyncDispose]();
      };
      void close().then(leave, leave);
    });
  }
}

/** The address to reach a host by: one that listens everywhere is asked here. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Says what is wrong with the wallet before a customer finds out. */
async function tellFaults(log: Log, checkWallets: AssembledPayment["checkWallets"]): Promise<void> {
  const reports = new Map((await checkWallets()).map((report) => [report.network, report]));
  for (const { network, fault, warnings } of reports.values())
    for (const sentence of [fault, ...warnings]) if (sentence !== undefined) log.warn(`On ${network}: ${sentence}`);
}

/** Only errors of ours are worth a line: the caller was told about its own. */
function reportOurs(log: Log, error: HubError, requestId: string): void {
  if (error.code === "internal") log.failure(`Request ${requestId} failed`, error.cause);
}

function priceList(config: Config): PriceList {
  return {
    tiers: {
      standard: config.PRICE_STANDARD_XRP,
      enhanced: config.PRICE_ENHANCED_XRP,
      campaign: config.PRICE_CAMPAIGN_XRP,
      cached: config.PRICE_CACHED_XRP,
    },
    call: config.PRICE_CALL_XRP,
    chargedTiers: config.CHARGED_TIERS,
    cacheHitPercent: config.CACHE_HIT_PRICE_PERCENT,
  };
}
