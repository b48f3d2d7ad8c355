/** Before a hub forgets a secret that it has replaced, nothing is under it any more, or somebody is told what is. */
import { expect, test } from "bun:test";
import { leaveEarlierSecrets } from "../../../src/app/parts/earlier-secrets.ts";
import { createClients } from "../../../src/connections/clients.ts";
import { createConnections } from "../../../src/connections/connections.ts";
import { createLinks } from "../../../src/connections/link.ts";
import { createVault } from "../../../src/connections/vault.ts";
import { issueInvoice } from "../../../src/payment/invoice.ts";
import type { Entry } from "../../../src/runtime/catalog.ts";
import { openHubKey } from "../../../src/store/hub/hub-key.ts";
import type { Store } from "../../../src/store/store.ts";
import { openTestAccount, testServices } from "../../support/accounts.ts";
import { memoryCatalog } from "../../support/memory-catalog.ts";
import { describeStores } from "../../support/stores.ts";
import { KEY_PLAN } from "../../support/key-plan.ts";

const OLD = "the secret that the hub began with";
const NEW = "the secret that it is replaced with";
const REPLACED = { current: NEW, earlier: [OLD] };
const ALONE = { current: NEW, earlier: [] };
const TTL = { INVOICE_TTL_SECONDS: 300 };
const START = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NAME = "a-name-that-nobody-else-knows";
const SECRET = { kind: "keys" as const, keys: ["sk_canary"] };

/** What is sealed in a store, by a hub of these secrets. */
function sealing(store: Store, secrets: { current: string; earlier: readonly string[] }) {
  const clock = { now: () => START };
  const vault = createVault(secrets);
  const clients = createClients({ store, vault, clock, hubUrl: () => "http://hub.test" });
  return { clients, service: createConnections({ store, vault, links: createLinks("a key"), clients, clock }) };
}

