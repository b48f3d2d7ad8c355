/** The sandbox ledger's doors: its API over HTTP and WebSocket, and its faucet. Served only while no wallet is configured. */
import { Type } from "@sinclair/typebox";
import type { SandboxLimit } from "../../accounts/limits/address-limits.ts";
import { closingsIn } from "../../sandbox-ledger/rpc/closings.ts";
import { RpcError } from "../../sandbox-ledger/rpc/errors.ts";
import type { Port, Sandbox } from "../../sandbox-ledger/sandbox.ts";
import type { SocketSession } from "../../sandbox-ledger/rpc/socket.ts";
import { FaucetPayment, LedgerAnswer, LedgerRefusal } from "../../presenters/schemas/payment.ts";
import { UNKNOWN_CLIENT } from "../../runtime/http/client-address.ts";
import { HubError, invalidInput } from "../../runtime/errors.ts";
import { parseJson } from "../../runtime/json.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { linkedSignal } from "../../runtime/async/linked-signal.ts";
import { objectOf } from "../../text/foreign.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES, expectValid } from "../http/body.ts";
import { type CallerDeps, callerOf } from "../http/caller.ts";
import type { Mount, MountSocket } from "../http/mount.ts";

export interface SandboxRoutesDeps extends CallerDeps, BodyDeps {
  /** It is heavy, so it comes when it is first asked for. */
  readonly sandbox: () => Promise<Sandbox>;
  readonly limitSandbox: SandboxLimit;
  readonly stopping: AbortSignal;
}

const FaucetInput = Type.Object({
  destination: Type.Optional(Type.String()),
  xrpAmount: Type.Optional(Type.Union([Type.Integer(), Type.String({ pattern: "^[0-9]{1,4}$" })])),
});
const PATHS: readonly (readonly [path: string, port: Port, prefix: string])[] = [
  ["/sandbox/ledger", "public", "ledger"],
  ["/sandbox/ledger/admin", "admin", "ledger_admin"],
];
/** As rippled has it. */
const Command = Type.Object({
  method: Type.String(),
  params: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
});
/** About a ledger. */
const FULL_RETRY_MS = 4000;
const CONTENT_TYPE = "application/json; charset=UTF-8";

/** What the ledger's API says of whoever asks too much, over a socket. */
const SLOW_DOWN = { ...new RpcError("slowDown").fields, status: "error", type: "response" };

export function sandboxRoutes(deps: SandboxRoutesDeps, mount: Mount, mountSocket: MountSocket): void {
  const { sandbox, limitSandbox, stopping } = deps;
  const validateFaucet = inputValidator(FaucetInput);
  mount(
    {
      id: "take_play_money",
      method: "POST",
      path: "/sandbox/faucet",
      tag: "sandbox",
      summary: "Play money, for a new wallet or the one named.",
      body: FaucetInput,
      ok: { description: "The payment, and the seed of a new wallet.", schema: FaucetPayment },
      access: "sandbox",
      example: { body: {} },
    },
    async ({ request }) => {
      await limitSandbox.takeFaucet(callerOf(request, deps).address());
      const { value } = expectValid(validateFaucet, await deps.bodies.json(request, DEFAULT_BODY_BYTES));
      const { destination, xrpAmount } = value;
      const ledger = await sandbox();
      const answer = ledger.faucet({
        destination,
        xrpAmount: xrpAmount === undefined ? undefined : Number(xrpAmount),
      });
      if (!("error" in answer)) return answer;
      const { error, field, isBusy } = answer;
      throw isBusy === true ? fullLedgers(error) : invalidInput(field === undefined ? "" : `/${field}`, error);
    },
  );
  const addresses = new WeakMap<Request, string>();
  for (const [path, port, prefix] of PATHS) {
    const sessions = new WeakMap<object, Promise<SocketSession>>();
    const common = { path, tag: "sandbox", access: "sandbox" } as const;
    const ok = {
      description: "What the ledger's API answers, as rippled does: its errors too.",
      schema: LedgerAnswer,
      failure: LedgerRefusal,
    };
    mountSocket(
      { ...common, id: `${prefix}_socket`, method: "WS", summary: "The play-money ledger's API, over a socket.", ok },
      {
        // Once it is a socket, the request no longer tells its address.
        beforeHandle({ request }) {
          addresses.set(request, callerOf(request, deps).address());
        },
        open(socket) {
          const { raw } = socket;
          const wire = { send: (text: string) => void raw.send(text), close: () => raw.close() };
          sessions.set(
            raw,
            sandbox().then((ledger) => ledger.session(wire, port)),
          );
        },
        async message({ raw, data }, message) {
          const text = textOf(message);
          if (await mayClose(text, addresses.get(data.request) ?? UNKNOWN_CLIENT))
            (await sessions.get(raw))?.receive(text);
          else raw.send(JSON.stringify({ id: objectOf(parseJson(text))["id"], ...SLOW_DOWN }));
        },
        async close({ raw }) {
          (await sessions.get(raw))?.[Symbol.dispose]();
        },
      },
    );
    mount(
      {
        ...common,
        id: `${prefix}_state`,
        method: "GET",
        summary: "The play-money ledger's API; a GET asks nothing.",
        ok: {
          status: 400,
          description: "That the request cannot be parsed, as rippled says it.",
          schema: LedgerRefusal,
        },
        failsAs: [400],
      },
      ({ request }) => answer(request, port),
    );
    mount(
      {
        ...common,
        id: `${prefix}_command`,
        method: "POST",
        summary: "The play-money ledger's API, over HTTP.",
        body: Command,
        ok,
        statuses: [403],
        failsAs: [400, 403],
        example: { body: { method: "server_info", params: [{}] } },
      },
      ({ request }) => answer(request, port),
    );
  }

  /** @throws {HubError} `rate_limited`. */
  async function countClosings(text: string, address: string): Promise<void> {
    for (let left = closingsIn(text); left > 0; left--) await limitSandbox.takeLedger(address);
  }

  async function mayClose(text: string, address: string): Promise<boolean> {
    try {
      await countClosings(text, address);
      return true;
    } catch (error) {
      if (error instanceof HubError) return false;
      throw error;
    }
  }

  async function answer(request: Request, port: Port): Promise<Response> {
    const text = await deps.bodies.text(request, DEFAULT_BODY_BYTES);
    await countClosings(text, callerOf(request, deps).address());
    const reply = (await sandbox()).http(text, port);
    if (reply === undefined) {
      using gone = linkedSignal(request.signal, stopping);
      return await silence(gone.signal);
    }
    return new Response(reply.text, { status: reply.status, headers: { "content-type": CONTENT_TYPE } });
  }
}

/** Messages come as bytes. */
function textOf(message: unknown): string {
  return Buffer.isBuffer(message) ? message.toString() : "";
}

/** Others get their transactions into the ledgers to come. */
function fullLedgers(error: string): HubError {
  return new HubError("overloaded", error, { retryAfterMs: FULL_RETRY_MS });
}

/** What a dead server says, until the client gives up. */
function silence(gone: AbortSignal): Promise<Response> {
  return new Promise((_resolve, reject) => gone.addEventListener("abort", () => reject(gone.reason), { once: true }));
}
