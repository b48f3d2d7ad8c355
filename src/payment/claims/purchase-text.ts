/** What a payment bought, as the text that is kept of it. */
import type { Purchase } from "../../runtime/ports.ts";

export interface KeptPurchase {
  readonly purchase: Purchase;
  readonly headers: Readonly<Record<string, string>>;
}

export function writePurchase({ purchase, headers }: KeptPurchase): string {
  const { runId, startedAt, durationMs, charge, answer, warnings, hit } = purchase;
  const kept = { runId, startedAt, durationMs, charge: charge.toString(), answer, warnings, ...(hit && { hit }) };
  return JSON.stringify({ purchase: kept, headers });
}

export function readPurchase(text: string): KeptPurchase {
  // The store gives back what `writePurchase` made; nobody else writes this column.
  const { purchase, headers } = JSON.parse(text) as {
    purchase: Omit<Purchase, "charge"> & { charge: string };
    headers: Record<string, string>;
  };
  return { purchase: { ...purchase, charge: BigInt(purchase.charge) }, headers };
}
