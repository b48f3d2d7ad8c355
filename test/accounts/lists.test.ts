/** The operator's lists, page by page, where many rows are of one moment. */
import { expect, test } from "bun:test";
import type { RowPage } from "../../src/accounts/page.ts";
import { NETWORK, testServices } from "../support/accounts.ts";
import { describeStores } from "../support/stores.ts";

const ROWS = 250;
const NOON = Date.UTC(2026, 10, 28, 12);

describeStores("a list of the operator's", (open) => {
  const services = () => testServices(open().store, {}, { now: () => NOON });

  test("shows each payment of one moment once, whatever page it is on", async () => {
    const { arrivals, deposits } = services();
    for (let count = 0; count < ROWS; count++)
      await deposits.credit({ txHash: hashOf(count), network: NETWORK, delivered: 1n, payer: "rPayer" });
    const shown = await allOf(arrivals.deposits);
    expect(new Set(shown.map(({ tx_hash: hash }) => hash)).size).toBe(ROWS);
    const parked = await allOf(arrivals.parked);
    expect(new Set(parked.map(({ tx_hash: hash }) => hash)).size).toBe(ROWS);
  });

  test("shows each account and order of one moment once", async () => {
    const { operator, register } = services();
    for (let count = 0; count < ROWS; count++)
      await register({ email: `a${count}@example.com`, tier: "basic", amount: 0n });
    const [accounts, orders] = [await allOf(operator.accounts), await allOf(operator.orders)];
    expect(new Set(accounts.map(({ account }) => account.id)).size).toBe(ROWS);
    expect(new Set(orders.map(({ id }) => id)).size).toBe(ROWS);
  });
});

async function allOf<Row>(list: (page: RowPage) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await list({ offset: rows.length });
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

/** 64 upper-case hex digits. */
function hashOf(count: number): string {
  return count.toString(16).padStart(64, "0").toUpperCase();
}
