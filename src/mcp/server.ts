/** The protocol's side of `/mcp`: both its eras, by the stock server. Loaded at the first request: it is large. */
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  inputRequired,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/server";
import { linkedSignal } from "../runtime/async/linked-signal.ts";
import { objectOf } from "../text/foreign.ts";
import { callTool, type ToolCallDeps, readOn } from "./call.ts";
import { illFormed } from "./ill-formed.ts";
import type { ConnectLink } from "./next-actions.ts";
import type { ToolOffer } from "./offer.ts";
import { connectionAsked } from "./refusal.ts";
import type { AskedCall, RequestStates } from "./request-state.ts";
import { GET_MORE } from "./tools.ts";
import type { McpVisit } from "./visit.ts";
import type { CallResult } from "./call-result.ts";

/** What one request to `/mcp` is answered with. */
export interface Session {
  readonly offer: ToolOffer;
  readonly visit: McpVisit;
  /** Whether the client has said, when it began, that it opens links for its human: the older era says so then. */
  readonly opensLinks: boolean;
  /** Of a call while it lasts; its signal is aborted by a cancellation that comes as a request of its own. */
  readonly begin: (id: string | number) => Disposable & { readonly signal: AbortSignal };
  /** Nothing of it is under way any more. */
  readonly end: () => void;
}

export interface McpOptions extends Omit<ToolCallDeps, "offers"> {
  readonly version: string;
  readonly states: RequestStates;
  /** What was given along with this request. */
  readonly sessionOf: (request: Request | undefined) => Session;
}

export interface McpHandler {
  fetch(request: Request, body: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** Lists change when the hub is installed anew, or an actor is; nobody's are private. */
const CACHED = { ttlMs: 300_000, cacheScope: "public" } as const;
const TICK_MS = 5_000;
/** Streams that tell of changed lists: nobody is told anything, and each holds a connection. */
const MAX_SUBSCRIPTIONS = 100;

/** By this name the client is asked to open the link. */
const CONNECT = "connect";
const GIVE =
  "This API needs a credential of yours: give it to the hub on its own page, which then shows a code for the next call.";

const INSTRUCTIONS =
  "Find an API with search_apis, see how it is called with get_api_spec, then call it with read_api or call_api. list_actors and run_actor are ready-made tools of this hub. An answer with next_cursor goes on with get_more. Search and calls need a key in X-API-Key (a free one: POST /api/v1/agent/register/) or a payment by x402.";

/** Short: in the newer era it comes with every answer. */
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="16" cx="16" cy="16"/></svg>';
const ICON = `data:image/svg+xml;base64,${Buffer.from(SVG).toString("base64")}`;

export function openMcp(options: McpOptions): McpHandler {
  const { version, sessionOf } = options;
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const session = sessionOf(requestInfo);
      const server = new Server(
        { name: "agent-api-hub", title: "Agent API Hub", version, icons: [{ src: ICON, mimeType: "image/svg+xml" }] },
        {
          capabilities: { tools: {} },
          instructions: INSTRUCTIONS,
          cacheHints: { "tools/list": CACHED, "server/discover": CACHED },
        },
      );
      server.onclose = session.end;
      server.setRequestHandler("tools/list", ({ params }) => {
        // Of no list of ours: whoever asks on behind it would begin anew, and perhaps for ever.
        if (params?.cursor)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The list has one page: leave out cursor.");
        return { tools: [...session.offer.listed] as never }; // Written by `listedOf`.
      });
      server.setRequestHandler(
        "tools/call",
        async ({ params }, context) => answer(session, options, params, context) as never,
      );
      return server;
    },
    { keepAliveMs: 15_000, maxSubscriptions: MAX_SUBSCRIPTIONS },
  );
  return {
    async fetch(request, body) {
      const refusal = illFormed(body);
      if (refusal === undefined) return handler.fetch(request, { parsedBody: body });
      sessionOf(request).end();
      return Response.json(refusal);
    },
    close: () => handler.close(),
  };
}

