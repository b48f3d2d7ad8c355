/** `/mcp`: the hub's interface as tools (Model Context Protocol), for both eras of it. */
import { Type } from "@sinclair/typebox";
import packageJson from "../../../package.json";
import { createKeptAnswers } from "../../mcp/kept-answers.ts";
import { offerOf } from "../../mcp/offer.ts";
import type { RequestStates } from "../../mcp/request-state.ts";
import type { McpHandler, Session } from "../../mcp/server.ts";
import type { ToolRequest } from "../../mcp/tool.ts";
import { GET_MORE } from "../../mcp/tools.ts";
import { type AskOptions, readAnswer, type RestAnswer } from "../../mcp/visit.ts";
import { HubError } from "../../runtime/errors.ts";
import { linkedSignal } from "../../runtime/async/linked-signal.ts";
import type { KeptParts } from "../../runtime/ports/kept-parts.ts";
import type { Registry } from "../../runtime/actors/registry.ts";
import { objectOf } from "../../text/foreign.ts";
import type { Sweep } from "../../runtime/world.ts";
import type { BodyDeps } from "../http/body.ts";
import { welcome } from "../http/accept.ts";
import { isOneStep } from "../http/body-stream.ts";
import { callerOf, lendCaller } from "../http/caller.ts";
import { countRefusal, type RefusalDeps } from "../http/count-refusal.ts";
import { lendBody } from "../http/lent-body.ts";
import type { Mount } from "../http/mount.ts";
import { readMessage, json, cancelledBy } from "./message.ts";
import { newSession, opensLinks } from "./session.ts";
import { createRunningCalls } from "./running-calls.ts";
import { isForeign, ownerOf } from "./mcp-caller.ts";
import { requestUrl } from "../../runtime/http/request-url.ts";
import { sentKey } from "../http/sent-key.ts";

export interface McpRoutesDeps extends BodyDeps, RefusalDeps {
  readonly registry: Registry;
  readonly hubUrl: () => string;
  /** Of answers that are told part by part. */
  readonly keptParts: KeptParts;
  readonly requestStates: RequestStates;
  /** Told of the long bodies that calls of tools held. */
  readonly sweep: Sweep;
  /** The hub's own door, for the requests that tools make. */
  readonly answer: (request: Request) => Response | Promise<Response>;
}
const SESSION = "mcp-session-id";
/** The older era answers with the second, the newer one with either. */
const ANSWER_TYPES = ["application/json", "text/event-stream"];

const Query = Type.Object({
  tools: Type.Optional(
    Type.String({ description: "Slugs of actors to be tools of their own, in place of the others." }),
  ),
  readonly: Type.Optional(Type.String({ description: "1 offers only tools that read." })),
});

const Message = Type.Object({
  jsonrpc: Type.Literal("2.0"),
  method: Type.String(),
  id: Type.Optional(Type.Unknown()),
  params: Type.Optional(Type.Unknown()),
});

const Refusal = Type.Object({
  jsonrpc: Type.Literal("2.0"),
  id: Type.Null(),
  error: Type.Object({ code: Type.Integer(), message: Type.String() }),
});

/** @throws {HubError} where that is not clear: what may write would be offered to whoever has meant otherwise. */
function isReadOnly(wish: string | null): boolean {
  if (wish === "1" || wish === "true") return true;
  if (wish === null || wish === "0" || wish === "false") return false;
  throw new HubError("invalid_input", "?readonly= is 1 or 0.");
}

