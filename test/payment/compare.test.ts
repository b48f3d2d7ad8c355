import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Order } from "../../src/accounts/orders.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { createClaimRepository } from "../../src/payment/claims/repository.ts";
import { compareWithLedger, type Comparison } from "../../src/payment/follower/compare.ts";
import { storedMarkers } from "../../src/payment/follower/markers.ts";
import type { Store } from "../../src/store/store.ts";
import { depositOf, testServices } from "../support/accounts.ts";
import { type DepositWorld, openDepositWorld, OTHER, SHOP } from "../support/deposits.ts";
import { describeStores } from "../support/stores.ts";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";

describeStores("the store against the ledger", (open, name) => {
  test("the same payments, however they came, are no difference", async () => {
    await using played = await play();
    expect(await played.compare()).toEqual({ arrivals: 5, differences: [], notes: [] });
    // A call that was paid with more than it cost.
    await buy(played.store, played.world.pay({ DestinationTag: 7 }), played.payer);
    expect((await played.compare()).differences).toEqual([]);
    // One that the follower has not read yet, but somebody had counted by its hash, and one that nobody has.
    const hash = played.world.pay({ DestinationTag: played.order.destination_tag, Amount: "3" });
    await testServices(played.store).deposits.credit(
      depositOf(played.order.destination_tag, 3n, { txHash: hash, payer: played.payer }),
    );
    played.world.pay({ DestinationTag: played.order.destination_tag, Amount: "4" });
    expect((await played.compare()).differences).toEqual([]);
  }, 30_000);

  test("finds a deposit that was invented, though all figures of the store add up", async () => {
    await using played = await play();
    const invented = depositOf(played.order.destination_tag, 7_000_000n);
    await testServices(played.store).deposits.credit(invented);
    expect((await verifyLedger(played.store)).differences).toEqual([]);
    expect((await played.compare()).differences).toEqual([
      `deposit ${invented.txHash} over 7 XRP is not on xrpl:21338`,
    ]);
  }, 30_000);

  test("finds one that is missing, one whose amount was changed and one that is somebody else's", async () => {
    await using played = await play();
    const [gone = "", changed = "", foreign = ""] = played.hashes;
    await played.store.ask((db, { deposits }) => db.delete(deposits).where(eq(deposits.tx_hash, gone)));
    await played.store.ask((db, { deposits }) =>
      db.update(deposits).set({ delivered: 1n }).where(eq(deposits.tx_hash, changed)),
    );
    await played.store.ask((db, { deposits }) =>
      db.update(deposits).set({ payer: OTHER.address }).where(eq(deposits.tx_hash, foreign)),
    );
    const { differences } = await played.compare();
    expect(differences).toEqual([
      expect.stringMatching(new RegExp(`^payment ${changed} .* brought 1 XRP, its deposit says 0.000001$`)),
      expect.stringContaining(`payment ${foreign}`),
      expect.stringMatching(new RegExp(`^payment ${gone} .* over 1 XRP is missing$`)),
    ]);
  }, 30_000);

  test("what nobody holds any more is said, and no deposit in it is called invented", async () => {
    await using played = await play();
    const { index } = played.world.served.sandbox.chain.history.last;
    played.world.weather.isMissing = (each) => each < index - 1;
    for (const wallets of [[SHOP.address], [OTHER.address, SHOP.address]]) {
      const { differences, notes } = await played.compare(wallets);
      expect(differences).toEqual([]);
      expect(notes).toContain("3 deposit(s) may be in them and were not compared");
      expect(notes.join()).toContain(`to ${index - 2} of xrpl:21338 are held by no server`);
    }
  }, 30_000);

  /** A call for 0.05 XRP, paid with 1. */
  async function buy(store: Store, hash: string, payer: string): Promise<void> {
    const claims = createClaimRepository(store, { now: Date.now }, () => crypto.randomUUID());
    const lease = await claims.enter({
      hash,
      network: "xrpl:21338",
      invoiceId: "inv",
      request: "a request",
      payer,
      price: 50_000n,
      stands: {
        hash,
        result: "tesSUCCESS",
        type: "Payment",
        account: payer,
        destination: SHOP.address,
        destinationTag: 7,
        invoiceHash: undefined,
        delivered: 1_000_000n,
        closedAt: Date.now(),
      },
    });
    if (lease === undefined || !(await claims.redeem(lease, "{}"))) throw new Error("The payment was not redeemed");
  }

  interface Played extends AsyncDisposable {
    readonly store: Store;
    readonly world: DepositWorld;
    readonly order: Order;
    readonly hashes: readonly string[];
    readonly payer: string;
    compare(wallets?: readonly string[]): Promise<Comparison>;
  }

  /** A shop that was paid five times, all of it counted, in a store of its own. */
  async function play(): Promise<Played> {
    const database = name === "SQLite" ? undefined : await open().database.another();
    const store = database === undefined ? await openSqlite(":memory:") : await database.open();
    const world = openDepositWorld();
    const markers = storedMarkers({
      store,
      network: world.ledger.network,
      wallet: async () => SHOP.address,
      since: Date.now() - 60_000,
    });
    await world.follower(store, { markers }).catchUp();
    const { order } = await testServices(store).register({
      email: "payer@example.com",
      tier: "per_call",
      amount: 1_000_000n,
    });
    const hashes = Array.from({ length: 4 }, () => world.pay({ DestinationTag: order.destination_tag }));
    world.pay({ DestinationTag: 7 });
    await world.follower(store, { markers }).catchUp();
    const payer = (await testServices(store).orderKeys.deposit(hashes[0] ?? ""))?.payer ?? "";
    return {
      store,
      world,
      order,
      hashes,
      payer,
      compare: (wallets = [SHOP.address]) =>
        compareWithLedger({
          store,
          ledger: world.ledger,
          wallets,
          signal: new AbortController().signal,
          pause: async () => undefined,
        }),
      async [Symbol.asyncDispose]() {
        await world[Symbol.asyncDispose]();
        await store[Symbol.asyncDispose]();
        await database?.[Symbol.asyncDispose]();
      },
    };
  }
});
