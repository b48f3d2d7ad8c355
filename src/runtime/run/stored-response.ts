/** What a call was told, as the text that is kept of it. */
import { type JsonText, quote, quoteInTurns } from "../../text/json-text.ts";
import type { Answer } from "../ports/answer.ts";
import type { Purchase, StoredResponse } from "../ports/idempotency.ts";

/** What was kept before reports were text holds them as values. */
type StoredAnswer = Answer & { readonly report?: object };

export function writeStoredResponse(stored: StoredResponse): string {
  return written(stored, quote(itemsOf(stored)));
}

/** The same of an answer that may be very long, so that others can have their turn in between. */
export async function writeLongResponse(stored: StoredResponse): Promise<string> {
  return written(stored, await quoteInTurns(itemsOf(stored)));
}

function itemsOf({ purchase: { answer } }: StoredResponse): JsonText {
  return answer.keptJson ?? answer.itemsJson;
}

/** The items are most of it, and are written once: as what they are in it. */
function written({ purchase, headers }: StoredResponse, quotedItems: string): string {
  const { runId, startedAt, durationMs, charge, answer, warnings, hit } = purchase;
  const { itemsJson: _items, keptJson: _kept, ...beside } = answer;
  const rest = { runId, startedAt, durationMs, charge: charge.toString(), warnings, ...(hit && { hit }) };
  const answerText = `{"itemsJson":${quotedItems},${JSON.stringify(beside).slice(1)}`;
  return `{"purchase":{"answer":${answerText},${JSON.stringify(rest).slice(1)},"headers":${JSON.stringify(headers)}}`;
}

export function readStoredResponse(text: string): StoredResponse {
  // The store gives back what `writeTold` made; nobody else writes such a column.
  const { purchase, headers } = JSON.parse(text) as {
    purchase: Omit<Purchase, "charge" | "answer"> & { charge: string; answer: StoredAnswer };
    headers: Record<string, string>;
  };
  const { report, ...answer } = purchase.answer;
  const reportJson = report && JSON.stringify(report);
  return {
    purchase: {
      ...purchase,
      answer: { ...answer, ...(reportJson && { reportJson }) },
      charge: BigInt(purchase.charge),
    },
    headers,
  };
}
