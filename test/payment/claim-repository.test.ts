import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { createClaimRepository } from "../../src/payment/claims/repository.ts";
import { LEASE_MS } from "../../src/store/processes/leases.ts";
import type { ValidatedPayment } from "../../src/payment/ledger.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const payment = (hash: string) => ({
  hash,
  network: "xrpl:1",
  invoiceId: `invoice of ${hash}`,
  request: "r",
  payer: "rPayer",
  price: 120_000n,
  stands: { blob: "00", firstLedger: 1, lastLedger: 9 },
});

/** As the ledger tells of it once it is validated. */
const arrivalOf = (hash: string): ValidatedPayment => ({
  hash,
  result: "tesSUCCESS",
  type: "Payment",
  account: "rPayer",
  destination: "rHub",
  destinationTag: 7,
  invoiceHash: "AB".repeat(32),
  delivered: 120_000n,
  closedAt: 0,
});

describeStores("the repository of payments", (open) => {
  test("a hold lasts while it is renewed, and then goes to whoever asks; its old holder can do nothing more", async () => {
    const clock = testClock();
    const [mine, theirs] = [
      createClaimRepository(open().store, clock, () => crypto.randomUUID()),
      createClaimRepository(open().store, clock, () => crypto.randomUUID()),
    ];
    const lease = await mine.enter(payment("A"));
    expect(await theirs.enter(payment("A"))).toBeUndefined();
    clock.advance(LEASE_MS - 1);
    await mine.renew();
    clock.advance(LEASE_MS - 1);
    expect(await theirs.take("A")).toBeUndefined();
    clock.advance(1);
    const taken = await theirs.take("A");
    if (lease === undefined || taken === undefined) throw new Error("The payment has no lease");
    expect(await mine.settle(lease, arrivalOf("A"))).toBeUndefined();
    const settled = await theirs.settle(taken, arrivalOf("A"));
    expect(settled?.row).toMatchObject({ state: "settled", price: 120_000n });
    expect(await mine.redeem(lease, "mine")).toBe(false);
    expect(await theirs.redeem(taken, "theirs")).toBe(true);
    expect(await mine.look(lease.row.tx_hash)).toMatchObject({ state: "redeemed", result: "theirs", hold: null });
    expect(await theirs.take("A")).toBeUndefined();
  });

  test("what a fortune brings beyond its price is parked to the drop", async () => {
    const { store } = open();
    const claims = createClaimRepository(store, testClock(), () => crypto.randomUUID());
    const hash = "F0".repeat(32);
    const stands = { ...arrivalOf(hash), delivered: 99_999_999_999_999_999n }; // More than a double can tell apart.
    const lease = await claims.enter({ ...payment(hash), stands });
    if (lease === undefined) throw new Error("The payment has no lease");
    expect(await claims.redeem(lease, "it")).toBe(true);
    const kept = await store.ask((db, { deposits }) =>
      db
        .select({ delivered: sql<string>`CAST(${deposits.delivered} AS TEXT)` })
        .from(deposits)
        .where(sql`${deposits.tx_hash} LIKE ${`${hash}%`}`)
        .orderBy(deposits.tx_hash),
    );
    expect(kept.map(({ delivered }) => delivered)).toEqual(["120000", "99999999999879999"]);
  });

  test("a renewal that comes late never shortens a hold", async () => {
    const clock = testClock();
    const claims = createClaimRepository(open().store, clock, () => crypto.randomUUID());
    const lease = await claims.enter(payment("B"));
    clock.advance(-LEASE_MS);
    await claims.renew();
    expect((await claims.look("B"))?.held_until).toBe(lease?.row.held_until ?? 0);
  });

  test("answers are forgotten after their day, however many there are", async () => {
    const clock = testClock();
    const claims = createClaimRepository(open().store, clock, () => crypto.randomUUID());
    const hashes = Array.from({ length: 100 }, (_, number) => `C${number}`);
    for (const hash of hashes) {
      const lease = await claims.enter({ ...payment(hash), stands: arrivalOf(hash) });
      if (lease === undefined) throw new Error("The payment has no lease");
      await claims.redeem(lease, "the answer");
    }
    const results = async () =>
      new Set(await Promise.all(hashes.map(async (hash) => (await claims.look(hash))?.result)));
    clock.advance(24 * 3_600_000 - 1);
    await claims.forget();
    expect([...(await results())]).toEqual(["the answer"]);
    clock.advance(1);
    await claims.forget();
    expect([...(await results())]).toEqual([null]);
    expect(await claims.look("C0")).toMatchObject({ state: "redeemed", result: null });
  });

  test("one that has failed is forgotten after a week, however many there are, and nothing else is", async () => {
    const clock = testClock();
    const claims = createClaimRepository(open().store, clock, () => crypto.randomUUID());
    const hashes = Array.from({ length: 100 }, (_, number) => `D${number}`);
    for (const hash of hashes) {
      const lease = await claims.enter(payment(hash));
      if (lease === undefined) throw new Error("The payment has no lease");
      await claims.fail(lease, "expired");
    }
    const waiting = await claims.enter(payment("DW"));
    if (waiting !== undefined) await claims.giveBack(waiting);
    await claims.enter({ ...payment("DS"), stands: arrivalOf("DS") });
    const left = async () =>
      (await Promise.all([...hashes, "DW", "DS"].map((hash) => claims.look(hash)))).filter((row) => row !== undefined);
    clock.advance(7 * 24 * 3_600_000 - 1);
    await claims.forget();
    expect(await left()).toHaveLength(102);
    clock.advance(1);
    await claims.forget();
    expect((await left()).map(({ tx_hash: hash }) => hash)).toEqual(["DW", "DS"]);
  });
});
