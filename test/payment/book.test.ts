import { expect, test } from "bun:test";
import { HOLD_MS, openBook } from "../../src/payment/claims/book.ts";
import type { ValidatedPayment } from "../../src/payment/ledger.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/works.ts";

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

describeStores("the book of payments", (open) => {
  test("a hold lasts while it is renewed, and then goes to whoever asks; its old holder can do nothing more", async () => {
    const clock = testClock();
    const [mine, theirs] = [
      openBook(open().store, clock, () => crypto.randomUUID()),
      openBook(open().store, clock, () => crypto.randomUUID()),
    ];
    const held = await mine.enter(payment("A"));
    expect(await theirs.enter(payment("A"))).toBeUndefined();
    clock.advance(HOLD_MS - 1);
    await mine.renew();
    clock.advance(HOLD_MS - 1);
    expect(await theirs.take("A")).toBeUndefined();
    clock.advance(1);
    const taken = await theirs.take("A");
    if (held === undefined || taken === undefined) throw new Error("The payment was not held");
    expect(await mine.settle(held, arrivalOf("A"))).toBeUndefined();
    const settled = await theirs.settle(taken, arrivalOf("A"));
    expect(settled?.row).toMatchObject({ state: "settled", price: 120_000n });
    expect(await mine.redeem(held, "mine")).toBe(false);
    expect(await theirs.redeem(taken, "theirs")).toBe(true);
    expect(await mine.look(held.row.tx_hash)).toMatchObject({ state: "redeemed", result: "theirs", hold: null });
    expect(await theirs.take("A")).toBeUndefined();
  });

  test("a renewal that comes late never shortens a hold", async () => {
    const clock = testClock();
    const book = openBook(open().store, clock, () => crypto.randomUUID());
    const held = await book.enter(payment("B"));
    clock.advance(-HOLD_MS);
    await book.renew();
    expect((await book.look("B"))?.held_until).toBe(held?.row.held_until ?? 0);
  });

  test("an answer is forgotten after its day", async () => {
    const clock = testClock();
    const book = openBook(open().store, clock, () => crypto.randomUUID());
    const held = await book.enter({ ...payment("C"), stands: arrivalOf("C") });
    if (held === undefined) throw new Error("The payment was not held");
    await book.redeem(held, "the answer");
    clock.advance(24 * 3_600_000 - 1);
    await book.forget();
    expect((await book.look("C"))?.result).toBe("the answer");
    clock.advance(1);
    await book.forget();
    expect(await book.look("C")).toMatchObject({ state: "redeemed", result: null });
  });
});
