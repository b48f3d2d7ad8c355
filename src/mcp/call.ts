/** One call of a tool: judged, asked of the hub's own interface, and told in at most so many bytes. */
import { asHubError, HubError, invalidFields } from "../runtime/errors.ts";
import { linkedSignal } from "../runtime/async/linked-signal.ts";
import { inputValidator, type Validation } from "../runtime/schema.ts";
import { type JsonObject, objectOf } from "../text/foreign.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import { warningsOf } from "./shapes.ts";
import type { Arguments, Tool } from "./tool.ts";
import { ownProblem, problemIn, refused, type ToolRefusalDeps } from "./refusal.ts";
import { confirmationOf } from "./requests.ts";
import type { RestAnswer, McpVisit } from "./visit.ts";
import { type CallResult, failed, structured, factsOf, settlementOf, tooSlow, tooLong } from "./call-result.ts";

export interface ToolCallDeps extends ToolRefusalDeps {
  readonly kept: KeptAnswers;
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
    const confirmation = tool.takesConfirm === true ? confirmationOf(args) : undefined;
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
    if (answer !== "late") return await told(answer, tool, deps, { ...request, args }, judged.warnings);
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

/** @param ignored what of the arguments was left out */
async function told(
  answer: RestAnswer,
  tool: Tool,
  deps: ToolCallDeps,
  request: CallRequest,
  ignored: readonly string[],
): Promise<CallResult> {
  const { status, headers, text, isCut } = answer;
  const settled = settlementOf(headers);
  const isLong = isCut || text.length > MAX_PARSED;
  if (status >= 400) {
    const body = isLong ? { ...ownProblem(tooLong(), deps, request), status } : parsed(answer);
    return refused(problemIn(body, status, deps.hubUrl()), tool, deps, request, settled);
  }
  const { owner } = request.visit;
  if (isLong) {
    const part = await deps.kept.firstOfText(text, tool.capBytes, owner);
    return structured({ ...part, ...factsOf(headers) }, settled);
  }
  const body = parsed(answer);
  const shaped = tool.shape?.(body, request.args, deps.hubUrl()) ?? body;
  const { run_id: runId } = objectOf(body.meta);
  const warnings = [...ignored, ...warningsOf(body)];
  const facts = {
    ...(shaped["cache"] !== undefined && { cache: shaped["cache"] }),
    ...factsOf(headers),
    ...(runId !== undefined && { run_id: runId }),
  };
  // Also beside a part that is text: clients hold what they get against the tool's schema, which promises them.
  return structured(
    {
      ...(await deps.kept.first(
        { ...shaped, ...(warnings.length > 0 && { warnings }), ...facts },
        tool.capBytes,
        owner,
      )),
      ...facts,
    },
    settled,
  );
}

/** What a header can hold. */
const IN_HEADER = /^[\u0021-\u007e]+$/;

/** A payment of the protocol is an object here, and base64 of it in the header. What is neither is told as no payment. */
function proofOf(payment: unknown): string | undefined {
  if (payment === undefined || payment === null) return undefined;
  const isHeader = typeof payment === "string" && IN_HEADER.test(payment);
  return isHeader ? payment : Buffer.from(JSON.stringify(payment)).toString("base64");
}

function parsed({ text }: RestAnswer): JsonObject {
  return objectOf(JSON.parse(text)); // The hub's own answers are JSON objects.
}

function judgeOf(tool: Tool): (input: unknown) => Validation {
  const known = judges.get(tool.input) ?? inputValidator(tool.input);
  judges.set(tool.input, known);
  return known;
}
