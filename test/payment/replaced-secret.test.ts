/** What a hub had made with its secret still holds when that has been replaced. */
import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { checkInvoice, issueInvoice } from "../../src/payment/invoice.ts";
import { createReceipts } from "../../src/payment/receipts.ts";
import { depositOf, testServices } from "../support/accounts.ts";
import { describeStores } from "../support/stores.ts";

const OLD = "the secret that the hub began with";
const NEW = "the secret that it is replaced with";
const NOW = Date.UTC(2026, 10, 21, 12);
const SALE = { method: "GET", path: "/p/", description: "", fingerprint: "f", price: 5n, network: "xrpl:0" };
const PAID = { payer: "r", network: "xrpl:0", transaction: "A", price: 5n, runId: "1", answer: "{}" };

describe("a replaced secret", () => {
  test("still stands for its invoices while it is named, and then no more", () => {
    const options = { secret: OLD, network: "xrpl:0", ttlSeconds: 300 };
    const { id } = issueInvoice(SALE, options, NOW);
    const verdict = { ok: true, price: 5n, isCached: false, expiresAt: NOW + 300_000 } as const;
    expect(checkInvoice(id, SALE, { ...options, secret: NEW, earlierSecrets: [OLD] })).toEqual(verdict);
    expect(checkInvoice(id, SALE, { ...options, secret: NEW })).toEqual({ ok: false });
    const renewed = issueInvoice(SALE, { ...options, secret: NEW, earlierSecrets: [OLD] }, NOW);
    expect(checkInvoice(renewed.id, SALE, { ...options, secret: NEW })).toEqual(verdict);
    expect(checkInvoice(renewed.id, SALE, options)).toEqual({ ok: false });
  });

  test("still stands for its receipts, whose key is published beside the new one", async () => {
    const hub = () => "https://hub.example";
    const [before, between, after] = [
      createReceipts(OLD, hub),
      createReceipts(NEW, hub, [OLD]),
      createReceipts(NEW, hub),
    ];
    const [old, renewed] = [await before.issue(SALE, PAID, NOW), await between.issue(SALE, PAID, NOW)];
    expect(await Promise.all([old, renewed].map((each) => between.admits(each, SALE, NOW)))).toEqual([true, true]);
    expect(await Promise.all([old, renewed].map((each) => after.admits(each, SALE, NOW)))).toEqual([false, true]);
    const kids = async (receipts: typeof before) => (await receipts.keys()).keys.map(({ kid }) => kid);
    expect(await kids(between)).toEqual([...(await kids(after)), ...(await kids(before))]);
  });
});

describeStores("a replaced secret", (open) => {
  test("still gives out the keys of its orders and conversions, and keys that exist know nothing of it", async () => {
    const { store } = open();
    const before = testServices(store, { secret: OLD });
    const after = testServices(store, { secret: NEW, earlierSecrets: [OLD] });
    const { order, key } = await before.register({ email: "a@example.com", tier: "basic", amount: 0n });
    await after.deposits.credit(depositOf(order.destination_tag, 10_000_000n));
    const paid = await after.orderKeys.order(order.id);
    if (paid === undefined) throw new Error("no such order");
    expect((await after.orderKeys.issue(paid)).text).toBe(key?.text as string);
    expect((await after.directory.find(key?.text ?? ""))?.entitlement.tier).toBe("basic");

    const invoiceId = "an invoice that somebody has paid";
    const invoiceHash = createHash("sha256").update(invoiceId).digest("hex").toUpperCase();
    const { destinationTag: _, ...deposit } = depositOf(0, 500_000n, { invoiceHash });
    await before.deposits.credit(deposit);
    const request = { txHash: deposit.txHash, invoiceId, email: "b@example.com" };
    const converted = await before.convert(request);
    expect((await after.convert(request)).key?.text).toBe(converted.key?.text as string);
  });
});
