/** A sandbox ledger behind its doors on loopback, and clients that say exactly what they are told. */
import { Elysia } from "elysia";
import type { Faults } from "../../src/sandbox-ledger/faults.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox-ledger/sandbox.ts";
import { sandboxRoutes } from "../../src/routes/sandbox.ts";

export interface TestSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** `http://127.0.0.1:port/sandbox/ledger`. */
  readonly url: string;
  readonly socketUrl: string;
  /** Posts one request and gives its `result`. */
  ask(method: string, params?: object, path?: string): Promise<Record<string, unknown>>;
}

export function serveSandbox(options: Partial<SandboxOptions> & { readonly faults?: Faults } = {}): TestSandbox {
  const stop = new AbortController();
  const random = () => 0.5;
  const sandbox = createSandbox({ networkId: 0, clock: { now: Date.now }, random, ...options });
  const app = new Elysia()
    .use(sandboxRoutes({ sandbox: async () => sandbox, stopping: stop.signal }))
    .listen({ hostname: "127.0.0.1", port: 0 });
  const at = `127.0.0.1:${app.server?.port}/sandbox/ledger`;
  return {
    sandbox,
    url: `http://${at}`,
    socketUrl: `ws://${at}`,
    async ask(method, params = {}, path = "") {
      const response = await fetch(`http://${at}${path}`, {
        method: "POST",
        body: JSON.stringify({ method, params: [params] }),
      });
      const { result } = (await response.json()) as { result: Record<string, unknown> };
      return result;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await app.stop(true);
    },
  };
}
