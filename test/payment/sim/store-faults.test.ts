import { expect, test } from "bun:test";
import { verifyLedger } from "../../../src/accounts/verify.ts";
import { LEASE_MS } from "../../../src/store/processes/leases.ts";
import type { Requirements } from "../../../src/payment/requirements.ts";
import { transactionHash } from "../../../src/payment/xrpl/codec.ts";
import { openTestAccount } from "../../support/accounts.ts";
import { echoActor } from "../../support/actors.ts";
import { failingStore } from "../../support/failing-store.ts";
import { startHub, type TestHub } from "../../support/hub.ts";
import { paymentFields, proofOf, signed, walletOf } from "../../support/payer.ts";
import { describeStores, type OpenStore } from "../../support/stores.ts";
import { toyLedger } from "../../support/toy-ledger.ts";
import { testClock } from "../../support/operations.ts";

const NETWORK = "xrpl:21338";
const SLUG = "charged";
/** Fewer than the statements of a paid call would mean that nothing was tried. */
const FEWEST = 6;
/** What a repeat is told as the first was. */
const TOLD_HEADERS = ["x-charge-xrp", "x-balance-xrp", "x-calls-remaining", "payment-response", "x-payment-receipt"];

async function startWorld({ store: kept }: OpenStore) {
  const clock = testClock(Date.UTC(2026, 0, 1));
  const payer = walletOf("payer");
  const ledger = toyLedger(NETWORK);
  ledger.accounts.set(payer.address, { sequence: 7, balance: 1_000_000_000n, tickets: new Set() });
  const { submit } = ledger;
  ledger.submit = async (blob, signal) => {
    const answer = await submit(blob, signal);
    setImmediate(() => ledger.close(clock.now()));
    return answer;
  };
  const failing = failingStore(kept);
  const actor = echoActor({ slug: SLUG, price: { tier: "enhanced", charged: () => true }, cacheTtlSeconds: 0 });
  const hub = await startHub({ store: failing.store, ledger, clock, actors: [actor] });
  const sign = async (isByHash: boolean): Promise<Record<string, string>> => {
    const { accepts } = (await (await hub.run(SLUG, { q: "x" })).json()) as { accepts: readonly [Requirements] };
    const sequence = ledger.accounts.get(payer.address)?.sequence ?? 0;
    const fields = paymentFields(accepts[0], payer, sequence, ledger.index + 14);
    const signedTxBlob = signed({ ...fields, NetworkID: 21_338 }, payer);
    if (!isByHash) return { "payment-signature": proofOf(accepts[0], { signedTxBlob }) };
    ledger.send(signedTxBlob);
    ledger.close(clock.now());
    return { "payment-signature": proofOf(accepts[0], { txHash: transactionHash(signedTxBlob) }) };
  };
  return { hub, ledger, clock, failing, sign, kept };
}

async function runOf(hub: TestHub, headers: Record<string, string>) {
  const response = await hub.run(SLUG, { q: "x" }, headers);
  const body = (await response.json()) as { meta?: { run_id: string; charged_xrp: number } };
  const stands = TOLD_HEADERS.map((name) => response.headers.get(name));
  return { status: response.status, runId: body.meta?.run_id, charged: body.meta?.charged_xrp, stands };
}

