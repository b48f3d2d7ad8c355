/** `/health`: the process lives. `/ready`: what it can serve, and what is wrong. */
import { Health, Readiness } from "../presenters/schemas/health.ts";
import type { ReceivingWallet } from "../payment/rail/receiving-wallet.ts";
import type { MeaningStanding } from "../embeddings/meaning.ts";
import { type LanguageModel, NO_MODEL } from "../runtime/llm.ts";
import type { WalletReport } from "../payment/wallet-check.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import type { Mount, RouteContext } from "./http/mount.ts";

export interface HealthDeps {
  readonly registry: Registry;
  /** What stands around the actors that are not built in; absent where there are none. */
  readonly fence?:
    (() => { readonly strength: "full" | "weak" | "none"; readonly sentence: string } | undefined) | undefined;
  /** What keeps the store from being written to, in a sentence for everybody. */
  readonly storeFault: () => Promise<string | undefined>;
  /** Where limits are counted, and why each process does so by itself though it should not. */
  readonly limits: { readonly place: string; readonly fault: () => Promise<string | undefined> };
  /** Why what one process ends is not told to the others at once, in a sentence for everybody. */
  readonly newsFault: () => string | undefined;
  /** Why what was ended may live again after a restore, in a sentence for everybody. */
  readonly revocationFault: () => string | undefined;
  /** How many entries the catalogue serves; `undefined` while it is being built. */
  readonly catalogEntries: () => number | undefined;
  /** What is wrong with the catalogue's file, in a sentence for everybody. */
  readonly catalogFault: () => string | undefined;
  /** Digest of its file; absent where it is none. */
  readonly catalogVersion?: (() => string | undefined) | undefined;
  /** How it stands to the place where it comes from; absent without one. */
  readonly catalogSource?:
    | (() => {
        readonly kind: "storage" | "hub";
        readonly wanted: string | undefined;
        readonly fault: string | undefined;
      })
    | undefined;
  /** Whether entries are found by meaning too; absent where no embeddings are configured. */
  readonly meaning?: (() => MeaningStanding) | undefined;
  /** Without one, the runs that need it are answered 503; everything else serves. */
  readonly model: LanguageModel;
  readonly isSandbox: boolean;
  /** How the wallet stands on the main ledger and on the free tier's. */
  readonly checkWallets: () => Promise<Wallets>;
  /** Where payments arrive. */
  readonly receivingWallets: readonly ReceivingWallet[];
  /** Set once the process has been told to stop; it still serves for a moment. */
  readonly leaving: AbortSignal;
}

type Wallets = readonly [main: WalletReport, test: WalletReport];

const WALLETS_MS = 800;
const SILENT = "No server of the ledger has answered yet.";

