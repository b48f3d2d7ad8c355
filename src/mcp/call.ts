/** One call of a tool: judged, asked of the hub's own interface, and told in at most so many bytes. */
import { asHubError, HubError, invalidFields } from "../runtime/errors.ts";
import { ERRORS } from "../runtime/error-codes.ts";
import { linkedSignal } from "../runtime/linked-signal.ts";
import { inputValidator, type Validation } from "../runtime/schema.ts";
import { problemOf } from "../runtime/run/problem.ts";
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../text/foreign.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import { type AskedConnection, type ConnectLink, toolActions } from "./next-actions.ts";
import type { Arguments, Tool } from "./tool.ts";
import { confirmationOf } from "./requests.ts";
import type { RestAnswer, McpVisit } from "./visit.ts";
import { type CallResult, failed, structured, factsOf, settlementOf, tooSlow, tooLong } from "./call-result.ts";

export interface ToolCallDeps {
  readonly kept: KeptAnswers;
  readonly hubUrl: () => string;
  /** Whether the client is offered a tool of this name. */
  readonly offers: (name: string) => boolean;
  /** How long a call is waited for; left out, as long as clients wait. */
  readonly waitMs?: number;
}

export interface CallRequest {
  readonly args: Arguments;
  readonly visit: McpVisit;
  /** Aborted when the client cancels or hangs up. */
  readonly signal: AbortSignal;
  /** `_meta["x402/payment"]`, as it was sent. */
  readonly payment: unknown;
}

/** Clients give up after a minute. */
const WAIT_MS = 55_000;
/** What is longer is not read as JSON: the whole hub would wait for that. */
const MAX_PARSED = 1024 * 1024;

/** Of an error: what a model has in other words already, or could do nothing with. */
const UNTOLD: ReadonlySet<string> = new Set(["message", "start", "tiers"]);

const judges = new WeakMap<object, (input: unknown) => Validation>();

export async function callTool(tool: Tool, deps: ToolCallDeps, request: CallRequest): Promise<CallResult> {
  const judged = judgeOf(tool)(request.args);
  if (!judged.ok)
    return refused(
      ownProblem(invalidFields("Cannot use the arguments", judged.issues), deps, request),
      tool,
      deps,
      request,
    );
  const args = judged.value;
  const proof = proofOf(request.payment);
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), deps.waitMs ?? WAIT_MS);
  // Heard before the call ends with it, or it would seem to have failed of itself.
  const late = new Promise<"late">((resolve) =>
    waiting.signal.addEventListener("abort", () => resolve("late"), { once: true }),
  );
  const ask = tool.ask(args);
  // Who can ask for the same answer again by its key need not lose the run.
  using linked = ask.idempotencyKey === undefined ? linkedSignal(request.signal, waiting.signal) : undefined;
  const { signal } = linked ?? request;
  try {
    const confirmation = confirmationOf(args);
    if (confirmation !== undefined) {
      const confirmed = await request.visit.ask(confirmation, { signal });
      if (confirmed.status !== 200) return refused(parsed(confirmed), tool, deps, request);
    }
    if (tool.before !== undefined) {
      const first = await request.visit.ask(tool.before.ask(args), { signal });
      if (first.status !== 200) return refused(parsed(first), tool, deps, request);
      const refusal = tool.before.refusal(parsed(first), args);
      if (refusal !== undefined)
        return failed(
          ownProblem(new HubError("invalid_input", refusal.why, { nextActions: [refusal.instead] }), deps, request),
        );
    }
    const answering = request.visit.ask(ask, { signal, proof });
    const answer = await Promise.race([answering, late]);
    if (answer !== "late") return await told(answer, tool, deps, { ...request, args });
    answering.catch(() => undefined); // Nobody waits for it any more.
    return refused(ownProblem(tooSlow(tool, ask.idempotencyKey), deps, request), tool, deps, request);
  } finally {
    clearTimeout(timer);
  }
}

/** The next part of an answer that was cut. */
export async function readOn(
  deps: ToolCallDeps,
  { args, visit }: Pick<CallRequest, "args" | "visit">,
): Promise<CallResult> {
  const { cursor } = args;
  let part: JsonObject | undefined;
  try {
    if (typeof cursor === "string") part = await deps.kept.next(cursor, visit.owner);
  } catch (error) {
    return failed(ownProblem(asHubError(error), deps, { visit }));
  }
  if (part !== undefined) return structured({ ...part, charged_xrp: 0 });
  const error = new HubError(
    "not_found",
    "No answer is kept under this cursor: it was forgotten after ten minutes, or is not yours.",
    {
      nextActions: ["Call the tool again whose answer was cut."],
    },
  );
  return failed(ownProblem(error, deps, { visit }));
}

/** An error that the tool itself tells of, as the hub's interface would. */
function ownProblem(
  error: HubError,
  { hubUrl }: Pick<ToolCallDeps, "hubUrl">,
  { visit }: Pick<CallRequest, "visit">,
): JsonObject {
  return problemOf(error, visit.requestId, hubUrl());
}

async function told(answer: RestAnswer, tool: Tool, deps: ToolCallDeps, request: CallRequest): Promise<CallResult> {
  const { status, headers, text, isCut } = answer;
  const settled = settlementOf(headers);
  const isLong = isCut || text.length > MAX_PARSED;
  if (status >= 400) {
    const body = isLong ? { ...ownProblem(tooLong(), deps, request), status } : parsed(answer);
    return refused(isRunOver(body) ? runProblem(body, status, deps.hubUrl()) : body, tool, deps, request, settled);
  }
  const { owner } = request.visit;
  if (isLong) {
    const part = await deps.kept.firstOfText(text, tool.capBytes, owner);
    return structured({ ...part, ...factsOf(headers) }, settled);
  }
  const body = parsed(answer);
  const shaped = tool.shape?.(body, request.args, deps.hubUrl()) ?? body;
  const { run_id: runId } = objectOf(body.meta);
  const facts = {
    ...(shaped["cache"] !== undefined && { cache: shaped["cache"] }),
    ...factsOf(headers),
    ...(runId !== undefined && { run_id: runId }),
  };
  // Also beside a part that is text: clients hold what they get against the tool's schema, which promises them.
  return structured({ ...(await deps.kept.first({ ...shaped, ...facts }, tool.capBytes, owner)), ...facts }, settled);
}

/** An error as its client can act on it: a 402 is also x402's own answer, so that a payer of the protocol finds its terms. */
function refused(
  body: JsonObject,
  tool: Tool,
  { offers, hubUrl }: ToolCallDeps,
  { args }: Pick<CallRequest, "args">,
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

/** A run that was admitted and failed says so in its envelope. */
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
    title: ERRORS.find((one) => one.code === code)?.title,
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

/** A payment of the protocol is an object here, and base64 of it in the header. */
function proofOf(payment: unknown): string | undefined {
  if (payment === undefined || payment === null) return undefined;
  return typeof payment === "string" ? payment : Buffer.from(JSON.stringify(payment)).toString("base64");
}

function parsed({ text }: RestAnswer): JsonObject {
  return objectOf(JSON.parse(text)); // The hub's own answers are JSON objects.
}

function judgeOf(tool: Tool): (input: unknown) => Validation {
  const known = judges.get(tool.input) ?? inputValidator(tool.input);
  judges.set(tool.input, known);
  return known;
}
