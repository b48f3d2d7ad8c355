/** `/health`: the process lives. `/ready`: what it can serve, and what is wrong. */
import { Elysia } from "elysia";
import type { WalletReport } from "../payment/wallet-check.ts";
import type { Registry } from "../runtime/registry.ts";

export interface HealthDeps {
  readonly registry: Registry;
  readonly isStoreUp: () => Promise<boolean>;
  /** How many entries the catalogue serves; `undefined` while it is being built. */
  readonly catalogEntries: () => number | undefined;
  readonly isSandbox: boolean;
  /** How the wallet stands on the main ledger and on the free tier's. */
  readonly checkWallets: () => Promise<readonly [main: WalletReport, test: WalletReport]>;
  /** Set once the process has been told to stop. */
  readonly stopping: AbortSignal;
}

export function healthRoutes({ registry, isStoreUp, catalogEntries, isSandbox, checkWallets, stopping }: HealthDeps) {
  return new Elysia()
    .get("/health", () => ({ status: "ok" }))
    .get("/ready", async ({ set }) => {
      const [main, test] = await checkWallets();
      const refused = registry.refusals();
      const loaded = registry.list().length;
      const answers = await isStoreUp();
      const isReady = loaded > 0 && answers && !stopping.aborted;
      if (!isReady) set.status = 503;
      return {
        status: isReady ? "ready" : "not_ready",
        stopping: stopping.aborted,
        actors: { loaded, refused },
        store: { answers },
        catalog: { ready: catalogEntries() !== undefined, entries: catalogEntries() ?? 0 },
        ledger: ledgerOf(main),
        test_ledger: ledgerOf(test),
      };
    });

  function ledgerOf({ network, fault, warnings }: WalletReport): Record<string, unknown> {
    return { network, sandbox: isSandbox, accepts_payments: fault === undefined, fault: fault ?? null, warnings };
  }
}
