/** An account of the free tier that holds play money, and real money that has outlived a tier. */
import { expect, test } from "bun:test";
import type { Store } from "../../src/store/store.ts";
import { depositOf, openTestAccount, testServices } from "../support/accounts.ts";
import { testClock } from "../support/operations.ts";
import { describeStores } from "../support/stores.ts";

const XRP = 1_000_000n;
const DAY_MS = 86_400_000;
const [REAL, PLAY] = ["xrpl:0", "xrpl:1"];
const reason = "sent back";

/** Three XRP on each network. */
async function world(store: Store) {
  const clock = testClock(Date.now());
  const services = testServices(store, { networks: { main: REAL, test: PLAY } }, clock);
  const { key, prefix } = await openTestAccount(services, "free_testnet", 3n * XRP);
  const holder = await services.directory.find(key);
  if (holder === undefined) throw new Error("The key is unknown");
  const { order } = await services.register({ email: "owner@example.com", tier: "basic", amount: 0n, holder });
  await services.deposits.credit(depositOf(order.destination_tag, order.amount + 3n * XRP, { network: REAL }));
  clock.advance(31 * DAY_MS);
  const balances = async () => {
    const rows = await store.ask((db, { balances: table }) => db.select().from(table));
    const own = rows
      .filter(({ account_id: id }) => id === holder.id)
      .map(({ network, drops }) => [network, drops / XRP]);
    return Object.fromEntries(own) as Record<string, bigint>;
  };
  return { services, prefix, balances };
}

const hashOf = (): string => crypto.randomUUID().replaceAll("-", "").toUpperCase().repeat(2);

describeStores("what an operator takes from two balances", (open) => {
  test("comes from the one that is named, and from neither where both hold it and none is", async () => {
    const { services, prefix, balances } = await world(open().store);
    const { corrections } = services;
    const sent = { drops: 2n * XRP, txHash: hashOf(), reason };
    await expect(corrections.refund(prefix, sent)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(corrections.debit(prefix, XRP, reason)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(corrections.debit(prefix, XRP, reason, "xrpl:2")).rejects.toMatchObject({ code: "invalid_input" });
    expect(await balances()).toEqual({ [REAL]: 3n, [PLAY]: 3n });
    await corrections.refund(prefix, { ...sent, network: REAL });
    expect(await balances()).toEqual({ [REAL]: 1n, [PLAY]: 3n });
    await corrections.debit(prefix, 2n * XRP, reason); // Only one holds as much.
    await corrections.debit(prefix, XRP, reason, PLAY);
    expect(await balances()).toEqual({ [REAL]: 1n, [PLAY]: 0n });
    const [refund] = await open().store.ask((db, { refunds }) => db.select().from(refunds));
    expect(refund).toMatchObject({ network: REAL, drops: 2n * XRP, tx_hash: sent.txHash });
  });
});
