/** What became balance, or was sent back, is not given out a second time by a hub whose earlier backup was restored. */
import { afterAll, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { backUp, restore, type RulesOf, type StorePlace } from "../../src/backup/backup.ts";
import { replay, replayedSince } from "../../src/backup/replay.ts";
import { readRevocations } from "../../src/backup/revocation-log.ts";
import { copyRevocations } from "../../src/backup/revocations.ts";
import { createClaimRepository } from "../../src/payment/claims/repository.ts";
import { invoiceHash } from "../../src/runtime/payment/invoice-hash.ts";
import { surplusHash } from "../../src/runtime/payment/surplus.ts";
import type { Store } from "../../src/store/store.ts";
import { depositOf, NETWORK, openTestAccount, testServices } from "../support/accounts.ts";
import { describeStores, openTestStore, type TestDatabase } from "../support/stores.ts";

const SECRET = "a secret of the tests, long enough";
const FOLDER = mkdtempSync(join(tmpdir(), "hub-given-"));
afterAll(() => rm(FOLDER, { recursive: true }));
const RULES = { referralPercent: 5, main: NETWORK };
const rulesOf: RulesOf = async () => RULES;

let files = 0;
const newPath = (): string => join(FOLDER, String(files++));
const newHash = (): string => depositOf(0, 1n).txHash;

function placeOf({ address }: TestDatabase): StorePlace {
  const isUrl = address.startsWith("postgres://");
  return { databaseUrl: isUrl ? address : undefined, dataDir: isUrl ? FOLDER : dirname(address) };
}

const XRP = 1_000_000n;
const parkedOf = (invoice?: string) => {
  const { destinationTag: _, ...deposit } = depositOf(0, 3n * XRP);
  return { ...deposit, ...(invoice !== undefined && { invoiceHash: invoiceHash(invoice) }) };
};

async function balanceOf(store: Store, key: string): Promise<bigint> {
  const holder = (await testServices(store).directory.find(key))!;
  const balances = await store.ask((db, tables) => db.select().from(tables.balances));
  return balances.find((each) => each.account_id === holder.id)?.drops ?? 0n;
}

describeStores("what was given back since a backup", (open) => {
  test("is not given back again, whether the backup knew it or not, and its balance is there", async () => {
    await using database = await open().database.another();
    await using store = await database.open();
    const log = newPath();
    const services = testServices(store);
    const { arrivals, deposits, convert, corrections, orderCare, register, keyCare } = services;
    const [rich, poor] = [
      await openTestAccount(services, "per_call"),
      await openTestAccount(services, "per_call", XRP),
    ];
    const converted = { invoiceId: "an invoice that nobody can guess", email: "payer@example.com" };
    const [sent, assigned, turned, held] = [parkedOf(), parkedOf(), parkedOf(converted.invoiceId), parkedOf()];
    for (const each of [sent, assigned, turned, held]) await deposits.credit(each);
    // It pays a tier; another one stands for a call that has not run; a third bought one, and was too much.
    const dear = { ...parkedOf(), delivered: 100_000n * XRP };
    await deposits.credit(dear);
    const paying = await register({ email: "dear@example.com", tier: "basic", amount: 0n });
    const [settled, spent] = [parkedOf("an invoice of a call"), parkedOf("an invoice of another call")];
    const claims = createClaimRepository(store, { now: Date.now }, randomUUID);
    const enter = async ({ txHash: hash, delivered, payer }: typeof settled, invoiceId: string) =>
      (await claims.enter({
        hash,
        network: NETWORK,
        invoiceId,
        request: "a request",
        payer,
        price: XRP,
        stands: {
          hash,
          result: "tesSUCCESS",
          type: "Payment",
          account: payer,
          destination: "rHub",
          destinationTag: undefined,
          invoiceHash: invoiceHash(invoiceId),
          delivered,
          closedAt: Date.now(),
        },
      }))!;
    await claims.giveBack(await enter(settled, "an invoice of a call"));
    const waiting = await register({ email: "tier@example.com", tier: "basic", amount: 0n });
    const copy = copyRevocations(store, log, { current: SECRET, earlier: [] }, Date.now);
    await copy.run();
    const backup = newPath();
    await backUp(placeOf(database), backup, SECRET);

    const refund = { refundTxHash: newHash(), drops: XRP, reason: "asked for" };
    await arrivals.refund(sent.txHash, refund);
    // Arrived and sent back since.
    const late = parkedOf();
    await deposits.credit(late);
    await arrivals.refund(late.txHash, { refundTxHash: newHash(), reason: "asked for" });
    await arrivals.assign(assigned.txHash, { keyPrefix: rich.prefix }, "asked for");
    await corrections.refund(rich.prefix, { drops: 2n * XRP, txHash: newHash(), reason: "asked for" });
    await corrections.refund(poor.prefix, { drops: XRP, txHash: newHash(), reason: "asked for" });
    const bought = await convert({ txHash: turned.txHash, ...converted });
    const { key: rotated } = await keyCare.rotate((await services.directory.find(bought.key!.text))!, 0);
    // It went to an order that was ended, and from there to its owner.
    const loose = await register({ email: "loose@example.com", tier: "basic", amount: 0n });
    await arrivals.assign(held.txHash, { orderId: loose.order.id }, "a mistake");
    await orderCare.cancel(loose.order.id, "a mistake");
    await arrivals.assign(held.txHash, { orderId: waiting.order.id }, "asked for");
    await arrivals.assign(dear.txHash, { orderId: paying.order.id }, "asked for");
    await convert({ txHash: settled.txHash, invoiceId: "an invoice of a call", email: "caller@example.com" });
    expect(await claims.redeem(await enter(spent, "an invoice of another call"), "{}")).toBe(true);
    await arrivals.refund(surplusHash(spent.txHash), { refundTxHash: newHash(), reason: "asked for" });
    // What nobody can take from a balance that the backup does not hold.
    const unknown = await openTestAccount(services, "per_call", XRP);
    const lost = newHash();
    await corrections.refund(unknown.prefix, { drops: XRP, txHash: lost, reason: "asked for" });
    await copy.run();
    copy[Symbol.dispose]();
    expect((await verifyLedger(store)).differences).toEqual([]);

    await using empty = await database.another();
    const { replayed, made } = await restore(placeOf(empty), backup, [SECRET], log, rulesOf);
    expect(replayed).toMatchObject({ refunds: 5, deposits: 6 });
    expect(replayed?.left).toEqual([
      `1 XRP of the balance of ${unknown.prefix} were sent back on ${NETWORK} by ${lost}`,
    ]);
    expect(replayed?.remade).toHaveLength(3);
    expect(replayed?.remade).toContain(bought.keyPrefix);
    await using restored = await openTestStore(empty.address);
    expect((await verifyLedger(restored)).differences).toEqual([]);
    const after = testServices(restored);
    expect(await after.arrivals.parked()).toEqual([]);
    const surplus = { txHash: surplusHash(spent.txHash) };
    for (const { txHash } of [sent, late, assigned, turned, held, dear, settled, surplus]) {
      const again = { refundTxHash: newHash(), reason: "again" };
      await expect(after.arrivals.refund(txHash, again)).rejects.toThrow();
      await expect(after.arrivals.assign(txHash, { keyPrefix: poor.prefix }, "again")).rejects.toThrow();
    }
    // The payer has the same key and balance, and no second one.
    expect((await after.convert({ txHash: turned.txHash, ...converted })).order.id).toBe(bought.order.id);
    await expect(after.convert({ txHash: turned.txHash, ...converted, invoiceId: "another" })).rejects.toThrow();
    expect(await balanceOf(restored, rotated.text)).toBe(3n * XRP);
    expect([await balanceOf(restored, rich.key), await balanceOf(restored, poor.key)]).toEqual([XRP, 0n]);
    expect((await after.directory.find(paying.key!.text))?.account.tier).toBe("basic");
    const order = (await after.orderKeys.order(waiting.order.id))!;
    const before = (await services.orderKeys.order(waiting.order.id))!;
    expect(order).toMatchObject({ status: before.status, outcome: before.outcome, delivered: before.delivered });
    // What arrives is read from the ledger again.
    for (const each of [late, held]) await after.deposits.credit(each);

    const { revocations } = await readRevocations(log, replayedSince(made), [SECRET]);
    const rows = async () =>
      Promise.all([
        restored.ask((db, tables) => db.select().from(tables.deposits).orderBy(tables.deposits.tx_hash)),
        restored.ask((db, tables) => db.select().from(tables.orders).orderBy(tables.orders.id)),
        restored.ask((db, tables) => db.select().from(tables.entries).orderBy(tables.entries.id)),
        restored.ask((db, tables) => db.select().from(tables.accounts).orderBy(tables.accounts.id)),
      ]);
    const once = await rows();
    const twice = await restored.transact(() => replay(revocations, RULES));
    expect(twice).toMatchObject({ deposits: 0, refunds: 0, remade: [] });
    expect(await rows()).toEqual(once);
    expect((await verifyLedger(restored)).differences).toEqual([]);
  }, 60_000);
});
