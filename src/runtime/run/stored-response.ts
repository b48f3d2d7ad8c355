/** What a call was told, as the text that is kept of it. */
import { quote } from "../../text/json-text.ts";
import type { Answer } from "../ports/answer.ts";
import type { Purchase, StoredResponse } from "../ports/idempotency.ts";

/** What was kept before reports were text holds them as values. */
type StoredAnswer = Answer & { readonly report?: object };

/** A response whose items may be kept elsewhere, under an id: they are empty here then. */
export interface ReadResponse extends StoredResponse {
  readonly itemsId?: string;
}

/** The items are most of it, and are written once, as what they are in it; not at all where they are kept elsewhere. */
export function writeStoredResponse({ purchase, headers }: StoredResponse, itemsId?: string): string {
  const { runId, startedAt, durationMs, charge, answer, warnings, hit } = purchase;
  const { itemsJson, keptJson, ...beside } = answer;
  const rest = { runId, startedAt, durationMs, charge: charge.toString(), warnings, ...(hit && { hit }) };
  const items = itemsId === undefined ? quote(keptJson ?? itemsJson) : '""';
  const answerText = `{"itemsJson":${items},${JSON.stringify(beside).slice(1)}`;
  const place = itemsId === undefined ? "" : `,"itemsId":"${itemsId}"`; // It needs no escaping.
  return `{"purchase":{"answer":${answerText},${JSON.stringify(rest).slice(1)},"headers":${JSON.stringify(headers)}${place}}`;
}

export function readStoredResponse(text: string): ReadResponse {
  // The store gives back what was written above; nobody else writes such a column.
  const { purchase, headers, itemsId } = JSON.parse(text) as {
    purchase: Omit<Purchase, "charge" | "answer"> & { charge: string; answer: StoredAnswer };
    headers: Record<string, string>;
    itemsId?: string;
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
    ...(itemsId !== undefined && { itemsId }),
  };
}
