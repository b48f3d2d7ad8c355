/** Up to a hundred runs of one actor, begun one after the other. */
import { createHash } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import { runPath, RUNS_PATH } from "../../presenters/run-document.ts";
import { asHubError, HubError } from "../../runtime/errors.ts";
import { assertIdempotencyKey } from "../../runtime/http/idempotency-key.ts";
import type { Execute } from "../../runtime/run/pipeline.ts";
import { type JsonText, maxChars } from "../../text/json-text.ts";
import type { Outcome } from "../../runtime/run/outcome.ts";
import type { RunRequest } from "../../runtime/run/run.ts";
import { type CallerDeps, callerOf } from "../http/caller.ts";
import { type LaterDeps, Webhook } from "../http/later.ts";

const MAX_BATCH = 100;

/** In characters. Cached results that are told at once; what would come after them is not begun. */
const MAX_TOLD_CHARS = 16 * 1024 * 1024;

export const Batch = Type.Object({
  actor: Type.String({ minLength: 1, maxLength: 64, description: "Slug of an actor." }),
  inputs: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: MAX_BATCH }),
  webhook: Type.Optional(Webhook),
});

export type Batch = Static<typeof Batch>;

export interface BatchDeps extends Pick<LaterDeps, "runKinds" | "runs" | "expectTellable">, CallerDeps {
  readonly execute: Execute;
  /** Once the hub stops, what was accepted has a few seconds: a hundred runs may take longer to begin. */
  readonly stopping: AbortSignal;
}

/** What became of one input. */
export interface BatchLine {
  readonly run_id: string | null;
  readonly status: string;
  readonly location: string | null;
  /** Of one that was there at once: what is kept as text is told as it is. */
  readonly result?: JsonText;
  readonly error: { readonly code: string; readonly message: string; readonly retryable: boolean } | null;
}

/** Each is admitted and charged for by itself. */
export async function beginAll(
  deps: BatchDeps,
  { actor, inputs, webhook }: Batch,
  request: Request,
): Promise<readonly BatchLine[]> {
  const kind = deps.runKinds.get("actor");
  const operation = kind?.operation(actor);
  if (operation === undefined) throw new HubError("unknown_actor", "No actor of this name is served here.");
  if (webhook !== undefined) deps.expectTellable(webhook);
  const key = request.headers.get("idempotency-key");
  if (key !== null) assertIdempotencyKey(key);
  const lines: BatchLine[] = [];
  let told = 0;
  for (const [index, given] of inputs.entries()) {
    if (request.signal.aborted) break;
    const refusal = deps.stopping.aborted ? isStopping() : told > MAX_TOLD_CHARS ? tooMuchTold() : undefined;
    if (refusal !== undefined) {
      lines.push(refusedLine(refusal));
      continue;
    }
    const { payment_signature: _unused, ...input } = given; // A key pays here, and no actor ever sees a payment.
    const idempotencyKey = key === null ? {} : { idempotencyKey: keyOf(key, index) };
    const later = { kind: "actor", name: actor, sent: input, webhook };
    const requestId = crypto.randomUUID();
    const caller = callerOf(request, deps);
    const run: RunRequest = { requestId, operation, input, caller, freshness: "any", later, ...idempotencyKey };
    const begun = Promise.try(deps.execute, run);
    const write = (outcome: Outcome) => kind?.write(outcome, actor, requestId)?.text;
    const begunLine = await begun.then((outcome) => lineOf(outcome, write), refusedLine);
    const line = key === null ? begunLine : await asItStands(deps, begunLine); // A repeat may find it done.
    if (line.result !== undefined) told += maxChars(line.result);
    lines.push(line);
  }
  return lines;
}

async function asItStands({ runs }: Pick<BatchDeps, "runs">, line: BatchLine): Promise<BatchLine> {
  const row = line.location === null || line.run_id === null ? undefined : await runs.find(line.run_id);
  return row === undefined ? line : { ...line, status: row.state };
}

/** `write` writes a cached answer, which is there at once and is told here. */
function lineOf(outcome: Outcome, write: (outcome: Outcome) => JsonText | undefined): BatchLine {
  if (!outcome.ok) return refusedLine(outcome.error);
  const { runId, isQueued } = outcome;
  if (isQueued) return { run_id: runId, status: "queued", location: runPath(runId), error: null };
  return { run_id: runId, status: "succeeded", location: null, result: write(outcome) ?? "null", error: null };
}

export function batchTexts(lines: readonly BatchLine[]): JsonText[] {
  const accepted = lines.filter(({ run_id: id }) => id !== null).length;
  const beside = {
    accepted,
    refused: lines.length - accepted,
    recommended_next_action: `GET ${RUNS_PATH} lists them; GET ${RUNS_PATH}{run_id}/?wait=55 waits for one.`,
  };
  const texts = lines.flatMap(({ result, ...line }, index): JsonText[] => [
    `${index === 0 ? "" : ","}${JSON.stringify(line).slice(0, -1)}`,
    ...(result === undefined ? [] : [',"result":', result]),
    "}",
  ]);
  return ['{"runs":[', ...texts, `],${JSON.stringify(beside).slice(1)}`];
}

function tooMuchTold(): HubError {
  const detail = "The results of this batch are too long already: send the rest in another.";
  return new HubError("overloaded", detail, { retryAfterMs: 0 });
}

function isStopping(): HubError {
  return new HubError("overloaded", "This hub is stopping: send the rest again.", { retryAfterMs: 1_000 });
}

function refusedLine(error: unknown): BatchLine {
  const { code, message, retryable } = asHubError(error);
  return { run_id: null, status: "refused", location: null, error: { code, message, retryable } };
}

/** One for each input, so that the same batch comes to the same runs. */
function keyOf(key: string, index: number): string {
  return createHash("sha256").update(`${index} ${key}`).digest("base64url");
}
