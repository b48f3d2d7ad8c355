/** Tells of the end of runs: each webhook is a row of the queue itself, tried eight times within a day. */
import { isTaken, type Post, tellWebhook } from "../runtime/http/webhook.ts";
import { HubError } from "../runtime/errors.ts";
import { xrpNumber } from "../runtime/money.ts";
import type { TransactionStep } from "../runtime/ports/idempotency.ts";
import type { Clock } from "../runtime/world.ts";
import { ask, type Steps } from "../store/store.ts";
import { writeError } from "./outcome.ts";
import { insertRun, type RunRow } from "./queries.ts";
import type { WebhookKey } from "./webhook-key.ts";
import { WEBHOOK } from "./query-parts.ts";
import type { RunEnd } from "./run-ends.ts";

export interface WebhookDeps {
  readonly post: Post;
  readonly key: Pick<WebhookKey, "sign">;
  readonly clock: Clock;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** From each try to the next: together 23 hours. */
const WAITS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 18 * HOUR] as const;
/** A receiver that asks to be left alone is, for so long at most: the tries are to end within their day. */
const LONGEST_ASKED_MS = 10 * MINUTE;
/** Nobody wants to hear of it any more (RFC 9110, section 15.5.11). */
const GONE = 410;

/** Writes down what is to be told of a run that has ended, in the transaction that ends it. */
export function tellLater(row: RunRow, storeClock: Clock | undefined): TransactionStep {
  return function* (): Steps<void> {
    if (row.webhook === null) return;
    const { id: name, client, webhook: url } = row;
    yield* ask(insertRun, {
      ...NOBODYS,
      id: crypto.randomUUID(),
      client: `webhooks of ${client}`,
      name,
      input: JSON.stringify({ url, body: bodyOf(row) }),
      now: storeClock?.now() ?? null,
    });
  };
}

/** Tells it. */
export async function tellEnd({ id, input, attempts }: RunRow, { post, key, clock }: WebhookDeps): Promise<RunEnd> {
  const { url, body } = JSON.parse(input ?? "{}") as { url: string; body: string }; // As written above.
  const answer = await tellWebhook(post, url, { id: `evt_${id}`, body, now: clock.now(), sign: key.sign });
  if (isTaken(answer)) return { state: "succeeded", result: "taken", charge: 0n };
  const waitMs = WAITS_MS[attempts - 1];
  if (waitMs !== undefined && answer?.status !== GONE) {
    const askedMs = Math.min(answer?.retryAfterMs ?? 0, LONGEST_ASKED_MS);
    return { state: "postponed", delayMs: Math.max(waitMs, askedMs), isTry: true };
  }
  return { state: "failed", error: writeError(new HubError("upstream_failed", "Nobody has taken the webhook.")) };
}

const NOBODYS = {
  accountId: null,
  payment: null,
  proof: null,
  proofDigest: null,
  kind: WEBHOOK,
  isRepeatable: 1,
  isCovered: 0,
  hold: null,
  dueDrops: 0n,
  keyScope: null,
  key: null,
  webhook: null,
  delayMs: 0,
};

/** It says that there is a result, and not what: whoever fetches that shows its key. */
function bodyOf({ id, state, charge, finished_at: finishedAt }: RunRow): string {
  return JSON.stringify({
    type: `run.${state}`,
    timestamp: new Date(finishedAt ?? 0).toISOString(),
    data: { run_id: id, status: state, location: `/api/v1/runs/${id}/`, charged_xrp: xrpNumber(charge) },
  });
}
