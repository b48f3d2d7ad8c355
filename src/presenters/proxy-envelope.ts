/** What became of a proxy call, as the wire format shows it. Pure. */
import { runFacts } from "../runtime/run/envelope.ts";
import { type JsonText, withMembers } from "../text/json-text.ts";
import type { Outcome } from "../runtime/run/outcome.ts";

/**
 * The answer with what the call itself has to tell; `undefined` where no upstream answered at all. An upstream that
 * failed has answered: what it said is told, and nothing was charged for it.
 */
export function proxyEnvelope(outcome: Outcome, requestId: string): JsonText | undefined {
  const json = outcome.ok ? outcome.answer.itemsJson : outcome.error.details.answerJson;
  if (json === undefined) return undefined;
  return withMembers(`"meta":{${runFacts(outcome, requestId)}}`, json);
}
