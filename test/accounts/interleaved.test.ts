import { expect, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import type { KeyHolder } from "../../src/accounts/directory.ts";
import { giveBackLapsed } from "../../src/accounts/spending/holds.ts";
import type { AccountTier } from "../../src/accounts/tiers.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import type { Deposit } from "../../src/runtime/ports/deposits.ts";
import { depositOf, makeCall, openTestAccount, testServices as of } from "../support/accounts.ts";
import { interleave, type Play } from "../support/interleaving.ts";
import { describeStores } from "../support/stores.ts";

const XRP = 1_000_000n;
/** Of the tier that is ordered. */
const PRICE = 10n * XRP;
const reason = "test";

/** An order for a tier of which half has come, a payment that is parked, one that is about to come, and somebody else. */
interface OrderScene {
  readonly accountId: string;
  readonly orderId: string;
  readonly prefix: string;
  readonly others: string;
  readonly half: Deposit;
  readonly parked: Deposit;
  readonly late: Deposit;
}

const ORDER: Play<OrderScene> = {
  acts: {
    "the rest comes": async (store, { late }) => of(store).deposits.credit(late),
    "what came is told of again": async (store, { half }) => of(store).deposits.credit(half),
    "it is cancelled": (store, { orderId }) => of(store).orderCare.cancel(orderId, reason),
    "it is moved": (store, { orderId, others }) => of(store).arrivals.move(orderId, { keyPrefix: others }, reason),
    "it becomes balance": (store, { orderId }) => of(store).orderCare.creditByOwner(orderId),
    "what is parked is assigned to it": (store, { orderId, parked }) =>
      of(store).arrivals.assign(parked.txHash, { orderId }, reason),
    "what is parked is assigned to its key": (store, { prefix, parked }) =>
      of(store).arrivals.assign(parked.txHash, { keyPrefix: prefix }, reason),
    "what is parked is sent back": (store, { parked }) =>
      of(store).arrivals.refund(parked.txHash, { refundTxHash: depositOf(1, 1n).txHash, reason }),
    "its account is given something": (store, { prefix }) => of(store).operator.grant(prefix, { drops: XRP, reason }),
    "something is taken from it": (store, { prefix }) => of(store).corrections.debit(prefix, XRP, reason),
    "its account is suspended": (store, { prefix }) => of(store).operator.suspend(prefix, reason),
  },

  async open(store) {
    const services = of(store);
    const { order, keyPrefix } = await services.register({ email: "payer@example.com", tier: "basic", amount: 0n });
    const { prefix: others } = await openTestAccount(services, "per_call");
    const scene = {
      accountId: order.account_id,
      orderId: order.id,
      prefix: keyPrefix,
      others,
      half: depositOf(order.destination_tag, PRICE / 2n),
      parked: { ...depositOf(1, PRICE), isParked: true },
      late: depositOf(order.destination_tag, PRICE),
    };
    await services.deposits.credit(scene.half);
    await services.deposits.credit(scene.parked);
    return scene;
  },

  async judge(store, { accountId, orderId }) {
    const [order] = await store.ask((db, { orders }) => db.select().from(orders).where(eq(orders.id, orderId)));
    const [account] = await store.ask((db, { accounts }) =>
      db.select().from(accounts).where(eq(accounts.id, accountId)),
    );
    const counted = await store.ask((db, { deposits }) =>
      db.select().from(deposits).where(eq(deposits.order_id, orderId)),
    );
    const isBought = order?.outcome === "started";
    return {
      "a cancelled order has nothing": order?.cancelled_at === null || counted.length === 0,
      "what was bought is there": !isBought || (account?.tier === "basic" && account.expires_at !== null),
    };
  },
};

const KEY: Play<KeyHolder> = {
  acts: {
    "it is replaced": (store, holder) => of(store).keyCare.rotate(holder, 60),
    "it is ended": (store, holder) => of(store).keyCare.revoke(holder),
    "the operator gives another": (store, { key }) => of(store).operator.rekey(key.prefix, reason),
    "its account is suspended": (store, { key }) => of(store).operator.suspend(key.prefix, reason),
  },

  async open(store) {
    const { key } = await openTestAccount(of(store), "basic");
    const holder = await of(store).directory.find(key);
    if (holder === undefined) throw new Error("no such key");
    return holder;
  },

  async judge(store, { id }, done) {
    const living = await store.ask((db, { keys }) =>
      db
        .select()
        .from(keys)
        .where(and(eq(keys.account_id, id), isNull(keys.revoked_at))),
    );
    const isRekeyed = done.includes("the operator gives another");
    return { "the operator's key is the only one": !isRekeyed || living.length <= 1 };
  },
};

/** An account with a budget, of whose calls each takes something. */
interface CallScene {
  readonly id: string;
  readonly key: string;
  readonly prefix: string;
}

const CALL_PRICE = 50_000n;

const CALL: Omit<Play<CallScene>, "open"> = {
  acts: {
    "a call is made": (store, { key }) => makeCall(of(store), key),
    "a call fails": (store, { key }) => makeCall(of(store), key, { fails: true }),
    "calls are made at once": async (store, { key }) => {
      const services = of(store);
      // One that is refused does not end the others.
      const ends = await Promise.allSettled(Array.from({ length: 3 }, () => makeCall(services, key)));
      for (const end of ends) if (end.status === "rejected") throw end.reason;
    },
    "a process whose clock is ahead gives back what is set aside": async (store) =>
      store.transact(() => giveBackLapsed(Date.now() + 3_600_000)),
    "a charge is reversed": async (store, { prefix }) => {
      const [charge] = (await of(store).corrections.entries(prefix)).filter(({ kind }) => kind === "charge");
      if (charge !== undefined) await of(store).corrections.reverse(charge.id, reason);
    },
    "something is taken from it": (store, { prefix }) => of(store).corrections.debit(prefix, CALL_PRICE, reason),
    "its account is given something": (store, { prefix }) =>
      of(store).operator.grant(prefix, { drops: CALL_PRICE, calls: 1, reason }),
    "its account is suspended": (store, { prefix }) => of(store).operator.suspend(prefix, reason),
  },

  async judge(store, { id }) {
    const entries = await store.ask((db, { entries }) => db.select().from(entries).where(eq(entries.account_id, id)));
    const [limits] = await store.ask((db, { key_limits: rows }) =>
      db.select().from(rows).where(eq(rows.account_id, id)),
    );
    const held = await store.ask((db, { holds }) => db.select().from(holds).where(eq(holds.account_id, id)));
    const charges = entries.filter(({ kind }) => kind === "charge");
    const calls = entries.reduce((sum, entry) => sum + entry.calls, charges.length);
    const charged = charges.reduce((sum, { drops }) => sum - drops, 0n);
    return {
      "nothing stays set aside": held.length === 0,
      "the budget holds": charged <= 2n * CALL_PRICE && calls <= 3,
      "what was charged is counted in it": limits?.day_drops === charged && limits.total_drops === charged,
      "and so is each call": limits?.day_calls === calls,
    };
  },
};

function withBudget(tier: AccountTier): Play<CallScene> {
  return {
    ...CALL,
    async open(store) {
      const account = await openTestAccount(of(store), tier, 3n * CALL_PRICE);
      await of(store).keyLimits.setBudget(account.prefix, { callsPerDay: 3, dropsPerDay: 2n * CALL_PRICE }, reason);
      await makeCall(of(store), account.key);
      const holder = await of(store).directory.find(account.key);
      if (holder === undefined) throw new Error("no such key");
      return { ...account, id: holder.id };
    },
  };
}

// In SQLite nothing comes in between.
describeStores(
  "of two processes, whenever the second comes,",
  (open) => {
    test.each(Object.keys(ORDER.acts))(
      "nothing of an order is lost or counted twice while %s",
      async (first) => {
        await interleave(ORDER, first, open().store);
        expect((await verifyLedger(open().store)).differences).toEqual([]);
      },
      60_000,
    );

    test.each(Object.keys(KEY.acts))(
      "no key outlives what ends it while %s",
      (first) => interleave(KEY, first, open().store),
      60_000,
    );

    const calls = (["per_call", "basic"] as const).flatMap((tier) =>
      Object.keys(CALL.acts).map((first) => [tier, first] as const),
    );
    test.each(calls)(
      "a budget of tier %s counts what is charged, no more and no less, while %s",
      async (tier, first) => {
        await interleave(withBudget(tier), first, open().store);
        expect((await verifyLedger(open().store)).differences).toEqual([]);
      },
      60_000,
    );
  },
  "PostgreSQL",
);
