import { expect, test } from "bun:test";
import { asyncProperty, array, assert, constantFrom, integer, oneof, record, constant } from "fast-check";
import type { Order } from "../../src/accounts/orders.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { testServices } from "../support/accounts.ts";
import { type DepositWorld, NETWORK, openDepositWorld, OTHER, SHOP } from "../support/deposits.ts";
import { startHub } from "../support/hub.ts";
import { playCount } from "../support/long.ts";
import { describeStores } from "../support/stores.ts";

const PLAYS = playCount("PLAYS", { short: 10, long: 50 });
const ORDERS = 3;
const STRAY = ORDERS;

/** What happens next: money moves, somebody looks, a process dies, the server misbehaves. */
const STEP = oneof(
  record({
    kind: constant("pay" as const),
    order: integer({ min: 0, max: STRAY }),
    drops: integer({ min: 1, max: 2_000_000 }),
  }),
  record({
    kind: constant("partial" as const),
    order: integer({ min: 0, max: STRAY }),
    drops: integer({ min: 1, max: 2_000_000 }),
  }),
  record({
    kind: constantFrom(
      "close" as const,
      "follow" as const,
      "restart" as const,
      "die counting" as const,
      "die marking" as const,
      "look-alike" as const,
    ),
  }),
  record({
    kind: constant("verify" as const),
    order: integer({ min: 0, max: ORDERS - 1 }),
    payment: integer({ min: 0, max: 50 }),
  }),
  record({
    kind: constant("weather" as const),
    what: constantFrom("gap" as const, "stale" as const, "slow" as const, "fair" as const),
  }),
);

interface Sent {
  readonly hash: string;
  /** Which order's tag it has; `STRAY` has none's. */
  readonly order: number;
  readonly delivered: bigint;
}

describeStores("payments, readings, verifications, deaths and bad servers in any order", (open) => {
  test("what is credited is what was delivered with an order's tag, each payment once", async () => {
    const { store } = open();
    const services = testServices(store);
    await assert(
      asyncProperty(array(STEP, { minLength: 5, maxLength: 40 }), async (steps) => {
        await using world = openDepositWorld();
        await using hub = await startHub({ store, ledger: world.ledger, wallet: SHOP.address });
        const orders = await Promise.all(Array.from({ length: ORDERS }, () => order()));
        const tags = [...orders.map(({ destination_tag: tag }) => tag), 5];
        const sent: Sent[] = [];
        let followers = [world.follower(store), world.follower(store)];
        await followers[0]?.catchUp();
        world.weather.outcome = ({ fields }) => canned(fields);
        const pending: Promise<unknown>[] = [];

        for (const step of steps) {
          if (step.kind === "pay") {
            const { order, drops } = step;
            const hash = world.send({ DestinationTag: tags[order], Amount: String(drops) });
            sent.push({ hash, order, delivered: BigInt(drops) });
          } else if (step.kind === "partial") {
            const { order, drops } = step;
            const SendMax = { currency: "USD", issuer: OTHER.address, value: String(drops) };
            const hash = world.send({ DestinationTag: tags[order], Amount: "2000000", SendMax, Flags: 0x0002_0000 });
            sent.push({ hash, order, delivered: BigInt(drops) });
          } else if (step.kind === "look-alike") {
            world.send({
              DestinationTag: tags[0],
              Amount: { currency: "xrp", issuer: OTHER.address, value: "9000000" },
            });
          } else if (step.kind === "close") world.close();
          else if (step.kind === "follow") pending.push(...followers.map((follower) => quietly(follower.catchUp())));
          else if (step.kind === "restart") followers = [world.follower(store), world.follower(store)];
          else if (step.kind === "die counting" || step.kind === "die marking")
            pending.push(quietly(dying(world, step.kind).catchUp()));
          else if (step.kind === "weather") setWeather(world, step.what);
          else if (step.kind === "verify") {
            const { hash } = sent[step.payment % Math.max(1, sent.length)] ?? { hash: "AB".repeat(32) };
            const body = JSON.stringify({ order_id: orders[step.order]?.id, tx_hash: hash, amount: 2 });
            pending.push(fetch(`${hub.url}/api/v1/webhook/verify/`, { method: "POST", body }));
          }
        }
        setWeather(world, "fair");
        world.close();
        await Promise.all(pending);
        await world.follower(store).catchUp();

        for (const [number, { id }] of orders.entries()) {
          const due = sent.filter((each) => each.order === number).reduce((sum, each) => sum + each.delivered, 0n);
          const now = await services.orderKeys.order(id);
          expect(now?.delivered).toBe(due);
          expect(now?.status).toBe(due >= 1_000_000n ? "confirmed" : due > 0n ? "underpaid" : "pending");
          const credited = due >= 1_000_000n ? due : 0n;
          expect(await balanceOf(now)).toBe(credited);
        }
        for (const { hash, order, delivered } of sent) {
          const deposit = await services.orderKeys.deposit(hash);
          expect([deposit?.purpose, deposit?.delivered]).toEqual([order === STRAY ? "parked" : "order", delivered]);
        }
      }),
      { numRuns: PLAYS },
    );
    expect((await verifyLedger(store)).differences).toEqual([]);

    async function order(): Promise<Order> {
      return (await services.register({ email: "payer@example.com", tier: "per_call", amount: 1_000_000n })).order;
    }

    async function balanceOf(paid: Order | undefined): Promise<bigint> {
      const rows = await store.ask((db, { balances }) => db.select().from(balances));
      return rows.find((row) => row.account_id === paid?.account_id && row.network === NETWORK)?.drops ?? 0n;
    }

    /** A process that is killed before it has counted what it read, or after it and before it has moved the marker. */
    function dying(world: DepositWorld, when: "die counting" | "die marking") {
      const die = (): Promise<never> => Promise.reject(new Error("killed"));
      const markers = { ...world.markers(store), advance: die };
      return world.follower(store, when === "die counting" ? { markers, deposits: { credit: die } } : { markers });
    }
  }, 120_000);
});

function setWeather(world: DepositWorld, what: "gap" | "stale" | "slow" | "fair"): void {
  const { index } = world.served.sandbox.chain.history.last;
  delete world.weather.isMissing;
  delete world.weather.lastKnownLedger;
  delete world.weather.answer;
  if (what === "gap") world.weather.isMissing = (each) => each === index;
  if (what === "stale") world.weather.lastKnownLedger = () => index;
  if (what === "slow") {
    let asked = 0;
    world.weather.answer = () => (asked++ % 2 === 0 ? { kind: "error", error: "slowDown" } : undefined);
  }
}

/** Partial payments deliver what their sender spends, a drop for a cent; look-alikes deliver what they are. */
function canned(fields: object) {
  if ("SendMax" in fields) {
    const delivered = (fields.SendMax as { value: string }).value;
    return {
      result: "tesSUCCESS" as const,
      delivered,
      change: (draft: { credit(address: string, drops: bigint): void }) =>
        draft.credit(SHOP.address, BigInt(delivered)),
    };
  }
  const isLookAlike = "Amount" in fields && typeof fields.Amount === "object";
  return isLookAlike ? { result: "tesSUCCESS" as const, change: () => undefined } : undefined;
}

/** A server that gives no answer, and a death, are what this is about. */
async function quietly(act: Promise<void>): Promise<void> {
  await act.catch((error: unknown) => {
    const isMeant =
      (error instanceof HubError && error.code === "ledger_unavailable") || String(error).includes("killed");
    if (!isMeant) throw error;
  });
}
