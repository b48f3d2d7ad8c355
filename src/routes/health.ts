/** `/health`: the process lives. `/ready`: what it can serve, and what is wrong. */
import { Health, Readiness } from "../presenters/schemas/health.ts";
import type { ReceivingWallet } from "../payment/rail/receiving-wallet.ts";
import type { MeaningStanding } from "../embeddings/meaning.ts";
import { type LanguageModel, NO_MODEL } from "../runtime/llm.ts";
import type { WalletReport } from "../payment/wallet-check.ts";
import type { Registry } from "../runtime/run/registry.ts";
import type { Mount } from "./mount.ts";

export interface HealthDeps {
  readonly registry: Registry;
  /** What keeps the store from being written to, in a sentence for everybody. */
  readonly storeFault: () => Promise<string | undefined>;
  /** Where limits are counted, and why each process does so by itself though it should not. */
  readonly limits: { readonly place: string; readonly fault: () => Promise<string | undefined> };
  /** How many entries the catalogue serves; `undefined` while it is being built. */
  readonly catalogEntries: () => number | undefined;
  /** What is wrong with the catalogue's file, in a sentence for everybody. */
  readonly catalogFault: () => string | undefined;
  /** Whether entries are found by meaning too; absent where no embeddings are configured. */
  readonly meaning?: (() => MeaningStanding) | undefined;
  /** Without one, the runs that need it are answered 503; everything else serves. */
  readonly model: LanguageModel;
  readonly isSandbox: boolean;
  /** How the wallet stands on the main ledger and on the free tier's. */
  readonly checkWallets: () => Promise<readonly [main: WalletReport, test: WalletReport]>;
  /** Where payments arrive. */
  readonly receivingWallets: readonly ReceivingWallet[];
  /** Set once the process has been told to stop. */
  readonly stopping: AbortSignal;
}

const WALLETS_MS = 800;
const SILENT = "No server of the ledger has answered yet.";

export function healthRoutes(deps: HealthDeps, mount: Mount): void {
  const {
    registry,
    storeFault,
    limits,
    catalogEntries,
    catalogFault,
    meaning,
    model,
    isSandbox,
    checkWallets,
    receivingWallets,
    stopping,
  } = deps;
  mount(
    {
      id: "get_health",
      method: "GET",
      path: "/health",
      tag: "start",
      summary: "Whether the process lives.",
      ok: { description: "It does.", schema: Health },
      access: "open",
    },
    () => ({ status: "ok" }),
  );
  mount(
    {
      id: "get_readiness",
      method: "GET",
      path: "/ready",
      tag: "start",
      summary: "What the hub can serve, and what is wrong.",
      ok: { description: "It serves.", schema: Readiness },
      failsAs: [503],
      access: "open",
    },
    async ({ set }) => {
      const [fault, limitsFault, [main, test]] = await Promise.all([storeFault(), limits.fault(), wallets()]);
      const refused = registry.refusals();
      const loaded = registry.list().length;
      const isStarting = receivingWallets.some(({ followed }) => followed().isStarting);
      const isReady = loaded > 0 && fault === undefined && !isStarting && !stopping.aborted;
      if (!isReady) set.status = 503;
      return {
        status: isReady ? "ready" : "not_ready",
        stopping: stopping.aborted,
        actors: { loaded, refused },
        store: { answers: fault === undefined, fault: fault ?? null },
        limits: { counted_in: limitsFault === undefined ? limits.place : "process", fault: limitsFault ?? null },
        catalog: catalogStanding(),
        embeddings: meaningOf(meaning?.()),
        llm: modelStanding(model),
        ledger: ledgerOf(main),
        test_ledger: ledgerOf(test),
        deposits: receivingWallets.map(followedOf),
      };
    },
  );

  function catalogStanding(): object {
    const entries = catalogEntries();
    return { ready: entries !== undefined, entries: entries ?? 0, fault: catalogFault() ?? null };
  }

  /** A ledger that is silent is not waited for. */
  async function wallets(): Promise<readonly [WalletReport, WalletReport]> {
    const [main, test = main] = receivingWallets.map(({ ledger: { network } }) => ({
      network,
      fault: SILENT,
      warnings: [],
    }));
    const checked = checkWallets();
    if (main === undefined || test === undefined) return checked;
    const late = Promise.withResolvers<readonly [WalletReport, WalletReport]>();
    const timer = setTimeout(() => late.resolve([main, test]), WALLETS_MS);
    return Promise.race([checked, late.promise]).finally(() => clearTimeout(timer));
  }

  function ledgerOf({ network, fault, warnings }: WalletReport): Record<string, unknown> {
    return { network, sandbox: isSandbox, accepts_payments: fault === undefined, fault: fault ?? null, warnings };
  }
}

/** How far the payments to a wallet have been counted. */
function followedOf({ ledger, followed }: ReceivingWallet): Record<string, unknown> {
  const { ledger: counted, behind, fault, gaps } = followed();
  return {
    network: ledger.network,
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
