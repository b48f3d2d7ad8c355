/** What is still under secrets that the hub has replaced: sealed anew where that can be done, else said. */
import { orderKeysUnder } from "../../accounts/order-keys.ts";
import { rotationsUnder } from "../../accounts/rotations-under.ts";
import { type SealCounts, sealAnew } from "../../connections/seal-anew.ts";
import { createVault } from "../../connections/vault.ts";
import { unspentInvoices } from "../../payment/claims/queries.ts";
import { expiryOf, isInvoiceShaped } from "../../payment/invoice.ts";
import { RECEIPT_SECONDS } from "../../payment/receipts.ts";
import { OperatorError } from "../../runtime/errors.ts";
import { inForceSince, isInForce, type Secrets } from "../../store/hub/hub-key.ts";
import type { Store } from "../../store/store.ts";
import type { Config } from "../settings/config.ts";

export interface LeftUnder {
  /** What was sealed anew now. */
  readonly sealed: SealCounts;
  /** What would be lost with the earlier secrets, each a phrase with its count; empty where nothing would. */
  readonly left: readonly string[];
}

/**
 * Leaves nothing sealed under an earlier secret, and says what else was made with one and still holds.
 * @throws {OperatorError} before a hub has begun with the present one: without the earlier ones none could.
 */
export async function leaveEarlierSecrets(
  store: Store,
  secrets: Secrets,
  { INVOICE_TTL_SECONDS: ttlSeconds }: Pick<Config, "INVOICE_TTL_SECONDS">,
  now: number,
): Promise<LeftUnder> {
  if (!(await isInForce(store, secrets)))
    throw new OperatorError(
      "Cannot forget an earlier secret: no hub has begun with the present one yet. Start every hub of the store anew first",
    );
  const sealed = await sealAnew(store, createVault(secrets));
  const since = await inForceSince(store, now);
  const left: string[] = [];

  const heldUntil = since + Math.max(ttlSeconds, RECEIPT_SECONDS) * 1000;
  if (now < heldUntil) left.push(`quotes and receipts, until ${timeOf(heldUntil)}`);

  const orders = await orderKeysUnder(store, secrets.earlier, now);
  if (orders.count > 0)
    left.push(`${orders.count} order(s) whose key can be asked for again, the last until ${timeOf(orders.until)}`);

  const rotations = await rotationsUnder(store, since, now);
  if (rotations.count > 0)
    left.push(
      `${rotations.count} new key(s) of a rotation that may be asked for again, the last until ${timeOf(rotations.until)}`,
    );

  // An invoice says when it ends; it began as long before as quotes hold.
  const lastExpiry = since + ttlSeconds * 1000;
  const invoices = await store.ask(unspentInvoices);
  const old = invoices.filter(({ invoice_id: id }) => isInvoiceShaped(id) && expiryOf(id) <= lastExpiry).length;
  if (old > 0) left.push(`${old} payment(s) that are not spent yet: \`admin x402-payments\` lists them`);
  return { sealed, left };
}

function timeOf(moment: number): string {
  return new Date(moment).toISOString();
}
