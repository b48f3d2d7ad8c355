/** Rules between connections of one account, whenever another process comes in between. */
import { expect, test } from "bun:test";
import { createClients } from "../../src/connections/clients.ts";
import { createConnections } from "../../src/connections/connections.ts";
import { createLinks } from "../../src/connections/link.ts";
import { insertConnection } from "../../src/connections/queries/life.ts";
import type { ConnectionService } from "../../src/connections/service.ts";
import { createVault } from "../../src/connections/vault.ts";
import type { Entry } from "../../src/runtime/catalog.ts";
import { ask, type Steps, type Store } from "../../src/store/store.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { interleave, type Play } from "../support/interleaving.ts";
import { KEY_PLAN } from "../support/key-plan.ts";
import { memoryCatalog } from "../support/memory-catalog.ts";
import { describeStores } from "../support/stores.ts";

const MOST = 100;
const GIVEN = { secret: { kind: "keys" as const, keys: ["sk_of_the_tests"] }, expires_at: null, scopes: null };
const ENTRY = memoryCatalog().entry("stripe-com--getcharges") as Entry;
const WISH = { entry: ENTRY, plan: KEY_PLAN };

function over(store: Store): ConnectionService {
  const clock = { now: Date.now };
  const vault = createVault({ current: "a secret of the tests, which is long enough", earlier: [] });
  const clients = createClients({ store, vault, clock, hubUrl: () => "http://hub.test" });
  return createConnections({ store, vault, links: createLinks("a key of the tests"), clients, clock });
}

async function newAccount(store: Store): Promise<string> {
  const services = testServices(store);
  const { key } = await openTestAccount(services, "pro");
  return (await services.directory.find(key))?.id ?? "";
}

/** Copies of one that was begun, in one transaction: each by itself takes the disk's time. */
async function fill(store: Store, account: string, count: number): Promise<void> {
  const { row } = await over(store).begin(account, { ...WISH, label: "the first" });
  await store.transact(function* (): Steps<void> {
    for (let at = 1; at < count; at++) {
      const own = { id: `${row.id}${at}`, accountId: account, label: `number ${at}` };
      yield* ask(insertConnection, { ...row, nonce: "none", until: row.link_until, now: row.created_at, ...own });
    }
  });
}

const LIMIT: Play<string> = {
  acts: {
    "one is begun": (store, account) => over(store).begin(account, WISH),
    "one with a label is begun": (store, account) => over(store).begin(account, { ...WISH, label: "mine" }),
  },
  async open(store) {
    const account = await newAccount(store);
    await fill(store, account, MOST - 1);
    return account;
  },
  async judge(store, account, done) {
    const { length } = await over(store).list(account);
    return { "no more than the most": length === MOST, "and one was begun": done.length === 1 };
  },
};

interface Draft {
  readonly id: string;
  readonly code: string;
}

interface TwoDrafts {
  readonly account: string;
  readonly first: Draft;
  readonly second: Draft;
}

async function draftOf(store: Store, account: string, label: string): Promise<Draft> {
  const service = over(store);
  const begun = await service.begin(account, { ...WISH, label });
  return { id: begun.row.id, code: await service.give(begun, GIVEN) };
}

type Changes = Parameters<ConnectionService["patch"]>[1];

function patch(which: "first" | "second", changes: Changes) {
  return async (store: Store, scene: TwoDrafts) => {
    const service = over(store);
    await service.patch(await service.find(scene.account, scene[which].id), changes);
  };
}

function confirm(which: "first" | "second") {
  return (store: Store, scene: TwoDrafts) => {
    const { id, code } = scene[which];
    return over(store).confirm(scene.account, id, code);
  };
}

const DEFAULT: Play<TwoDrafts> = {
  acts: {
    "the first is confirmed": confirm("first"),
    "the second is confirmed": confirm("second"),
    "the first is made the default": patch("first", { is_default: true }),
    "the second is made the default": patch("second", { is_default: true }),
    "the first gets another label": patch("first", { label: "renamed" }),
    "the first may be read from alone": patch("first", { rules: { get_only: true } }),
  },
  async open(store) {
    const account = await newAccount(store);
    return {
      account,
      first: await draftOf(store, account, "first"),
      second: await draftOf(store, account, "second"),
    };
  },
  async judge(store, { account, first }, done) {
    const mine = await over(store).list(account);
    const defaults = mine.filter(({ row }) => row.is_default === 1);
    const own = mine.find(({ row }) => row.id === first.id);
    const wanted = done.some((act) => /default|confirmed/.test(act)) ? 1 : 0;
    return {
      "one is the default, if any should be": defaults.length === wanted,
      "a label that was given stays": !done.includes("the first gets another label") || own?.row.label === "renamed",
      "a rule that was made stays": !done.includes("the first may be read from alone") || own?.rules.get_only === true,
    };
  },
};

describeStores("of connections that are begun or confirmed at once", (open) => {
  test("no more are begun than an account may have", async () => {
    const account = await newAccount(open().store);
    await fill(open().store, account, MOST - 2);
    const services = [1, 2].map(() => over(open().store));
    const begun = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) => services[at % 2]!.begin(account, WISH)),
    ); // There are two.
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    for (const each of begun)
      if (each.status === "rejected") expect(each.reason).toMatchObject({ code: "connection_not_allowed" });
    expect(await services[0]!.list(account)).toHaveLength(MOST); // There are two.
  });

  test("one is begun for all calls that need the same, and another once its link is closed", async () => {
    const account = await newAccount(open().store);
    const services = [1, 2].map(() => over(open().store));
    const needed = (at: number) => services[at % 2]!.begin(account, { ...WISH, joins: true }); // There are two.
    const begun = await Promise.all(Array.from({ length: 8 }, (_, at) => needed(at)));
    expect(new Set(begun.map(({ row }) => row.id)).size).toBe(1);
    await services[0]!.give(begun[0]!, GIVEN); // There are eight.
    expect((await needed(1)).row.id).not.toBe(begun[0]!.row.id);
    // Who asks for one by itself gets one of its own.
    expect((await services[0]!.begin(account, WISH)).row.label).toBe("stripe.com 3");
  });

  test("one is the default", async () => {
    const account = await newAccount(open().store);
    const drafts = await Promise.all([1, 2, 3, 4].map((at) => draftOf(open().store, account, `draft ${at}`)));
    await Promise.all(drafts.map(({ id, code }) => over(open().store).confirm(account, id, code)));
    const mine = await over(open().store).list(account);
    expect(mine.filter(({ row }) => row.is_default === 1)).toHaveLength(1);
  });
});

// In SQLite nothing comes in between.
describeStores(
  "of two processes, whenever the second comes,",
  (open) => {
    test.each(Object.keys(LIMIT.acts))(
      "no account has more connections than it may while %s",
      (first) => interleave(LIMIT, first, open().store),
      60_000,
    );

    test.each(Object.keys(DEFAULT.acts))(
      "one connection is the default, and no change is lost, while %s",
      (first) => interleave(DEFAULT, first, open().store),
      60_000,
    );
  },
  "PostgreSQL",
);