describeStores("an earlier secret", (open) => {
  /** A store whose secret was replaced at the start. */
  async function replacedStore() {
    const database = await open().database.another();
    const store = await database.open();
    await openHubKey(store, { current: OLD, earlier: [] }, START - HOUR);
    return { store, replace: () => openHubKey(store, REPLACED, START), database };
  }

  test("leaves credentials, confirmed or not, and OAuth clients under the present one, counted", async () => {
    const { store, replace, database } = await replacedStore();
    await using _ = database;
    await using __ = store;
    const services = testServices(store);
    const owner = (await services.directory.find((await openTestAccount(services, "pro")).key))?.id ?? "";
    const before = sealing(store, { current: OLD, earlier: [] });
    const entry = memoryCatalog().entry("stripe-com--getcharges") as Entry;
    const given = { secret: SECRET, expires_at: null, scopes: null };
    const mine = await before.service.begin(owner, { entry, plan: KEY_PLAN, label: "mine" });
    await before.service.confirm(owner, mine.row.id, await before.service.give(mine, given));
    const later = await before.service.begin(owner, { entry, plan: KEY_PLAN, label: "later" });
    const code = await before.service.give(later, given);
    for (const [account, secret] of [
      [owner, "of the account"],
      ["", "of the operator"],
      ["another", undefined],
    ] as const)
      await before.clients.keep(account, { authority: "acme", clientId: "hub", secret, tokenAuth: "basic" });
    await replace();

    const { sealed, left } = await leaveEarlierSecrets(store, REPLACED, TTL, START + HOUR);
    expect({ sealed, left }).toEqual({ sealed: { connections: 2, clients: 2, lost: 0 }, left: [] });
    const after = sealing(store, ALONE);
    expect(after.service.secretOf(await after.service.find(owner, "mine"))).toEqual(SECRET);
    expect(after.service.secretOf(await after.service.confirm(owner, later.row.id, code))).toEqual(SECRET);
    expect((await after.clients.find(owner, "acme"))?.secret).toBe("of the account");
    expect((await after.clients.find("", "acme"))?.secret).toBe("of the operator");
    const again = await leaveEarlierSecrets(store, REPLACED, TTL, START + HOUR);
    expect(again.sealed).toEqual({ connections: 0, clients: 0, lost: 0 });
  });

  test("counts what no secret opens, and goes on with the others", async () => {
    const { store, replace, database } = await replacedStore();
    await using _ = database;
    await using __ = store;
    const client = { clientId: "hub", tokenAuth: "basic" } as const;
    const strange = sealing(store, { current: "the secret of somebody else's hub", earlier: [] });
    await strange.clients.keep("a", { ...client, authority: "acme", secret: "lost" });
    await sealing(store, { current: OLD, earlier: [] }).clients.keep("b", {
      ...client,
      authority: "acme",
      secret: "kept",
    });
    await replace();
    const { sealed } = await leaveEarlierSecrets(store, REPLACED, TTL, START + HOUR);
    expect(sealed).toEqual({ connections: 0, clients: 1, lost: 1 });
    expect((await sealing(store, ALONE).clients.find("b", "acme"))?.secret).toBe("kept");
  });

  test("is needed until a hub has begun with the present one, and its quotes and receipts are over", async () => {
    const { store, replace, database } = await replacedStore();
    await using _ = database;
    await using __ = store;
    const left = async (now: number) => (await leaveEarlierSecrets(store, REPLACED, TTL, now)).left;
    await expect(left(START + HOUR)).rejects.toThrow("no hub has begun with the present one yet");
    await replace();
    expect(await left(START + 10 * MINUTE - 1)).toEqual(["quotes and receipts, until 2026-11-21T12:10:00.000Z"]);
    expect(await left(START + 10 * MINUTE)).toEqual([]);
  });

  test("is needed for orders whose key can be asked for, and for payments that are not spent", async () => {
    const { store, replace, database } = await replacedStore();
    await using _ = database;
    await using __ = store;
    const clock = { now: () => START };
    const before = testServices(store, { secret: OLD }, clock);
    const after = testServices(store, { secret: NEW, earlierSecrets: [OLD] }, clock);
    await before.register({ email: "a@example.com", tier: "basic", amount: 0n });
    await after.register({ email: "b@example.com", tier: "basic", amount: 0n });
    const sale = { method: "GET", path: "/p/", description: "", fingerprint: "f", price: 5n, network: "xrpl:0" };
    const invoice = (secret: string, now: number) =>
      issueInvoice(sale, { secret, network: "xrpl:0", ttlSeconds: 300 }, now).id;
    const states = {
      settled: invoice(OLD, START - 1),
      claimed: invoice(OLD, START - 2),
      redeemed: invoice(OLD, START),
    };
    for (const [state, id] of [...Object.entries(states), ["settled", invoice(NEW, START + 1_000)]] as const)
      await store.ask((db, { payments }) =>
        db.insert(payments).values({
          tx_hash: id,
          network: "xrpl:0",
          invoice_id: id,
          request: "r",
          payer: "r",
          price: 5n,
          state,
          ...(state === "claimed" && { blob: "AA", first_ledger: 1, last_ledger: 2 }),
          created_at: START,
          settled_at: state === "claimed" ? null : START,
          redeemed_at: state === "redeemed" ? START : null,
        }),
      );
    await replace();
    const left = async (now: number) => (await leaveEarlierSecrets(store, REPLACED, TTL, now)).left;
    expect(await left(START + 30 * MINUTE)).toEqual([
      "1 order(s) whose key can be asked for again, the last until 2026-11-22T13:00:00.000Z",
      "2 payment(s) that are not spent yet: `admin x402-payments` lists them",
    ]);
    expect(await left(START + 2 * HOUR)).toHaveLength(1);
  });

  test("is needed for a day for rotations: whoever has lost the answer asks for the new key again by its name", async () => {
    const { store, replace, database } = await replacedStore();
    await using _ = database;
    await using __ = store;
    let now = START - HOUR;
    const clock = { now: () => now };
    const services = (secret: string, ...earlierSecrets: string[]) =>
      testServices(store, { secret, earlierSecrets }, clock);
    const before = services(OLD);
    const account = await openTestAccount(before, "pro");
    await openTestAccount(before, "pro"); // Made, and not in the place of another.
    const holder = await before.directory.find(account.key);
    if (holder === undefined) throw new Error("The account has no key");
    const { key } = await before.keyCare.rotate(holder, 60, NAME);
    await replace();
    now = START + HOUR;
    const again = await services(NEW, OLD).keyCare.rotate(holder, 60, NAME);
    expect([again.key.text, again.isReplay]).toEqual([key.text, true]);
    await expect(services(NEW).keyCare.rotate(holder, 60, NAME)).rejects.toMatchObject({ code: "key_unknown" });

    const left = async (at: number) => (await leaveEarlierSecrets(store, REPLACED, TTL, at)).left;
    expect(await left(now)).toEqual([
      "1 new key(s) of a rotation that may be asked for again, the last until 2026-11-22T11:00:00.000Z",
    ]);
    expect(await left(START + 23 * HOUR)).toEqual([]);
  });
});
