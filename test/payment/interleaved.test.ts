import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { eq, or } from "drizzle-orm";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { type ClaimRepository, createClaimRepository, type PaymentLease } from "../../src/payment/claims/repository.ts";
import type { ValidatedPayment } from "../../src/payment/ledger.ts";
import type { Deposit } from "../../src/runtime/ports/deposits.ts";
import { surplusHash } from "../../src/runtime/payment/surplus.ts";
import type { Store } from "../../src/store/store.ts";
import { depositOf, NETWORK, openTestAccount, testServices as of } from "../support/accounts.ts";
import { type Acts, interleave } from "../support/interleaving.ts";
import { describeStores } from "../support/stores.ts";

const PRICE = 50_000n;
const SURPLUS = 20_000n;
const reason = "test";
const UNSENT = { blob: "00", firstLedger: 1, lastLedger: 9 };

/** A payment for a call that has brought more than its price, and somebody's account. */
interface Scene {
  readonly invoiceId: string;
  readonly arrived: ValidatedPayment;
  readonly deposit: Deposit;
  readonly key: string;
  readonly prefix: string;
  /** What was given for it. */
  readonly given: { runs: number };
}

const ACTS: Acts<Scene> = {
  "it is told of": async (store, { deposit }) => of(store).deposits.credit(deposit),
  "it buys a run by its hash": async (store, scene) => {
    const claims = claimsOf(store);
    await run(claims, await claims.enter({ ...newPayment(scene), stands: scene.arrived }), scene);
  },
  "it is submitted and buys a run": async (store, scene) => {
    const claims = claimsOf(store);
    const lease = await claims.enter({ ...newPayment(scene), stands: UNSENT });
    await run(claims, lease && (await settled(claims, lease, scene)), scene);
  },
  "its run is tried and fails": async (store, scene) => {
    const claims = claimsOf(store);
    const lease = await claims.enter({ ...newPayment(scene), stands: scene.arrived });
    if (lease !== undefined) await claims.giveBack(lease);
  },
  "it is tried again": async (store, scene) => {
    const claims = claimsOf(store);
    const lease = await claims.take(scene.arrived.hash);
    await run(claims, lease?.row.state === "claimed" ? await settled(claims, lease, scene) : lease, scene);
  },
  "another process finds that it never came": async (store, { arrived }) => {
    const claims = claimsOf(store);
    const lease = await claims.take(arrived.hash);
    if (lease !== undefined && (await claims.fail(lease, "expired")) === undefined) await claims.giveBack(lease);
  },
  "it becomes a new balance": async (store, { arrived: { hash: txHash }, invoiceId }) =>
    of(store).convert({ txHash, invoiceId, email: "payer@example.com" }),
  "it becomes balance of a key": async (store, { arrived: { hash: txHash }, invoiceId, key }) => {
    const holder = await of(store).directory.find(key);
    await of(store).convert({ txHash, invoiceId, email: "payer@example.com", ...(holder && { holder }) });
  },
  "the operator assigns it": (store, { arrived, prefix }) =>
    of(store).arrivals.assign(arrived.hash, { keyPrefix: prefix }, reason),
  "the operator sends it back": (store, { arrived }) =>
    of(store).arrivals.refund(arrived.hash, { refundTxHash: depositOf(1, 1n).txHash, reason }),
};

async function begin(store: Store): Promise<Scene> {
  const invoiceId = crypto.randomUUID().replaceAll("-", "").padEnd(54, "A");
  const invoiceHash = createHash("sha256").update(invoiceId).digest("hex").toUpperCase();
  const { destinationTag: _none, ...paid } = depositOf(1, PRICE + SURPLUS, { invoiceHash });
  const { txHash: hash, delivered, payer: account } = paid;
  const facts = { result: "tesSUCCESS", type: "Payment", destination: "rHub", destinationTag: undefined };
  return {
    ...(await openTestAccount(of(store), "per_call")),
    invoiceId,
    arrived: { ...facts, hash, account, delivered, invoiceHash, closedAt: 0 },
    deposit: paid,
    given: { runs: 0 },
  };
}

/** What is known of the payment when the first act comes. */
const BEGINNINGS: Readonly<Record<string, (store: Store) => Promise<Scene>>> = {
  "that nobody has told of": begin,
  "that is parked": async (store) => after("it is told of", store),
  "that waits to be submitted": async (store) => {
    const scene = await begin(store);
    const claims = claimsOf(store);
    const lease = await claims.enter({ ...newPayment(scene), stands: UNSENT });
    if (lease !== undefined) await claims.giveBack(lease);
    return scene;
  },
  "whose run has failed": async (store) => after("its run is tried and fails", store),
  "that has bought its run": async (store) => after("it buys a run by its hash", store),
};

async function after(act: string, store: Store): Promise<Scene> {
  const scene = await begin(store);
  await ACTS[act]?.(store, scene);
  return scene;
}

async function judge(
  store: Store,
  { arrived: { hash, delivered }, given }: Scene,
): Promise<Readonly<Record<string, boolean>>> {
  const rows = await store.ask((db, { deposits }) =>
    db
      .select()
      .from(deposits)
      .where(or(eq(deposits.tx_hash, hash), eq(deposits.tx_hash, surplusHash(hash)))),
  );
  const [payment] = await store.ask((db, { payments }) => db.select().from(payments).where(eq(payments.tx_hash, hash)));
  const whole = rows.reduce((sum, row) => sum + row.delivered, 0n);
  const bought = rows.filter(({ purpose }) => purpose === "invoice");
  return {
    "all of it is there": rows.length === 0 || whole === delivered,
    "it bought one run, or none": given.runs === (payment?.state === "redeemed" ? 1 : 0),
    "who got a run has paid its price": given.runs === 0 || bought[0]?.delivered === PRICE,
    "nobody holds it for ever": payment?.hold === null || payment?.hold === undefined,
  };
}

function claimsOf(store: Store): ClaimRepository {
  return createClaimRepository(store, { now: Date.now }, () => crypto.randomUUID());
}

function newPayment({ invoiceId, arrived }: Scene) {
  return { hash: arrived.hash, network: NETWORK, invoiceId, request: "r", payer: arrived.account, price: PRICE };
}

/** As it is settled: what was counted towards something else has failed for good. */
async function settled(claims: ClaimRepository, lease: PaymentLease, { arrived }: Scene) {
  try {
    return await claims.settle(lease, arrived);
  } catch (error) {
    await claims.fail(lease, "duplicate_settlement");
    throw error;
  }
}

async function run(claims: ClaimRepository, lease: PaymentLease | undefined, { given }: Scene): Promise<void> {
  if (lease !== undefined && (await claims.redeem(lease, "what it bought"))) given.runs++;
}

// In SQLite nothing comes in between.
describeStores(
  "of two processes, whenever the second comes,",
  (open) => {
    const plays = Object.entries(BEGINNINGS).flatMap(([beginning, each]) =>
      Object.keys(ACTS).map((first) => [beginning, first, each] as const),
    );
    test.each(plays)(
      "a payment for a call %s is spent once and whole while %s",
      async (_beginning, first, each) => {
        await interleave({ acts: ACTS, open: each, judge }, first, open().store);
        expect((await verifyLedger(open().store)).differences).toEqual([]);
      },
      60_000,
    );
  },
  "PostgreSQL",
);