export function mcpRoutes(deps: McpRoutesDeps, mount: Mount): void {
  const { registry, hubUrl } = deps;
  const kept = createKeptAnswers(deps.keptParts, GET_MORE.capBytes);
  const sessions = new WeakMap<Request, Session>();
  const running = createRunningCalls();
  let handler: Promise<McpHandler> | undefined;
  const opened = (): Promise<McpHandler> =>
    (handler ??= import("../../mcp/server.ts").then(({ openMcp }) =>
      openMcp({
        version: packageJson.version,
        kept,
        hubUrl,
        states: deps.requestStates,
        sessionOf: (request) => {
          const session = request && sessions.get(request);
          if (session === undefined) throw new Error("A request to /mcp came without its session");
          return session;
        },
      }),
    ));

  mount(
    {
      id: "mcp",
      method: "POST",
      path: "/mcp",
      tag: "start",
      summary: "This hub as tools, by the Model Context Protocol (2025-11-25 and 2026-07-28).",
      query: Query,
      body: Message,
      ok: {
        description: "The message's answer, as JSON or as an event stream.",
        alsoTypes: ["text/event-stream"],
        alsoStatuses: {
          202: "A notification was taken.",
          403: { description: "A page of another origin asks.", schema: Refusal },
          406: { description: "The Accept header does not take both JSON and event streams.", schema: Refusal },
        },
      },
      statuses: [404],
      failsAs: [400, 404, 413, 415],
      access: "open",
      example: {
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "curl", version: "1" } },
        },
      },
    },
    async ({ request, set }) => {
      if (isForeign(request, hubUrl()))
        return json(403, {
          jsonrpc: "2.0",
          id: null,
          error: { code: -32_600, message: "A page of another origin must not ask." },
        });
      const asked = requestUrl(request);
      const { searchParams } = asked;
      const wanted = {
        tools: searchParams.get("tools") ?? undefined,
        isReadOnly: isReadOnly(searchParams.get("readonly")),
      };
      const offer = offerOf(
        registry.list().map(({ actor }) => actor),
        wanted,
      );
      const body = await readMessage(deps.bodies, request);
      if (body instanceof Response) {
        const told = await countRefusal(deps, body, request);
        if (told instanceof HubError) throw told;
        return told;
      }
      const name = request.headers.get(SESSION);
      const cancelledId = cancelledBy(body);
      if (name !== null && cancelledId !== undefined) running.cancel(name, cancelledId);
      const requestId = String(set.headers["x-request-id"]);
      const key = sentKey(request.headers);
      const caller = { ...callerOf(request, deps), key };
      // The stock server never stops listening to the signal of what it is given.
      const leaving = linkedSignal(request.signal);
      const headers = new Headers(request.headers);
      // The stock server knows these types only as they are written here.
      headers.set("accept", welcome(request, ANSWER_TYPES).join(", "));
      const given = new Request(asked, { method: "POST", headers, signal: leaving.signal });
      sessions.set(given, {
        offer,
        opensLinks: opensLinks(name),
        begin: (id) => running.begin(name, id),
        end: () => leaving[Symbol.dispose](),
        visit: {
          owner: ownerOf(key, caller.address),
          requestId,
          ask: (ask, options) =>
            send(ask, options, {
              key,
              requestId,
              lend: (own) => lendCaller(own, { ...caller, hungUp: () => options.signal }),
            }),
        },
      });
      const response = await (await opened()).fetch(given, body);
      response.headers.set("x-request-id", requestId);
      if (objectOf(body).method === "initialize" && response.ok && !response.headers.has(SESSION))
        response.headers.set(SESSION, newSession(body));
      return response;
    },
  );

  interface Sender {
    readonly key: string | undefined;
    readonly requestId: string;
    readonly lend: (request: Request) => void;
  }

  /** Through the door by which everybody comes, as the caller of the tool. */
  async function send(
    { method, target, body, idempotencyKey }: ToolRequest,
    { signal, proof }: AskOptions,
    sender: Sender,
  ): Promise<RestAnswer> {
    const headers: Record<string, string> = { "content-type": "application/json", "x-request-id": sender.requestId };
    if (sender.key !== undefined) headers["x-api-key"] = sender.key;
    if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
    if (proof !== undefined) headers["payment-signature"] = proof;
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body));
    if (bytes !== undefined) headers["content-length"] = String(bytes.length); // A body of known length is read at once.
    const length = bytes?.length ?? 0; // Lent bytes are given back before the end.
    const isShort = isOneStep(length);
    const request = new Request(hubUrl() + target, {
      method,
      headers,
      signal,
      ...(isShort && { body: bytes ?? null }),
    });
    if (bytes !== undefined && !isShort) lendBody(request, bytes);
    sender.lend(request);
    try {
      return await readAnswer(await deps.answer(request));
    } finally {
      if (!isShort) deps.sweep(length);
    }
  }
}
