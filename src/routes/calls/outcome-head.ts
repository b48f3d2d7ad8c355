/** The head of the answer that tells how a run of an actor ended. */
import type { RunRequest } from "../../runtime/run/run.ts";
import type { Outcome } from "../../runtime/run/outcome.ts";

/** What status and headers say of an outcome. */
export function writeHead(
  outcome: Outcome,
  run: RunRequest,
  set: { status?: number | string; headers: Record<string, string | number> },
) {
  const { headers } = set;
  Object.assign(headers, outcome.headers);
  const isPersonal = run.caller.key !== undefined || run.proof !== undefined || outcome.charge > 0n;
  if (isPersonal) headers["cache-control"] = "private, no-store";
  if (!outcome.ok) {
    const { retryAfterMs } = outcome.error.details;
    set.status = outcome.error.status;
    if (retryAfterMs !== undefined) headers["retry-after"] = Math.ceil(retryAfterMs / 1000);
  } else if (outcome.hit !== undefined) {
    headers["age"] = outcome.hit.ageSeconds;
    headers["cache-status"] = `hub; hit; ttl=${outcome.hit.ttlSeconds - outcome.hit.ageSeconds}`;
  } else if (run.operation.cacheTtlSeconds > 0) {
    headers["cache-status"] = `hub; fwd=${run.freshness === "fresh" ? "request" : "miss"}; stored`;
  }
}
