/** What was ended stays ended, also where an earlier backup is restored. */
import { afterAll, expect, test } from "bun:test";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { appendFile, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { standingOf } from "../../src/accounts/directory.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { backUp, restore, type StorePlace } from "../../src/backup/backup.ts";
import { copyRevocations, forgetRevocations } from "../../src/backup/revocations.ts";
import { createClients } from "../../src/connections/clients.ts";
import { createConnections } from "../../src/connections/connections.ts";
import { createLinks } from "../../src/connections/link.ts";
import { createVault } from "../../src/connections/vault.ts";
import { createClaimRepository } from "../../src/payment/claims/repository.ts";
import type { ValidatedPayment } from "../../src/payment/ledger.ts";
import { surplusHash } from "../../src/runtime/payment/surplus.ts";
import type { Entry } from "../../src/runtime/catalog.ts";
import type { Store } from "../../src/store/store.ts";
import { callOf, openTestAccount, testServices } from "../support/accounts.ts";
import { BUYER, NETWORK, openDepositWorld, SHOP } from "../support/deposits.ts";
import { memoryCatalog } from "../support/memory-catalog.ts";
import { describeStores, openTestStore, type TestDatabase } from "../support/stores.ts";
import { KEY_PLAN } from "../support/key-plan.ts";

const SECRET = "a secret of the tests, long enough";
const SECRETS = { current: SECRET, earlier: [] };
const FOLDER = mkdtempSync(join(tmpdir(), "hub-revocations-"));
afterAll(() => rm(FOLDER, { recursive: true }));
const CLOCK = { now: Date.now };

let files = 0;
const newPath = (): string => join(FOLDER, String(files++));

function placeOf({ address }: TestDatabase): StorePlace {
  const isUrl = address.startsWith("postgres://");
  return { databaseUrl: isUrl ? address : undefined, dataDir: isUrl ? FOLDER : dirname(address) };
}

const claimsOf = (store: Store) => createClaimRepository(store, CLOCK, randomUUID);

function connectionsOf(store: Store) {
  const vault = createVault({ current: SECRET, earlier: [] });
  const clients = createClients({ store, vault, clock: CLOCK, hubUrl: () => "http://hub.test" });
  return createConnections({ store, vault, links: createLinks("a key of the tests"), clients, clock: CLOCK });
}

const ENTRY = memoryCatalog().entry("stripe-com--getcharges") as Entry;
const CREDENTIAL = { kind: "keys" as const, keys: ["sk_of_the_tests"] };

async function standing(store: Store, key: string): Promise<string> {
  return standingOf(await testServices(store).directory.find(key), Date.now()).state;
}

describeStores("what was ended since a backup", (open) => {
  test("is ended after its restore: keys, accounts, connections and spent payments, each once", async () => {
    await using world = openDepositWorld();
    const { store, database } = open();
    const log = newPath();
    const services = testServices(store);
    const follower = world.follower(store);
    await follower.catchUp();
    const names = ["kept", "revoked", "rotated", "suspended", "lifted", "narrowed"] as const;
    const accounts = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await openTestAccount(services, "pro")] as const)),
    );
    const keyOf = (name: (typeof names)[number]): string => accounts[name]?.key ?? "";
    const holderOf = async (name: (typeof names)[number]) => (await services.directory.find(keyOf(name)))!;
    const prefixOf = async (name: (typeof names)[number]) => (await holderOf(name)).key.prefix;
    await services.operator.suspend(await prefixOf("lifted"), "a mistake");
    const connections = connectionsOf(store);
    const owner = (await holderOf("kept")).id;
    const connect = async (label: string): Promise<string> => {
      const begun = await connections.begin(owner, { entry: ENTRY, plan: KEY_PLAN, label });
      const code = await connections.give(begun, { secret: CREDENTIAL, expires_at: null, scopes: null });
      return (await connections.confirm(owner, begun.row.id, code)).row.id;
    };
    const [ended, stays] = [await connect("ended"), await connect("stays")];
    const pay = (invoiceId: string, delivered = 1_000_000n): ValidatedPayment => {
      const invoiceHash = createHash("sha256").update(invoiceId).digest("hex").toUpperCase();
      const hash = world.pay({ InvoiceID: invoiceHash, Amount: String(delivered) });
      return {
        hash,
        result: "tesSUCCESS",
        type: "Payment",
        account: BUYER.address,
        destination: SHOP.address,
        destinationTag: undefined,
        invoiceHash,
        delivered,
        closedAt: Date.now(),
      };
    };
    const enter = async (payment: ValidatedPayment, invoiceId: string, at = store) =>
      claimsOf(at).enter({
        hash: payment.hash,
        network: NETWORK,
        invoiceId,
        request: "a request",
        payer: BUYER.address,
        price: 1_000_000n,
        stands: payment,
      });
    const invoices = Array.from({ length: 3 }, () => `invoice ${randomUUID()}`);
    // It has arrived, too much of it, and is nobody's until it is shown.
    const waiting = pay("an invoice that waits", 1_500_000n);
    await follower.catchUp();
    const paid = invoices.map((invoice) => pay(invoice));
    const early = await enter(paid[0]!, invoices[0]!);
    await claimsOf(store).giveBack(early!);

    const copy = copyRevocations(store, log, SECRETS, Date.now);
    await copy.run();
    const backup = newPath();
    await backUp(placeOf(database), backup, SECRET);

    await services.keyCare.revoke(await holderOf("revoked"));
    const { key: successor } = await services.keyCare.rotate(await holderOf("rotated"), 0);
    await services.operator.suspend(await prefixOf("suspended"), "an abuse");
    await services.operator.unsuspend(await prefixOf("lifted"), "it was one");
    const many = Array.from({ length: 100 }, (_, at) => `actor:${String(at).padStart(100, "a")}`);
    await services.keyLimits.setScopes(await prefixOf("narrowed"), ["search"], "an abuse");
    await services.keyLimits.setBudget(await prefixOf("narrowed"), { callsPerDay: 7, dropsTotal: 9n }, "an abuse");
    await services.keyLimits.setScopes(await prefixOf("kept"), many, "a mistake");
    await services.keyLimits.setScopes(await prefixOf("narrowed"), many, "an abuse");
    await services.keyLimits.setScopes(await prefixOf("kept"), undefined, "it was one");
    const call = await callOf(services, keyOf("narrowed"));
    await (await services.accounts.reserve(call))?.commit();
    await connections.erase(await connections.find(owner, ended));
    const claims = claimsOf(store);
    expect(await claims.redeem((await claims.take(paid[0]!.hash))!, "{}")).toBe(true);
    expect(await claims.redeem((await enter(paid[1]!, invoices[1]!))!, "{}")).toBe(true);
    expect(await claims.redeem((await enter(waiting, "an invoice that waits"))!, "{}")).toBe(true);
    // The third one was taken and its run has not ended: it may still be spent, once.
    await claims.giveBack((await enter(paid[2]!, invoices[2]!))!);
    await copy.run();
    copy[Symbol.dispose]();

    await using empty = await database.another();
    const report = await restore(placeOf(empty), backup, [SECRET], log);
    expect(report.replayed).toMatchObject({ connections: 1, payments: 3, accounts: 7 });
    expect(report.strange).toBe(0);
    await using restored = await openTestStore(empty.address);
    const standings = await Promise.all([...names.map(keyOf), successor.text].map((key) => standing(restored, key)));
    expect(standings).toEqual(["known", "refused", "refused", "refused", "known", "known", "known"]);
    const limits = async (name: (typeof names)[number]) => testServices(restored).directory.find(keyOf(name));
    expect((await limits("narrowed"))?.scopes).toEqual(many);
    expect((await limits("kept"))?.scopes).toBeUndefined();
    const used = await testServices(restored).readUsage((await limits("narrowed"))!);
    expect(used["budget"]).toMatchObject({ calls_per_day: 7, calls_today: 0, xrp_per_day: null, xrp_total: 0.000009 });
    const rows = await connectionsOf(restored).list(owner);
    expect(rows.map(({ row }) => row.id)).toEqual([stays]);
    await world.follower(restored).catchUp();
    for (const at of [0, 1]) {
      expect(await claimsOf(restored).take(paid[at]!.hash)).toBeUndefined();
      expect(await enter(paid[at]!, invoices[at]!, restored)).toBeUndefined();
      expect(await claimsOf(restored).look(paid[at]!.hash)).toMatchObject({ state: "redeemed" });
    }
    const { orderKeys } = testServices(restored);
    const deposits = await Promise.all(paid.map(({ hash }) => orderKeys.deposit(hash)));
    expect(deposits.map((deposit) => deposit?.purpose)).toEqual(["invoice", "invoice", "parked"]);
    const [spent, left] = await Promise.all(
      [waiting.hash, surplusHash(waiting.hash)].map((hash) => orderKeys.deposit(hash)),
    );
    expect(spent).toMatchObject({ purpose: "invoice", delivered: 1_000_000n });
    expect(left).toMatchObject({ purpose: "parked", delivered: 500_000n, payer: BUYER.address });
    expect((await verifyLedger(restored)).differences).toEqual([]);

    // It is written down anew, as another store's, and what it ends from now on too.
    const again = copyRevocations(restored, log, SECRETS, Date.now);
    await again.run();
    await testServices(restored).keyCare.revoke((await testServices(restored).directory.find(keyOf("kept")))!);
    await again.run();
    again[Symbol.dispose]();
    expect((await readdir(log)).filter((name) => name.endsWith(".log"))).toHaveLength(2);
    await using third = await database.another();
    await restore(placeOf(third), backup, [SECRET], log);
    await using twice = await openTestStore(third.address);
    expect(await standing(twice, keyOf("kept"))).toBe("refused");
    expect(await standing(twice, keyOf("lifted"))).toBe("known");
  }, 60_000);

  test("is not made up by whoever writes into the log without the secret, and a half line harms no other", async () => {
    const { store, database } = open();
    const log = newPath();
    const services = testServices(store);
    const [one, two] = [await openTestAccount(services, "pro"), await openTestAccount(services, "pro")];
    const copy = copyRevocations(store, log, SECRETS, Date.now);
    await copy.run();
    const backup = newPath();
    await backUp(placeOf(database), backup, SECRET);
    await services.keyCare.revoke((await services.directory.find(one.key))!);
    await copy.run();
    copy[Symbol.dispose]();
    const [name = ""] = (await readdir(log)).filter((each) => each.endsWith(".log"));
    const lines = (await readFile(join(log, name), "utf8")).trimEnd().split("\n");
    const forged = (lines.at(-1) ?? "").replaceAll(
      createHash("sha256").update(one.key).digest("hex"),
      createHash("sha256").update(two.key).digest("hex"),
    );
    expect(lines).not.toContain(forged);
    await appendFile(join(log, name), `${forged}\nno line\n${(lines.at(-1) ?? "").slice(0, 90)}`);
    // The process that writes next begins a line of its own.
    const next = copyRevocations(store, log, SECRETS, Date.now);
    await services.operator.suspend((await services.directory.find(two.key))!.key.prefix, "an abuse");
    await next.run();
    await services.operator.unsuspend((await services.directory.find(two.key))!.key.prefix, "none");
    await next.run();
    next[Symbol.dispose]();

    await using empty = await database.another();
    const { strange } = await restore(placeOf(empty), backup, [SECRET], log);
    expect(strange).toBe(3);
    await using restored = await openTestStore(empty.address);
    expect([await standing(restored, one.key), await standing(restored, two.key)]).toEqual(["refused", "known"]);
  }, 60_000);

  test("is known without the secret that has signed it, once the hub has begun with another", async () => {
    await using database = await open().database.another();
    await using store = await database.open();
    const log = newPath();
    const services = testServices(store);
    const [one, two] = [await openTestAccount(services, "pro"), await openTestAccount(services, "pro")];
    const next = "the secret that it is replaced with";
    const backup = newPath();
    await backUp(placeOf(database), backup, next);
    const before = copyRevocations(store, log, SECRETS, Date.now);
    await services.keyCare.revoke((await services.directory.find(one.key))!);
    await before.run();
    before[Symbol.dispose]();
    const [name = ""] = (await readdir(log)).filter((each) => each.endsWith(".log"));
    // Long ago, so that the store has forgotten it: only the log knows it.
    await forgetRevocations(store, Date.now() + 32 * 86_400_000);
    await appendFile(join(log, name), "no line\n");

    const after = copyRevocations(store, log, { current: next, earlier: [SECRET] }, Date.now);
    await after.run();
    await services.keyCare.revoke((await services.directory.find(two.key))!);
    await after.run();
    after[Symbol.dispose]();
    expect((await readdir(log)).filter((each) => each !== "writer.lock")).toEqual([name]);

    await using empty = await database.another();
    expect(await restore(placeOf(empty), backup, [next], log)).toMatchObject({ strange: 1, replayed: { keys: 2 } });
    await using restored = await openTestStore(empty.address);
    expect([await standing(restored, one.key), await standing(restored, two.key)]).toEqual(["refused", "refused"]);
  }, 60_000);

  test("needs its log: without one nothing is restored, unless that is meant", async () => {
    const { database } = open();
    const backup = newPath();
    await backUp(placeOf(database), backup, SECRET);
    await using empty = await database.another();
    await expect(restore(placeOf(empty), backup, [SECRET], newPath())).rejects.toThrow("there is no revocation log");
    expect((await restore(placeOf(empty), backup, [SECRET], undefined)).replayed).toBeUndefined();
  }, 60_000);

  test("is written once a machine, whichever of its processes does it, and nothing twice", async () => {
    const { store } = open();
    const log = newPath();
    const copies = Array.from({ length: 3 }, () => copyRevocations(store, log, SECRETS, Date.now));
    const services = testServices(store);
    for (let n = 0; n < 5; n++) {
      const { key } = await openTestAccount(services, "pro");
      await services.keyCare.revoke((await services.directory.find(key))!);
      await Promise.all(copies.map((each) => each.run()));
    }
    copies[0]?.[Symbol.dispose]();
    const successor = copyRevocations(store, log, SECRETS, Date.now);
    await successor.run();
    successor[Symbol.dispose]();
    for (const each of copies) each[Symbol.dispose]();
    const [name = ""] = (await readdir(log)).filter((each) => each.endsWith(".log"));
    const ids = (await readFile(join(log, name), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => Number(/"id":(\d+)/.exec(line)?.[1]));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
