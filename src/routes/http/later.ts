/** `?wait=`: a run that may be done later. It answers as any other where it ends in time, and else with where it is found. */
import { Type } from "@sinclair/typebox";
import { runDocument, runPath } from "../../presenters/run-document.ts";
import { QueuedRun } from "../../presenters/schemas/runs.ts";
import { HubError } from "../../runtime/errors.ts";
import type { Later } from "../../runtime/ports/runs.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { outcomeOf } from "../../runs/outcome.ts";
import type { JsonText } from "../../text/json-text.ts";
import type { StoredRuns } from "../../runs/queue.ts";
import type { RouteContext } from "./mount.ts";
import { expectValidQuery, queryInput } from "./query.ts";
import type { Operation } from "../../runtime/run/operation.ts";
import type { Outcome } from "../../runtime/run/outcome.ts";

export const MAX_WAIT_SECONDS = 55;
/** Characters of an input. */
const MAX_KEPT = 1024 * 1024;

export const Webhook = Type.String({
  maxLength: 2_000,
  pattern: "^https?://",
  description: "A public address that is told, signed, when the run has ended.",
});

export const LaterQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      description: "Wait so many seconds; a run that takes longer is answered 202 and is found at `Location`.",
    }),
  ),
  webhook: Type.Optional(Webhook),
});
const judge = inputValidator(LaterQuery);

/** What a row says of an answer whose run goes on. */
export const DONE_LATER = {
  202: { description: "It is done later, and found at `Location`.", schema: QueuedRun },
};

/** What a run that is done later is found again by. */
export interface RunKind {
  operation(name: string): Operation | undefined;
  /** As a request that had waited would have been answered; `undefined` where that is a problem. */
  write(
    outcome: Outcome,
    name: string,
    requestId: string,
  ): { readonly status: number; readonly text: JsonText } | undefined;
}

/** By the name of the kind. */
export type RunKinds = Map<string, RunKind>;

export interface LaterDeps {
  readonly runs: StoredRuns;
  readonly runKinds: RunKinds;
  /** @throws {HubError} `url_not_allowed` of an address that no webhook can be told at. */
  readonly expectTellable: (url: string) => void;
}

export interface LaterWish {
  readonly later: Later;
  readonly waitMs: number;
}

/** Whether the query speaks of it, whatever it says. */
export function asksForLater(url: string): boolean {
  const asked = new URLSearchParams(url.slice(url.indexOf("?") + 1));
  return asked.has("wait") || asked.has("webhook");
}

/**
 * What the query asks for; `undefined` where the run is to be done at once.
 * @throws {HubError} `invalid_input`, `url_not_allowed` or `payload_too_large`.
 */
export function laterOf(
  { expectTellable }: Pick<LaterDeps, "expectTellable">,
  url: string,
  run: Omit<Later, "webhook">,
): LaterWish | undefined {
  if (!url.includes("?")) return undefined; // As nearly all are, and reading one takes time.
  const { wait, webhook } = expectValidQuery(judge(queryInput(LaterQuery, url))) as { wait?: number; webhook?: string };
  if (wait === undefined && webhook === undefined) return undefined;
  if (webhook !== undefined) expectTellable(webhook);
  if (JSON.stringify(run.sent).length > MAX_KEPT)
    throw new HubError("payload_too_large", "What is to be done later is kept until then, and takes at most 1 MiB.");
  return { later: { ...run, webhook }, waitMs: (wait ?? 0) * 1000 };
}

/**
 * What a run came to, once it is there; or, as text, where it is found. `waitMs` is absent where the request does not
 * take "later" for an answer. @throws {HubError} `idempotency_in_progress` to that.
 */
export async function settled(
  { runs }: Pick<LaterDeps, "runs">,
  outcome: Outcome,
  waitMs: number | undefined,
  { request, set }: Pick<RouteContext, "request" | "set">,
): Promise<Outcome | string> {
  if (!outcome.ok || outcome.isQueued === undefined) return outcome;
  const row = await runs.wait(outcome.runId, waitMs ?? 0, request.signal);
  if (row === undefined) throw new HubError("unknown_run", "The run is not kept any more.");
  const end = outcomeOf(row);
  if (end !== undefined) return { ...end, headers: { ...outcome.headers, ...end.headers } };
  if (waitMs === undefined)
    throw new HubError("idempotency_in_progress", "The first request with this Idempotency-Key is to be done later.", {
      retryAfterMs: 1000,
      nextActions: [`GET ${runPath(row.id)}?wait=${MAX_WAIT_SECONDS} answers once it has ended.`],
    });
  Object.assign(set.headers, outcome.headers, { location: runPath(row.id), "cache-control": "private, no-store" });
  set.status = 202;
  return JSON.stringify(runDocument(row));
}
