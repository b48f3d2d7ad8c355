/** What became of a proxy call, as the wire format shows it. Pure. */
import { type JsonText, withMembers } from "../runtime/json-text.ts";
import { xrpNumber } from "../runtime/money.ts";
import type { Outcome } from "../runtime/pipeline.ts";

/**
 * The answer with what the call itself has to tell; `undefined` where no upstream answered at all. An upstream that
 * failed has answered: what it said is told, and nothing was charged for it.
 */
export function proxyEnvelope(outcome: Outcome, requestId: string): JsonText | undefined {
  const json = outcome.ok ? outcome.answer.itemsJson : outcome.error.details.answerJson;
  if (json === undefined) return undefined;
  const receipt = outcome.headers["x-payment-receipt"];
  const meta = {
    run_id: outcome.runId,
    request_id: requestId,
    started_at: new Date(outcome.startedAt).toISOString(),
    duration_ms: outcome.durationMs,
    charged_xrp: outcome.charge === 0n ? 0 : xrpNumber(outcome.charge),
    warnings: outcome.ok ? [...outcome.warnings, ...outcome.answer.warnings] : [],
    ...(receipt !== undefined && { receipt }),
  };
  return withMembers(`"meta":${JSON.stringify(meta)}`, json);
}
