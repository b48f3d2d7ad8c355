/** The sandbox ledger's doors: its API over HTTP and WebSocket, and its faucet. Served only while no wallet is configured. */
import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Port, Sandbox } from "../sandbox-ledger/sandbox.ts";
import type { Session } from "../sandbox-ledger/rpc/socket.ts";
import { invalidInput } from "../runtime/errors.ts";
import { inputValidator } from "../runtime/schema.ts";
import { DEFAULT_BODY_BYTES, readJsonBody, readTextBody, validated } from "./body.ts";

export interface SandboxRoutesDeps {
  /** It is heavy, so it comes when it is first asked for. */
  readonly sandbox: () => Promise<Sandbox>;
  readonly stopping: AbortSignal;
}

const FaucetInput = Type.Object({
  destination: Type.Optional(Type.String()),
  xrpAmount: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: "^[0-9]{1,4}$" })])),
});
const PATHS: readonly (readonly [path: string, port: Port])[] = [
  ["/sandbox/ledger", "public"],
  ["/sandbox/ledger/admin", "admin"],
];
const CONTENT_TYPE = "application/json; charset=UTF-8";

export function sandboxRoutes({ sandbox, stopping }: SandboxRoutesDeps) {
  const validateFaucet = inputValidator(FaucetInput);
  const app = new Elysia().post(
    "/sandbox/faucet",
    async ({ request }) => {
      const { value } = validated(validateFaucet, await readJsonBody(request, DEFAULT_BODY_BYTES));
      const { destination, xrpAmount } = value as Static<typeof FaucetInput>; // It has just been checked.
      const ledger = await sandbox();
      const answer = ledger.faucet({
        destination,
        xrpAmount: xrpAmount === undefined ? undefined : Number(xrpAmount),
      });
      if ("error" in answer) throw invalidInput("", answer.error);
      return answer;
    },
    { parse: "none" },
  );
  for (const [path, port] of PATHS) {
    const sessions = new WeakMap<object, Promise<Session>>();
    app
      .ws(path, {
        open(socket) {
          const { raw } = socket;
          const wire = { send: (text: string) => void raw.send(text), close: () => raw.close() };
          sessions.set(
            raw,
            sandbox().then((ledger) => ledger.session(wire, port)),
          );
        },
        async message({ raw }, message) {
          // The framework has parsed what looked like JSON.
          const text = typeof message === "string" ? message : JSON.stringify(message);
          (await sessions.get(raw))?.receive(text);
        },
        async close({ raw }) {
          (await sessions.get(raw))?.[Symbol.dispose]();
        },
      })
      .get(path, ({ request }) => answer(request, port))
      .post(path, ({ request }) => answer(request, port), { parse: "none" });
  }
  return app;

  async function answer(request: Request, port: Port): Promise<Response> {
    const text = await readTextBody(request, DEFAULT_BODY_BYTES);
    const reply = (await sandbox()).http(text, port);
    if (reply === undefined) return await silence(AbortSignal.any([request.signal, stopping]));
    return new Response(reply.text, { status: reply.status, headers: { "content-type": CONTENT_TYPE } });
  }
}

/** What a dead server says, until the client gives up. */
function silence(gone: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => gone.addEventListener("abort", () => reject(gone.reason), { once: true }));
}