async function answer(
  { offer, visit, opensLinks, begin }: Session,
  options: McpOptions,
  {
    name,
    arguments: args = {},
  }: { readonly name: string; readonly arguments?: Readonly<Record<string, unknown>> | undefined },
  { mcpReq }: ServerContext,
): Promise<CallResult | InputRequiredResult> {
  const { kept, hubUrl, states } = options;
  const deps = { kept, hubUrl, offers: (other: string) => offer.tools.has(other) };
  if (name === GET_MORE.name) return readOn(deps, { args, visit });
  const tool = offer.tools.get(name);
  if (tool === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "No tool has this name; tools/list names them.");
  const meta: Readonly<Record<string, unknown>> = mcpReq._meta ?? {};
  const answered = mcpReq.inputResponses;
  const asked: AskedCall = { owner: visit.owner, tool: name, args };
  const confirm = answered && confirmOf(answered, idIn(mcpReq.requestState(), states, asked));
  const given = confirm === undefined ? args : { ...args, confirm };
  using call = begin(mcpReq.id);
  using linked = linkedSignal(mcpReq.signal, call.signal);
  const { signal } = linked;
  const ticking = tellProgress(mcpReq, meta["progressToken"]);
  try {
    const result = await callTool(tool, deps, { args: given, visit, signal, payment: meta["x402/payment"] });
    const connect = connectionAsked(result);
    if (connect === undefined) return result;
    const human = humanOf(mcpReq.envelope);
    if (opensLinks && !human.opensLinks) throw linkRequired(connect);
    if (!human.opensLinks || (answered !== undefined && !willOpen(human, answered))) return result;
    return askHuman(connect, human, states.seal(connect.id, asked));
  } finally {
    ticking();
  }
}

/** What the client can ask of its human. The older era does not say so with a request. */
interface Human {
  readonly opensLinks: boolean;
  readonly fillsForms: boolean;
}

function humanOf(envelope: unknown): Human {
  const { elicitation } = objectOf(objectOf(envelope)[CLIENT_CAPABILITIES_META_KEY]);
  const { url, form } = objectOf(elicitation);
  return { opensLinks: url !== undefined, fillsForms: form !== undefined };
}

/**
 * Whoever was asked for the code, too, and still lacks the credential is told in words. Without a form, accepting says
 * only that the link will be opened, so that the same is asked again until it is done.
 */
function willOpen({ fillsForms }: Human, answered: Record<string, unknown>): boolean {
  return !fillsForms && objectOf(answered[CONNECT])["action"] === "accept";
}

/** Has the client open the link and, where it can, ask for the code, and then call again. */
function askHuman({ url }: ConnectLink, { fillsForms }: Human, requestState: string): InputRequiredResult {
  const connect = inputRequired.elicitUrl({ url, message: GIVE });
  const code = inputRequired.elicit({
    message: "Which code did the page show?",
    requestedSchema: { type: "object", properties: { code: { type: "string", title: "Code" } }, required: ["code"] },
  });
  return inputRequired({ inputRequests: { [CONNECT]: connect, ...(fillsForms && { code }) }, requestState });
}

/** The same for the older era (2025-11-25), which knows it as an error. */
function linkRequired({ id, url }: ConnectLink): UrlElicitationRequiredError {
  const asked = { mode: "url", url, elicitationId: id, message: GIVE } as const;
  return new UrlElicitationRequiredError([asked], GIVE);
}

function idIn(state: unknown, states: RequestStates, asked: AskedCall): string | undefined {
  return typeof state === "string" ? states.open(state, asked) : undefined;
}

/** The code that a human has told, for the connection that was asked for. */
function confirmOf(answered: Record<string, unknown>, id: string | undefined): object | undefined {
  const { code } = acceptedContent<{ code?: unknown }>(answered, "code") ?? {};
  return typeof code === "string" && id !== undefined ? { connection_id: id, code } : undefined;
}

/** Tells at once, and then every few seconds, that the call goes on. Returns what ends that. */
function tellProgress({ notify }: ServerContext["mcpReq"], progressToken: unknown): () => void {
  if (typeof progressToken !== "string" && typeof progressToken !== "number") return () => undefined;
  let progress = 0;
  const tell = (): void => {
    const params = { progressToken, progress: progress++, message: progress === 1 ? "Under way." : "Still under way." };
    notify({ method: "notifications/progress", params }).catch(() => undefined); // Whoever has left needs no telling.
  };
  tell();
  const timer = setInterval(tell, TICK_MS);
  return () => clearInterval(timer);
}
