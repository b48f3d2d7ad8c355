/** What a call was told, as the text that is kept of it. */
import type { Purchase, Told } from "./ports.ts";

export function writeTold({ purchase, headers }: Told): string {
  const { runId, startedAt, durationMs, charge, answer, warnings, hit } = purchase;
  const kept = { runId, startedAt, durationMs, charge: charge.toString(), answer, warnings, ...(hit && { hit }) };
  return JSON.stringify({ purchase: kept, headers });
}

export function readTold(text: string): Told {
  // The store gives back what `writeTold` made; nobody else writes such a column.
  const { purchase, headers } = JSON.parse(text) as {
    purchase: Omit<Purchase, "charge"> & { charge: string };
    headers: Record<string, string>;
  };
  return { purchase: { ...purchase, charge: BigInt(purchase.charge) }, headers };
}
