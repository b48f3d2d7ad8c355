/** What a call that failed is told as: the problem of the hub's interface, in the words of tools. */
import { factsOf } from "../runtime/error-codes.ts";
import type { HubError } from "../runtime/errors.ts";
import { problemOf } from "../runtime/run/problem.ts";
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../text/foreign.ts";
import { type CallResult, failed, structured } from "./call-result.ts";
import { type AskedConnection, type ConnectLink, toolActions } from "./next-actions.ts";
import type { Arguments, Tool } from "./tool.ts";
import type { McpVisit } from "./visit.ts";

export interface ToolRefusalDeps {
  readonly hubUrl: () => string;
  /** Whether the client is offered a tool of this name. */
  readonly offers: (name: string) => boolean;
}

/** Of an error: what a model has in other words already, or could do nothing with. */
const UNTOLD: ReadonlySet<string> = new Set(["message", "start", "tiers"]);

/** An error that the tool itself tells of, as the hub's interface would. */
export function ownProblem(
  error: HubError,
  { hubUrl }: Pick<ToolRefusalDeps, "hubUrl">,
  { visit }: { readonly visit: McpVisit },
): JsonObject {
  return problemOf(error, visit.requestId, hubUrl());
}

/** An error as its client can act on it: a 402 is also x402's own answer, so that a payer of the protocol finds its terms. */
export function refused(
  body: JsonObject,
  tool: Tool,
  { offers, hubUrl }: ToolRefusalDeps,
  { args }: { readonly args: Arguments },
  settled?: object,
): CallResult {
  const { code, next_actions: actions, retry_after_ms: retryAfterMs } = body;
  const next_actions = toolActions(
    {
      code: textOf(code),
      nextActions: listOf(actions).map(textOf),
      retryAfterMs: typeof retryAfterMs === "number" ? retryAfterMs : undefined,
      hasTerms: listOf(body.accepts).length > 0,
      connect: connectOf(body),
    },
    tool.name,
    args,
    offers,
    hubUrl(),
  );
  const problem = Object.fromEntries(Object.entries(body).filter(([name]) => !UNTOLD.has(name)));
  if (body.x402Version === undefined) return failed({ ...problem, next_actions }, settled);
  const { x402Version, error, resource, accepts, extensions, detail, request_id } = body;
  const terms = { x402Version, error, resource, accepts, extensions, code, detail, request_id, next_actions };
  return { ...structured(terms, settled), isError: true };
}

/** A run that was admitted and failed says so in its envelope: as a problem it reads like any other. */
export function problemIn(body: JsonObject, status: number, hubUrl: string): JsonObject {
  return isRunOver(body) ? runProblem(body, status, hubUrl) : body;
}

function isRunOver(body: JsonObject): body is { error: JsonObject; meta?: unknown } {
  return isObject(body.error) && body.code === undefined;
}

function runProblem(
  { error, meta }: { error: JsonObject; meta?: unknown },
  status: number,
  hubUrl: string,
): JsonObject {
  const code = textOf(error["code"]);
  const { request_id } = objectOf(meta);
  return {
    type: `${hubUrl}/errors/${code}`,
    title: factsOf(code)?.title,
    status,
    detail: error["message"],
    instance: `urn:uuid:${textOf(request_id)}`,
    request_id,
    ...error,
  };
}

/** The connection that a call lacks, and where a human gives its credential. */
function connectOf({ connect }: JsonObject): AskedConnection | undefined {
  const { connection_id: id, connect_url: url } = objectOf(connect);
  return typeof id === "string" ? { id, ...(typeof url === "string" && { url }) } : undefined;
}

/** The same of a result, where a link has to be opened. */
export function connectionAsked({ isError, structuredContent, content: [first] }: CallResult): ConnectLink | undefined {
  if (isError !== true || structuredContent !== undefined) return undefined;
  const { id, url } = connectOf(objectOf(JSON.parse(first?.text ?? "{}"))) ?? {}; // Written by `failed`.
  return id === undefined || url === undefined ? undefined : { id, url };
}
