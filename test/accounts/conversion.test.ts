/** The key of a balance that a payment was turned into: shown again for a day, while it is one. */
import { expect, test } from "bun:test";
import { invoiceHash } from "../../src/runtime/payment/invoice-hash.ts";
import { depositOf, NETWORK, testServices } from "../support/accounts.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const TEST_NETWORK = "xrpl:1";
const TWO_LEDGERS = { networks: { main: NETWORK, test: TEST_NETWORK } };

describeStores("a payment that was turned into a balance", (open) => {
  async function converted() {
    const clock = testClock(Date.UTC(2026, 10, 21, 12));
    const services = testServices(open().store, {}, clock);
    const invoiceId = crypto.randomUUID();
    const deposit = depositOf(9, 1_000_000n, { invoiceHash: invoiceHash(invoiceId) });
    await services.deposits.credit(deposit);
    const convert = () => services.convert({ txHash: deposit.txHash, invoiceId, email: "payer@example.com" });
    const first = await convert();
    const holder = await services.directory.find(first.key?.text ?? "");
    if (holder === undefined) throw new Error("The payment has become nobody's");
    return { clock, services, convert, first, holder };
  }

  test("shows the same key again while that is good", async () => {
    const { convert, first } = await converted();
    expect(await convert()).toEqual(first);
  });

  test("shows no key that was rotated, replaced by the operator or suspended since", async () => {
    const ends = [
      ({ services, holder }) => services.keyCare.rotate(holder, 0),
      ({ services, holder }) => services.keyCare.revoke(holder),
      ({ services, first }) => services.operator.rekey(first.keyPrefix, "it was lost"),
      ({ services, first }) => services.operator.suspend(first.keyPrefix, "it was stolen"),
    ] satisfies ((made: Awaited<ReturnType<typeof converted>>) => Promise<unknown>)[];
    for (const end of ends) {
      const made = await converted();
      await end(made);
      const again = await made.convert();
      expect([again.order.id, again.keyPrefix, again.key]).toEqual([
        made.first.order.id,
        made.first.keyPrefix,
        undefined,
      ]);
    }
  });

  test("shows a key that was rotated until its grace is over", async () => {
    const { clock, services, convert, first, holder } = await converted();
    await services.keyCare.rotate(holder, 60);
    expect((await convert()).key).toEqual(first.key);
    clock.advance(60_000);
    expect((await convert()).key).toBeUndefined();
  });

  test("is on the ledger of that: test money makes no real one", async () => {
    const services = testServices(open().store, TWO_LEDGERS);
    const invoiceId = crypto.randomUUID();
    const deposit = depositOf(9, 1_000_000n, { network: TEST_NETWORK, invoiceHash: invoiceHash(invoiceId) });
    await services.deposits.credit(deposit);
    const refusal = services.convert({ txHash: deposit.txHash, invoiceId, email: "payer@example.com" });
    await expect(refusal).rejects.toMatchObject({ code: "payment_invalid" });
  });
});
