import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { createClaimRepository } from "../../src/payment/claims/repository.ts";
import type { Store } from "../../src/store/store.ts";
import { depositOf, makeCall, NETWORK, openTestAccount, testServices } from "../support/accounts.ts";
import { describeStores, queryPostgres } from "../support/stores.ts";

const NOW = 1_800_000_000_000;

/** Values as SQL writes them. */
function sql(texts: TemplateStringsArray, ...values: readonly (string | number | null)[]): string {
  return String.raw(texts, ...values.map((value) => (typeof value === "string" ? `'${value}'` : String(value))));
}

/** What somebody did to the store behind the hub's back, and what verify says of it. */
interface Fraud {
  readonly name: string;
  readonly says: RegExp;
  /** In raw SQL, which no guard of ours sees. */
  readonly acts: (names: Names) => readonly string[];
}

interface Names {
  readonly account: string;
  readonly referrer: string;
  /** Paid with more than it asked for, for a balance. */
  readonly order: string;
  /** Paid for a tier. */
  readonly subscription: string;
  /** Waits for the rest. */
  readonly underpaid: string;
  readonly deposit: string;
  readonly payment: string;
  readonly parked: string;
}

const entry = (account: string, kind: string, drops: number, after: number, orderId: string | null) =>
  sql`INSERT INTO entries (account_id, at, day, kind, calls, drops, network, balance_after, reference, order_id)
      VALUES (${account}, ${NOW}, '2027-01-15', ${kind}, 0, ${drops}, ${NETWORK}, ${after}, 'x', ${orderId})`;
const moreBalance = (account: string, drops: number) =>
  sql`UPDATE balances SET drops = drops + ${drops} WHERE account_id = ${account}`;
const newDeposit = (hash: string, orderId: string | null, purpose: string) =>
  sql`INSERT INTO deposits (tx_hash, network, order_id, delivered, payer, at, purpose)
      VALUES (${hash}, ${NETWORK}, ${orderId}, 5000000, 'rX', ${NOW}, ${purpose})`;