export function healthRoutes(deps: HealthDeps, mount: Mount): void {
  const {
    registry,
    fence,
    storeFault,
    limits,
    newsFault,
    revocationFault,
    catalogEntries,
    catalogFault,
    catalogVersion,
    catalogSource,
    meaning,
    model,
    isSandbox,
    checkWallets,
    receivingWallets,
    leaving,
  } = deps;
  /** What the last look that is over has found. */
  let known: Wallets | undefined;
  // Each by two names: some probes ask for the longer one.
  for (const [id, path] of [
    ["get_health", "/health"],
    ["get_liveness", "/health/live"],
  ] as const)
    mount(
      {
        id,
        method: "GET",
        path,
        tag: "start",
        summary: "Whether the process lives.",
        ok: { description: "It does.", schema: Health },
        access: "open",
      },
      () => ({ status: "ok" }),
    );
  for (const [id, path] of [
    ["get_readiness", "/ready"],
    ["get_health_readiness", "/health/ready"],
  ] as const)
    mount(
      {
        id,
        method: "GET",
        path,
        tag: "start",
        summary: "What the hub can serve, and what is wrong.",
        ok: { description: "It serves.", schema: Readiness },
        failsAs: [503],
        access: "open",
      },
      readiness,
    );

  async function readiness({ set }: RouteContext): Promise<object> {
    const [fault, limitsFault, [main, test]] = await Promise.all([storeFault(), limits.fault(), wallets()]);
    const refused = registry.refusals();
    const loaded = registry.list().length;
    // Until a first look at each wallet is over nobody knows whether it can be paid, nor what has come to it.
    const isStarting = known === undefined || receivingWallets.some(({ followed }) => followed().isStarting);
    const isReady = loaded > 0 && fault === undefined && !isStarting && !leaving.aborted;
    if (!isReady) set.status = 503;
    return {
      status: isReady ? "ready" : "not_ready",
      stopping: leaving.aborted,
      actors: { loaded, refused, fence: fence?.() ?? null },
      store: { answers: fault === undefined, fault: fault ?? null },
      limits: { counted_in: limitsFault === undefined ? limits.place : "process", fault: limitsFault ?? null },
      news: { fault: newsFault() ?? null },
      revocations: { fault: revocationFault() ?? null },
      catalog: catalogStanding(),
      embeddings: meaningOf(meaning?.()),
      llm: modelStanding(model),
      ledger: ledgerOf(main),
      test_ledger: ledgerOf(test),
      deposits: receivingWallets.flatMap(followedOf),
    };
  }

  function catalogStanding(): object {
    const entries = catalogEntries();
    const source = catalogSource?.();
    return {
      ready: entries !== undefined,
      entries: entries ?? 0,
      version: catalogVersion?.() ?? null,
      source: source === undefined ? null : { ...source, wanted: source.wanted ?? null, fault: source.fault ?? null },
      fault: catalogFault() ?? null,
    };
  }

  /** A ledger that is silent is not waited for: what was known of it is told. */
  async function wallets(): Promise<Wallets> {
    const checked = checkWallets().then((reports) => (known = reports));
    const [main, test = main] = receivingWallets.map(({ ledger: { network } }) => ({
      network,
      fault: SILENT,
      warnings: [],
    }));
    if (main === undefined || test === undefined) return checked;
    const late = Promise.withResolvers<Wallets>();
    const timer = setTimeout(() => late.resolve(known ?? [main, test]), WALLETS_MS);
    return Promise.race([checked, late.promise]).finally(() => clearTimeout(timer));
  }

  function ledgerOf({ network, fault, warnings }: WalletReport): Record<string, unknown> {
    return { network, sandbox: isSandbox, accepts_payments: fault === undefined, fault: fault ?? null, warnings };
  }
}

/** How far the payments to a wallet, and to those before it, have been counted. */
function followedOf({ ledger: { network }, followed, earlier }: ReceivingWallet): readonly Record<string, unknown>[] {
  const present = { address: undefined, followed };
  return [present, ...earlier].map(({ address, followed: stateOf }) => {
    const { ledger: counted, behind, fault, gaps } = stateOf();
    return {
      network,
      ...(address !== undefined && { earlier_wallet: address }),
      counted_up_to_ledger: counted,
      ledgers_behind: behind,
      fault: fault ?? null,
      gaps: gaps.map(({ first, last, reason, since }) => ({
        from_ledger: first,
        to_ledger: last,
        reason,
        since: new Date(since).toISOString(),
      })),
    };
  });
}

/** Without them, or while they fail, the search goes by words alone. */
function meaningOf(standing: MeaningStanding | undefined): object {
  if (standing === undefined) return { configured: false, available: false, fault: null };
  const { model, dims = null, entries, embedded, fault = null } = standing;
  return { configured: true, available: fault === null && dims !== null, model, dims, entries, embedded, fault };
}

function modelStanding(model: LanguageModel): object {
  const fault = model.fault();
  return { configured: model !== NO_MODEL, available: fault === undefined, fault: fault?.message ?? null };
}