describeStores("a store that fails at any statement of a paid call", (open) => {
  test.each(["a signed payment", "a payment shown by its hash"])(
    "leaves %s to be redeemed once, by the same request",
    async (kind) => {
      const world = await startWorld(open());
      await using hub = world.hub;
      let tried = 0;
      for (let at = 1; ; at++, tried++) {
        const headers = await world.sign(kind === "a payment shown by its hash");
        world.failing.failAt(at);
        const told = await runOf(hub, headers);
        if (world.failing.failed() === undefined) break;
        // Whoever failed to give its hold back loses it by and by.
        world.clock.advance(LEASE_MS);
        const retried = await runOf(hub, headers);
        const again = await runOf(hub, headers);
        expect([at, retried.status, retried.charged, again.runId]).toEqual([at, 200, 0.12, retried.runId]);
        if (told.status === 200) expect(told.runId).toBe(retried.runId);
      }
      expect(tried).toBeGreaterThanOrEqual(FEWEST);
      const rows = await world.kept.ask((db, { payments }) => db.select().from(payments));
      expect(rows.filter(({ state }) => state !== "redeemed")).toEqual([]);
      expect([...world.ledger.submissions.values()].every((times) => times <= 2)).toBeTrue();
    },
    60_000,
  );

  test.each(["basic", "per_call"] as const)(
    "charges the account of a %s key for what it answers",
    async (tier) => {
      const world = await startWorld(open());
      await using hub = world.hub;
      for (let at = 1; ; at++) {
        const { key, prefix } = await openTestAccount(hub.services, tier, 500_000n);
        world.failing.failAt(at);
        const first = await runOf(hub, { "x-api-key": key });
        const failed = world.failing.failed();
        if (failed === undefined) break;
        const second = await runOf(hub, { "x-api-key": key });
        expect([at, second.status]).toEqual([at, 200]);
        const answers = [first, second].filter(({ status }) => status === 200).length;
        const charges = await chargesOf(world.kept, prefix);
        // A store that does not say that it is done may have charged for an answer that was then withheld.
        expect([at, failed === "after" ? charges >= answers : charges === answers]).toEqual([at, true]);
        expect(charges).toBeLessThanOrEqual(2);
        expect((await verifyLedger(world.kept)).differences).toEqual([]);
      }
    },
    60_000,
  );

  test.each(["basic", "per_call"] as const)(
    "charges a %s key once for all requests with one Idempotency-Key",
    async (tier) => {
      const world = await startWorld(open());
      await using hub = world.hub;
      let withheld = 0;
      for (let at = 1; ; at++) {
        const { key, prefix } = await openTestAccount(hub.services, tier, 500_000n);
        const headers = { "x-api-key": key, "idempotency-key": `one-of-many-keys-${at}` };
        world.failing.failAt(at);
        const told = await runOf(hub, headers);
        if (world.failing.failed() === undefined) break;
        if (told.status !== 200 && (await chargesOf(world.kept, prefix)) > 0) withheld++;
        world.clock.advance(LEASE_MS);
        const retried = await runOf(hub, headers);
        const again = await runOf(hub, headers);
        expect([at, retried.status, again]).toEqual([at, 200, retried]);
        if (told.status === 200) expect(told).toEqual(retried);
        expect([at, await chargesOf(world.kept, prefix)]).toEqual([at, 1]);
      }
      // The store has charged for an answer without saying so, and the answer was there for the repeat.
      expect(withheld).toBe(1);
      expect((await verifyLedger(world.kept)).differences).toEqual([]);
    },
    60_000,
  );

  test("redeems one payment for all requests with one Idempotency-Key, even if each brings another", async () => {
    const world = await startWorld(open());
    await using hub = world.hub;
    for (let at = 1; ; at++) {
      const before = await redeemedOf(world.kept);
      const name = { "idempotency-key": `one-of-many-keys-${at}` };
      const headers = await world.sign(true);
      world.failing.failAt(at);
      const told = await runOf(hub, { ...headers, ...name });
      if (world.failing.failed() === undefined) break;
      world.clock.advance(LEASE_MS);
      const retried = await runOf(hub, { ...(await world.sign(true)), ...name });
      expect([at, retried.status]).toEqual([at, 200]);
      if (told.status === 200) expect(retried).toEqual(told);
      expect([at, await redeemedOf(world.kept)]).toEqual([at, before + 1]);
    }
  }, 60_000);
});

async function redeemedOf(store: OpenStore["store"]): Promise<number> {
  const rows = await store.ask((db, { payments }) => db.select().from(payments));
  return rows.filter(({ state }) => state === "redeemed").length;
}

/** How many calls the account of this key was charged for. */
async function chargesOf(store: OpenStore["store"], prefix: string): Promise<number> {
  const keys = await store.ask((db, tables) => db.select().from(tables.keys));
  const account = keys.find((key) => key.prefix === prefix)?.account_id;
  const entries = await store.ask((db, tables) => db.select().from(tables.entries));
  return entries.filter(({ account_id, kind }) => account_id === account && kind !== "grant").length;
}
