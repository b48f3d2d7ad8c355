import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import type { KeyHolder } from "../../src/accounts/directory.ts";
import type { AccountServices } from "../../src/accounts/services.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Deposit } from "../../src/runtime/ports/deposits.ts";
import type { Store } from "../../src/store/store.ts";
import { depositOf, openTestAccount, testServices } from "../support/accounts.ts";
import { interruptedStore } from "../support/interrupted-store.ts";
import { isUp, POSTGRES_URL, postgresDatabase, type TestDatabase } from "../support/stores.ts";

const XRP = 1_000_000n;
/** Of the tier that is ordered. */
const PRICE = 10n * XRP;
const reason = "test";

/** What may be done to a scene, by the name of it. */
type Acts<Scene> = Readonly<Record<string, (services: AccountServices, scene: Scene) => Promise<unknown>>>;

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

const ORDER_ACTS: Acts<OrderScene> = {
  "the rest comes": async ({ deposits }, { late }) => deposits.credit(late),
  "what came is told of again": async ({ deposits }, { half }) => deposits.credit(half),
  "it is cancelled": ({ orderCare }, { orderId }) => orderCare.cancel(orderId, reason),
  "it is moved": ({ arrivals }, { orderId, others }) => arrivals.move(orderId, { keyPrefix: others }, reason),
  "it becomes balance": ({ orderCare }, { orderId }) => orderCare.creditByOwner(orderId),
  "what is parked is assigned to it": ({ arrivals }, { orderId, parked }) =>
    arrivals.assign(parked.txHash, { orderId }, reason),
  "what is parked is assigned to its key": ({ arrivals }, { prefix, parked }) =>
    arrivals.assign(parked.txHash, { keyPrefix: prefix }, reason),
  "what is parked is sent back": ({ arrivals }, { parked }) =>
    arrivals.refund(parked.txHash, { refundTxHash: depositOf(1, 1n).txHash, reason }),
  "its account is given something": ({ operator }, { prefix }) => operator.grant(prefix, { drops: XRP, reason }),
  "something is taken from it": ({ corrections }, { prefix }) => corrections.debit(prefix, XRP, reason),
  "its account is suspended": ({ operator }, { prefix }) => operator.suspend(prefix, reason),
};

const KEY_ACTS: Acts<KeyHolder> = {
  "it is replaced": ({ keyCare }, holder) => keyCare.rotate(holder, 60),
  "it is ended": ({ keyCare }, holder) => keyCare.revoke(holder),
  "the operator gives another": ({ operator }, { key }) => operator.rekey(key.prefix, reason),
  "its account is suspended": ({ operator }, { key }) => operator.suspend(key.prefix, reason),
};

describe.skipIf(!(await isUp(POSTGRES_URL)))("of two processes, whenever the second comes,", () => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await postgresDatabase();
    store = await database.open();
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  for (const first of Object.keys(ORDER_ACTS))
    test(`nothing of an order is lost or counted twice while ${first}`, async () => {
      await play(ORDER_ACTS, first, orderScene, judgeOrder);
      expect((await verifyLedger(store)).differences).toEqual([]);
    });

  for (const first of Object.keys(KEY_ACTS))
    test(`no key outlives what ends it while ${first}`, () => play(KEY_ACTS, first, keyScene, judgeKeys));

  /** Each act comes before each statement of the first one, and in the end after it. */
  async function play<Scene>(
    acts: Acts<Scene>,
    first: string,
    open: (services: AccountServices) => Promise<Scene>,
    judge: (scene: Scene, done: readonly string[]) => Promise<Record<string, unknown>>,
  ): Promise<void> {
    for (const second of Object.keys(acts)) {
      for (let at = 1, isOver = false; !isOver; at++) {
        const services = testServices(store);
        const scene = await open(services);
        const done: string[] = [];
        const act = async (name: string, by: AccountServices) => {
          if (await isDone(acts[name]?.(by, scene))) done.push(name);
        };
        const interrupted = interruptedStore(store, at, () => act(second, services));
        await act(first, testServices(interrupted.store));
        await interrupted.ended();
        isOver = !interrupted.isInterrupted();
        if (isOver) await act(second, services);
        const judged = await judge(scene, done);
        const asked = Object.fromEntries(Object.keys(judged).map((name) => [name, true]));
        expect({ moment: `${second} before statement ${at}`, ...judged }).toEqual({
          moment: `${second} before statement ${at}`,
          ...asked,
        });
      }
    }
  }

  async function orderScene(services: AccountServices): Promise<OrderScene> {
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
  }

  async function judgeOrder({ accountId, orderId }: OrderScene): Promise<Record<string, unknown>> {
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
  }

  async function keyScene(services: AccountServices): Promise<KeyHolder> {
    const { key } = await openTestAccount(services, "basic");
    const holder = await services.directory.find(key);
    if (holder === undefined) throw new Error("no such key");
    return holder;
  }

  async function judgeKeys({ id }: KeyHolder, done: readonly string[]): Promise<Record<string, unknown>> {
    const living = await store.ask((db, { keys }) =>
      db
        .select()
        .from(keys)
        .where(and(eq(keys.account_id, id), isNull(keys.revoked_at))),
    );
    const isRekeyed = done.includes("the operator gives another");
    return { "the operator's key is the only one": !isRekeyed || living.length <= 1 };
  }
});

/** Whoever comes second may be refused, in words that are meant for it. */
async function isDone(act: Promise<unknown> | undefined): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (error instanceof HubError && error.status < 500) return false;
    throw error;
  }
}