const FRAUDS: readonly Fraud[] = [
  {
    name: "a deposit is invented for a paid order",
    says: /^order ord_\w+ says that 3000000 arrived, its deposits come to 8000000$/,
    acts: ({ order }) => [newDeposit("AA".repeat(32), order, "order")],
  },
  {
    name: "a deposit is invented, and its order and the balance are raised by it",
    says: /^order ord_\w+ has given 3000000 as balance, where it was to give 8000000$/,
    acts: ({ order, account }) => [
      newDeposit("AB".repeat(32), order, "order"),
      sql`UPDATE orders SET delivered = delivered + 5000000 WHERE id = ${order}`,
      moreBalance(account, 5_000_000),
    ],
  },
  {
    name: "an entry is invented with its balance, and no deposit",
    says: /has given 8000000 as balance, where it was to give 3000000$/,
    acts: ({ order, account }) => [
      entry(account, "deposit", 5_000_000, 8_500_000, order),
      moreBalance(account, 5_000_000),
    ],
  },
  {
    name: "an entry is invented for an order that nobody paid",
    says: /^an entry "deposit" of account \S+ over 5000000 comes from no paid order$/,
    acts: ({ underpaid, account }) => [
      entry(account, "deposit", 5_000_000, 1, underpaid),
      moreBalance(account, 5_000_000),
    ],
  },
  {
    name: "an entry is invented for no order at all",
    says: /^an entry "deposit" of account \S+ over 5000000 comes from no paid order$/,
    acts: ({ account }) => [entry(account, "deposit", 5_000_000, 1, null)],
  },
  {
    name: "a reward is paid twice",
    says: /^order ord_\w+ was rewarded 2 times$/,
    acts: ({ referrer, order }) => [
      entry(referrer, "referral", 100_000, 200_000, order),
      moreBalance(referrer, 100_000),
    ],
  },
  {
    name: "a deposit is missing",
    says: /^order ord_\w+ says that 3000000 arrived, its deposits come to 0$/,
    acts: ({ deposit }) => [sql`DELETE FROM deposits WHERE tx_hash = ${deposit}`],
  },
  {
    name: "the amount of a deposit is changed",
    says: /^order ord_\w+ says that 3000000 arrived, its deposits come to 2999999$/,
    acts: ({ deposit }) => [sql`UPDATE deposits SET delivered = delivered - 1 WHERE tx_hash = ${deposit}`],
  },
  {
    name: "the amount of an order is changed",
    says: /has given 0 as balance, where it was to give 1$/,
    acts: ({ subscription }) => [sql`UPDATE orders SET amount = amount - 1 WHERE id = ${subscription}`],
  },
  {
    name: "an order is said to be paid",
    says: /^order ord_\w+ is confirmed with 400000 of 1000000$/,
    acts: ({ underpaid }) => [
      sql`UPDATE orders SET status = 'confirmed', confirmed_at = ${NOW} WHERE id = ${underpaid}`,
    ],
  },
  {
    name: "an order is cancelled with what it has received",
    says: /^order ord_\w+ was cancelled, and is underpaid with 400000$/,
    acts: ({ underpaid }) => [sql`UPDATE orders SET cancelled_at = ${NOW} WHERE id = ${underpaid}`],
  },
  {
    name: "the running balance of an entry is changed with the balance",
    says: /^an entry of account \S+ \(xrpl:21338\) ends at \d+, where the one before and its amount come to \d+$/,
    acts: ({ account }) => [entry(account, "charge", -7, 77, null), moreBalance(account, -7)],
  },
  {
    name: "a payment has no deposit",
    says: /^payment \w{64} over 50000 is "redeemed", and nothing stands for it$/,
    acts: ({ payment }) => [sql`DELETE FROM deposits WHERE tx_hash = ${payment}`],
  },
  {
    name: "less arrived for a payment than it cost",
    says: /^payment \w{64} over 50000 is "redeemed", and a deposit of 49999 stands for it$/,
    acts: ({ payment }) => [sql`UPDATE deposits SET delivered = 49999 WHERE tx_hash = ${payment}`],
  },
  {
    name: "a deposit has no payment",
    says: /^deposit \w{64} over 50000 is said to pay an invoice, its payment is "none"$/,
    acts: ({ payment }) => [sql`DELETE FROM payments WHERE tx_hash = ${payment}`],
  },
  {
    name: "a payment is said to be balance, and is not",
    says: /^payment \w{64} over 50000 is "credited", and a deposit of 50000 stands for it$/,
    acts: ({ payment }) => [sql`UPDATE payments SET state = 'credited', redeemed_at = NULL WHERE tx_hash = ${payment}`],
  },
  {
    name: "a deposit is for an order and names none",
    says: /^deposit \w{64} over 3000000 is for "order", and its order says otherwise$/,
    acts: ({ deposit }) => [sql`UPDATE deposits SET order_id = NULL WHERE tx_hash = ${deposit}`],
  },
  {
    name: "something is left of a payment that never was",
    says: /^deposit \w{64}-SURPLUS over 5000000 is said to be left of a payment that is "none"$/,
    acts: () => [newDeposit(`${crypto.randomUUID().replaceAll("-", "").repeat(2)}-SURPLUS`, null, "parked")],
  },
  {
    name: "a deposit is said to be sent back, and was not",
    says: /^deposit \w{64} over 77 is for "refunded", and 0 of it is recorded as sent back$/,
    acts: ({ parked }) => [sql`UPDATE deposits SET purpose = 'refunded' WHERE tx_hash = ${parked}`],
  },
  {
    name: "a balance is said to be sent back, and was not",
    says: /^7 was taken from account \S+ \(xrpl:21338\) to be sent back, and 0 is recorded as sent$/,
    acts: ({ account }) => [entry(account, "refund", -7, 2_999_993, null), moreBalance(account, -7)],
  },
  {
    name: "a reversal gives more than was taken",
    says: /^a reversal of account \S+ \(xrpl:21338\) moves 9, where what it undoes asks for -\d+$/,
    acts: ({ account }) => [
      sql`INSERT INTO entries (account_id, at, day, kind, calls, drops, network, balance_after, reference, reverses)
          SELECT ${account}, ${NOW}, '2027-01-15', 'reversal', 0, 9, ${NETWORK}, 9, 'x', MAX(id) FROM entries
          WHERE account_id = ${account}`,
    ],
  },
  {
    name: "a balance is changed",
    says: /^balance of account \S+ \(xrpl:21338\): \d+ is kept, the entries say \d+$/,
    acts: ({ account }) => [moreBalance(account, 1)],
  },
  {
    name: "calls are taken back",
    says: /^calls of account \S+ \(\d{4}-\d\d-\d\d\): 0 is kept, the entries say 2$/,
    acts: () => [sql`UPDATE days SET calls = 0`],
  },
];

