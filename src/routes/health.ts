/** `/health`: the process lives. `/ready`: what it can serve, and what is wrong. */
import { Elysia } from "elysia";
import type { Till } from "../payment/till.ts";
import { type LanguageModel, NO_MODEL } from "../runtime/llm.ts";
import type { Registry } from "../runtime/registry.ts";

export interface HealthDeps {
  readonly registry: Registry;
  readonly isStoreUp: () => Promise<boolean>;
  /** How many entries the catalogue serves; `undefined` while it is being built. */
  readonly catalogEntries: () => number | undefined;
  /** Without one, the runs that need it are answered 503; everything else serves. */
  readonly model: LanguageModel;
  readonly ledger: string;
  readonly isSandbox: boolean;
  /** What keeps payments from being taken, in a sentence. */
  readonly checkWallet: () => Promise<string | undefined>;
  /** Where payments arrive. */
  readonly tills: readonly Till[];
  /** Set once the process has been told to stop. */
  readonly stopping: AbortSignal;
}

/** How far the payments to a wallet have been counted. */
function followed({ ledger, followed }: Till): Record<string, unknown> {
  const { ledger: counted, behind, fault } = followed();
  return {
    network: ledger.network,
    counted_up_to_ledger: counted ?? null,
    ledgers_behind: behind,
    fault: fault ?? null,
  };
}

export function healthRoutes({
  registry,
  isStoreUp,
  catalogEntries,
  model,
  ledger,
  isSandbox,
  checkWallet,
  tills,
  stopping,
}: HealthDeps) {
  return new Elysia()
    .get("/health", () => ({ status: "ok" }))
    .get("/ready", async ({ set }) => {
      const fault = await checkWallet();
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
        llm: {
          configured: model !== NO_MODEL,
          available: model.fault() === undefined,
          fault: model.fault()?.message ?? null,
        },
        ledger: { network: ledger, sandbox: isSandbox, accepts_payments: fault === undefined, fault: fault ?? null },
        deposits: tills.map(followed),
      };
    });
}
