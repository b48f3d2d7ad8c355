/** `/health`: the process lives. `/ready`: what it can serve, and what is wrong. */
import { Elysia } from "elysia";
import type { Registry } from "../runtime/registry.ts";

export interface HealthDeps {
  readonly registry: Registry;
  readonly isStoreUp: () => Promise<boolean>;
  readonly ledger: string;
  readonly isSandbox: boolean;
  /** Set once the process has been told to stop. */
  readonly stopping: AbortSignal;
}

export function healthRoutes({ registry, isStoreUp, ledger, isSandbox, stopping }: HealthDeps) {
  return new Elysia()
    .get("/health", () => ({ status: "ok" }))
    .get("/ready", async ({ set }) => {
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
        ledger: { network: ledger, sandbox: isSandbox, accepts_payments: false },
      };
    });
}