describeStores("verify", (open) => {
  test.each(FRAUDS.map(({ name, ...fraud }) => [name, fraud] as const))("finds it when %s", async (_name, fraud) => {
    const { store, database } = open();
    const { differences: before } = await verifyLedger(store);
    const names = await furnish(store);
    expect((await verifyLedger(store)).differences).toEqual(before);
    await tamper(database.address, fraud.acts(names).join(";\n"));
    const { differences } = await verifyLedger(store);
    expect(differences.filter((sentence) => !before.includes(sentence))).toContainEqual(
      expect.stringMatching(fraud.says),
    );
  });
});

/** On a connection of its own, as somebody with a shell would. */
async function tamper(address: string, statements: string): Promise<void> {
  if (address.startsWith("postgres://")) return void (await queryPostgres(address, statements));
  using database = new Database(address);
  database.run(statements);
}

/** An account with a call made, orders in every state, a reward, a parked payment and one for a single call. */
async function furnish(store: Store): Promise<Names> {
  const services = testServices(store);
  const brought = await openTestAccount(services, "basic", 100_000n);
  const { key } = await openTestAccount(services, "basic", 400_000n);
  const holder = await services.directory.find(key);
  const referrer = await services.directory.find(brought.key);
  if (holder === undefined || referrer === undefined) throw new Error("no such key");
  await makeCall(services, key);
  await makeCall(services, key, { billing: "charged", hasProof: false });
  const register = async (amount: bigint, tier: "per_call" | "basic" = "per_call") =>
    (await services.register({ email: "payer@example.com", tier, amount, referrerKey: brought.key })).order;
  const [order, subscription, underpaid] = [
    await register(2_000_000n),
    await register(0n, "basic"),
    await register(1_000_000n),
  ];
  const pay = async ({ destination_tag: tag }: { destination_tag: number }, drops: bigint) => {
    const deposit = depositOf(tag, drops);
    await services.deposits.credit(deposit);
    return deposit.txHash;
  };
  const deposit = await pay(order, 3_000_000n);
  await pay(subscription, subscription.amount);
  await pay(underpaid, 400_000n);
  const parked = await pay({ destination_tag: 4_294_967_295 }, 77n);
  const { payment } = await redeemed(store);
  const account = order.account_id;
  return {
    account,
    referrer: referrer.id,
    order: order.id,
    subscription: subscription.id,
    underpaid: underpaid.id,
    deposit,
    payment,
    parked,
  };
}

/** A single call that was paid on its ledger and has bought its answer. */
async function redeemed(store: Store): Promise<{ payment: string }> {
  const claims = createClaimRepository(store, { now: Date.now }, () => crypto.randomUUID());
  const hash = depositOf(1, 1n).txHash;
  const lease = await claims.enter({
    hash,
    network: NETWORK,
    invoiceId: `inv_${hash}`,
    request: "a request",
    payer: "rPayer",
    price: 50_000n,
    stands: {
      hash,
      result: "tesSUCCESS",
      type: "Payment",
      account: "rPayer",
      destination: "rShop",
      destinationTag: undefined,
      invoiceHash: undefined,
      delivered: 50_000n,
      closedAt: Date.now(),
    },
  });
  if (lease === undefined || !(await claims.redeem(lease, "{}"))) throw new Error("The payment was not redeemed");
  return { payment: hash };
}
