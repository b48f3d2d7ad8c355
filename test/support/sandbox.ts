/** A sandbox ledger behind its doors on loopback, and clients that say exactly what they are told. */
import { Elysia } from "elysia";
import { listen } from "../../src/app/process/serve.ts";
import type { Faults } from "../../src/sandbox-ledger/chain/faults.ts";
import { answerHttp } from "../../src/sandbox-ledger/rpc/http.ts";
import { View } from "../../src/sandbox-ledger/rpc/view.ts";
import type { Clock } from "../../src/runtime/world.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../src/sandbox-ledger/sandbox.ts";
import { createBodyReader } from "../../src/routes/http/body.ts";
import { createRouteTable } from "../../src/routes/http/mount.ts";
import { sandboxRoutes } from "../../src/routes/sandbox/sandbox.ts";

export interface TestSandbox extends AsyncDisposable {
  readonly sandbox: Sandbox;
  /** `http://127.0.0.1:port/sandbox/ledger`. */
  readonly url: string;
  readonly socketUrl: string;
  /** Posts one request and gives its `result`. */
  ask(method: string, params?: object, path?: string): Promise<Record<string, unknown>>;
}

/** Another server of the same chain, with faults of its own, over HTTP only. */
export function serveMirror(
  { chain }: Sandbox,
  clock: Clock,
  faults: Faults,
): AsyncDisposable & { readonly url: string } {
  const view = new View(chain, faults);
  const server = { chain, view, faults, clock, startedAt: clock.now(), random: () => 0.5 };
  const app = new Elysia()
    .post(
      "/",
      async ({ request }) => {
        const answer = answerHttp(await request.text(), server, false);
        if (answer === undefined) throw new Error("A mirror has no fault of that kind");
        return new Response(answer.text, { status: answer.status, headers: { "content-type": "application/json" } });
      },
      { parse: "none" },
    )
    .listen({ hostname: "127.0.0.1", port: 0 });
  return {
    url: `http://127.0.0.1:${app.server?.port}/`,
    [Symbol.asyncDispose]: async () => void (await app.stop(true)),
  };
}

/** Nobody is limited. */
const FREE = {
  limitSandbox: {
    takeFaucet: async () => undefined,
    takeLedger: async () => undefined,
    takePayment: async () => undefined,
  },
  bodies: createBodyReader({ now: Date.now }, () => "anybody"),
  peers: () => null,
  trustedProxies: new Set<string>(),
};

export function serveSandbox(options: Partial<SandboxOptions> & { readonly faults?: Faults } = {}): TestSandbox {
  const stop = new AbortController();
  const random = () => 0.5;
  const sandbox = createSandbox({ networkId: 0, clock: { now: Date.now }, random, ...options });
  const app = new Elysia();
  const { mount, mountSocket } = createRouteTable(app);
  sandboxRoutes({ ...FREE, sandbox: async () => sandbox, stopping: stop.signal }, mount, mountSocket);
  listen(app, { hostname: "127.0.0.1", port: 0 });
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
