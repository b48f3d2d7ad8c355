/** What a call was told, as the text that is kept of it. */
import { quote } from "../../text/json-text.ts";
import type { Purchase, StoredResponse } from "../ports/idempotency.ts";

export function writeStoredResponse({ purchase, headers }: StoredResponse): string {
  const { runId, startedAt, durationMs, charge, answer, warnings, hit } = purchase;
  const { itemsJson, keptJson, ...beside } = answer;
  const rest = { runId, startedAt, durationMs, charge: charge.toString(), warnings, ...(hit && { hit }) };
  // The items are most of it, and are written once: as what they are in it.
  const answerText = `{"itemsJson":${quote(keptJson ?? itemsJson)},${JSON.stringify(beside).slice(1)}`;
  return `{"purchase":{"answer":${answerText},${JSON.stringify(rest).slice(1)},"headers":${JSON.stringify(headers)}}`;
}

export function readStoredResponse(text: string): StoredResponse {
  // The store gives back what `writeTold` made; nobody else writes such a column.
  const { purchase, headers } = JSON.parse(text) as {
    purchase: Omit<Purchase, "charge"> & { charge: string };
    headers: Record<string, string>;
  };
  return { purchase: { ...purchase, charge: BigInt(purchase.charge) }, headers };
}
