/** What must hold in the store itself, on both dialects. */
import { beforeAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { createClients } from "../../src/connections/clients.ts";
import { createConnections } from "../../src/connections/connections.ts";
import type { ConnectionService, GivenSecret } from "../../src/connections/service.ts";
import { createLinks } from "../../src/connections/link.ts";
import { AuthorityRefusal, type TokenExchange } from "../../src/connections/oauth/exchange.ts";
import { createTokens } from "../../src/connections/oauth/tokens.ts";
import { createVault } from "../../src/connections/vault.ts";
import type { AccessPlan } from "../../src/runtime/access.ts";
import type { Entry } from "../../src/runtime/catalog.ts";
import type { HubError } from "../../src/runtime/errors.ts";
import type { Build } from "../../src/store/store.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { memoryCatalog } from "../support/memory-catalog.ts";
import { describeStores } from "../support/stores.ts";
import { KEY_PLAN } from "../support/key-plan.ts";

const SECRET = { kind: "keys" as const, keys: ["sk_canary_6f0e4b2a9d"] };

/** As whoever can write to the database may. */
const putWay: Build<unknown> = (db, { connections }) =>
  db
    .update(connections)
    .set({ way: sql`${sql.placeholder("way")}` })
    .where(eq(connections.id, sql.placeholder("id")));

function faultOf(work: () => unknown): string {
  try {
    work();
    return "opened";
  } catch (error) {
    return (error as HubError).code;
  }
}

describeStores("connections", (open) => {
  let now = Date.UTC(2026, 10, 22, 12);
  const clock = { now: () => now };
  const entry = memoryCatalog().entry("stripe-com--getcharges") as Entry;
  const GIVEN = { secret: SECRET, expires_at: null, scopes: null };
  let account: string;
  let service: ConnectionService;

  function over(secrets: { current: string; earlier: readonly string[] }): ConnectionService {
    const { store } = open();
    const vault = createVault(secrets);
    const links = createLinks("a key of the tests");
    const clients = createClients({ store, vault, clock, hubUrl: () => "http://hub.test" });
    return createConnections({ store, vault, links, clients, clock });
  }

  beforeAll(async () => {
    const services = testServices(open().store);
    const { key } = await openTestAccount(services, "pro");
    account = (await services.directory.find(key))?.id ?? "";
    service = over({ current: "the first secret of the tests, long enough", earlier: [] });
  });

  async function connected(label: string) {
    const begun = await service.begin(account, { entry, plan: KEY_PLAN, label });
    const code = await service.give(begun, GIVEN);
    return service.confirm(account, begun.row.id, code);
  }

  test("is used by calls at once where it was begun, and within half a second in another process", async () => {
    const services = testServices(open().store);
    const { key } = await openTestAccount(services, "pro");
    const own = (await services.directory.find(key))?.id ?? "";
    const there = over({ current: "the first secret of the tests, long enough", earlier: [] });
    const seen = async () =>
      (await Promise.all([service, there].map((one) => one.forUse(own)))).map((all) => all.length);
    expect(await seen()).toEqual([0, 0]);
    await service.begin(own, { entry, plan: KEY_PLAN, label: "fresh" });
    expect((await seen())[0]).toBe(1);
    expect(await there.list(own)).toHaveLength(1);
    now += 500;
    expect(await seen()).toEqual([1, 1]);
  });

  test("gets a label of its own where several are begun at once and none is asked for", async () => {
    const { key } = await openTestAccount(testServices(open().store), "pro");
    const own = (await testServices(open().store).directory.find(key))?.id ?? "";
    const begun = await Promise.all([1, 2, 3].map(() => service.begin(own, { entry, plan: KEY_PLAN })));
    const { provider } = entry;
    expect(begun.map(({ row }) => row.label).toSorted()).toEqual([provider, `${provider} 2`, `${provider} 3`]);
    await service.begin(own, { entry, plan: KEY_PLAN, label: "asked for" });
    const again = service.begin(own, { entry, plan: KEY_PLAN, label: "asked for" });
    expect(await again.catch((error: HubError) => error.details.issues?.[0]?.pointer)).toBe("/label");
  });

  test("keeps no secret as text, and gives it back to its own connection only", async () => {
    const mine = await connected("mine");
    expect(service.secretOf(mine)).toEqual(SECRET);
    const moved = { ...mine, row: { ...mine.row, account_id: "another" } };
    expect(() => service.secretOf(moved)).toThrow();
    expect(await open().database.dump()).not.toContain("sk_canary");
  });

  test("opens no credential that the row would have sent elsewhere, and opens those of the version before", async () => {
    const mine = await connected("bound");
    const { row, way } = mine;
    const changed = (more: object) => ({ ...mine, row: { ...row, way: JSON.stringify({ ...way, ...more }) } });
    const authority = { id: "acme", authorize: "https://acme.example/a", token: "https://thief.example/token" };
    for (const more of [
      { method: "bearer" },
      { placement: [{ in: "query", name: "q" }] },
      { authority },
      { region: "xx" },
      { client: "another" },
    ])
      expect([more, faultOf(() => service.secretOf(changed(more)))]).toEqual([more, "vault_key_missing"]);
    // A reconnection asks for other scopes while the credential serves on.
    expect(service.secretOf(changed({ scopes: ["more"] }))).toEqual(SECRET);

    const vault = createVault({ current: "the first secret of the tests, long enough", earlier: [] });
    const { account_id: holder, id, method, hosts, version } = row;
    const sealed = vault.seal(JSON.stringify(SECRET), [holder, id, method, hosts, String(version)]).text;
    expect(service.secretOf({ ...mine, row: { ...row, sealed } })).toEqual(SECRET);
  });

  test("activates no draft whose way was changed before it was confirmed", async () => {
    const begun = await service.begin(account, { entry, plan: KEY_PLAN, label: "draft" });
    const code = await service.give(begun, GIVEN);
    const way = JSON.stringify({ ...begun.way, placement: [{ in: "query", name: "q" }] });
    await open().store.ask(putWay, { id: begun.row.id, way });
    const refused = await service.confirm(account, begun.row.id, code).then(
      () => "it was activated",
      (error: HubError) => error.code,
    );
    expect(refused).toBe("vault_key_missing");
  });

  test("lets one of ten who confirm at once confirm, and one of ten who give at once give", async () => {
    const begun = await service.begin(account, { entry, plan: KEY_PLAN, label: "race" });
    const given = await Promise.allSettled(Array.from({ length: 10 }, () => service.give(begun, GIVEN)));
    const codes = given.filter((one) => one.status === "fulfilled").map(({ value }) => value);
    expect(codes).toHaveLength(1);
    const confirmed = await Promise.allSettled(
      Array.from({ length: 5 }, () => service.confirm(account, begun.row.id, codes[0] ?? "")),
    );
    expect(confirmed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await service.find(account, "race")).row.version).toBe(1);
  });

  test("never counts more calls than the cap, however many come at once, and starts anew the next day", async () => {
    const mine = await connected("capped");
    const capped = await service.patch(mine, { rules: { daily_cap: 7 } });
    const used = await Promise.all(Array.from({ length: 20 }, () => service.use(capped, entry.slug)));
    expect(used.filter(Boolean)).toHaveLength(7);
    now += 24 * 3_600_000;
    expect(await service.use(capped, entry.slug)).toBe(true);
  });

  test("erases what nobody has confirmed within ten minutes", async () => {
    const begun = await service.begin(account, { entry, plan: KEY_PLAN, label: "late" });
    const code = await service.give(begun, GIVEN);
    now += 10 * 60_000;
    await service.tidy();
    expect(await service.confirm(account, begun.row.id, code).catch(({ code }) => code)).toBe("unknown_connection");
    expect((await service.list(account)).map(({ row }) => row.label)).not.toContain("late");
  });

  test("keeps the old credential until the new one is confirmed", async () => {
    const mine = await connected("twice");
    const again = await service.relink(mine);
    const code = await service.give(again, { ...GIVEN, secret: { kind: "keys", keys: ["the new one"] } });
    const between = await service.find(account, "twice");
    expect([between.state, service.secretOf(between)]).toEqual(["active", SECRET]);
    expect(service.secretOf(await service.confirm(account, mine.row.id, code))).toEqual({
      kind: "keys",
      keys: ["the new one"],
    });
  });

  test("names one link to ten who ask at once for one that no longer works, and none once something was given", async () => {
    const mine = await connected("broken");
    await service.mark(mine, "needs_reconnect", "The upstream refused it.");
    const broken = await service.find(account, "broken");
    const linked = await Promise.all(Array.from({ length: 10 }, () => service.linked(broken)));
    const links = new Set(linked.map((one) => service.linkOf(one)));
    expect([links.size, links.has(undefined)]).toEqual([1, false]);
    const code = await service.give(linked[0]!, GIVEN); // There are ten.
    expect(service.linkOf(await service.linked(broken))).toBeUndefined();
    await service.confirm(account, mine.row.id, code);
    expect((await service.linked(broken)).state).toBe("active");
  });

  test("is sealed anew when the hub's secret is replaced, and says so where the old one is missing", async () => {
    await connected("rotated");
    const later = "the second secret of the tests, long enough";
    const without = over({ current: later, earlier: [] });
    const lost = await without.find(account, "rotated");
    expect(() => without.secretOf(lost)).toThrow("cannot be opened");
    const rotating = over({ current: later, earlier: ["the first secret of the tests, long enough"] });
    await rotating.tidy();
    expect(without.secretOf(await without.find(account, "rotated"))).toEqual(SECRET);
  });

  test("refreshes once for fifty who ask at once, backs off after a failure, and ends with invalid_grant", async () => {
    const { store } = open();
    const secrets = { current: "the first secret of the tests, long enough", earlier: [] };
    const vault = createVault(secrets);
    const clients = createClients({ store, vault, clock, hubUrl: () => "http://hub.test" });
    const authority = {
      id: "test",
      token: "https://login.acme.com/token",
      authorize: "https://login.acme.com/authorize",
    };
    await clients.keep(account, { authority: "test", clientId: "hub", secret: "s", tokenAuth: "basic" });
    const logins = over(secrets);
    const plan: AccessPlan = {
      ...KEY_PLAN,
      methods: ["oauth2_code"],
      ways: [{ method: "oauth2_code", placement: [], scopes: [], authority }],
    };
    const tokens = (name: string, seconds: number): GivenSecret => ({
      secret: { kind: "tokens", access_token: name, refresh_token: `${name} again`, obtained_at: now },
      expires_at: now + seconds * 1000,
      scopes: null,
    });
    const asked: string[] = [];
    let refresh: () => GivenSecret = () => tokens("fresh", 3600);
    const exchange = {
      async refresh(_authority: unknown, _client: unknown, token: string) {
        asked.push(token);
        await Promise.resolve();
        return refresh();
      },
    } as unknown as TokenExchange; // Nothing else of it is asked.
    const { signal: stop } = new AbortController();
    const kept = [1, 2].map(() => createTokens({ store, vault, clock, service: logins, clients, exchange, stop }));

    const begun = await logins.begin(account, { entry, plan, label: "login" });
    await logins.confirm(account, begun.row.id, await logins.give(begun, tokens("first", 60)));
    now += 61_000;
    const old = await logins.find(account, "login");
    const all = await Promise.all(Array.from({ length: 50 }, (_, at) => kept[at % 2]!.fresh(old, false))); // There are two.
    expect(new Set(all.map((one) => (logins.secretOf(one) as { access_token: string }).access_token))).toEqual(
      new Set(["fresh"]),
    );
    expect(asked).toEqual(["first again"]);

    const codeOf = async (mustBeNew: boolean) =>
      kept[0]!.fresh(await logins.find(account, "login"), mustBeNew).then(
        () => "fresh",
        ({ code }) => code,
      );
    refresh = () => {
      throw new AuthorityRefusal("upstream_failed", false, undefined);
    };
    expect([await codeOf(true), await codeOf(true), asked.length]).toEqual(["refresh_backoff", "refresh_backoff", 2]);
    expect(await codeOf(false)).toBe("fresh"); // The present one lasts.
    now += 31_000;
    refresh = () => {
      throw new AuthorityRefusal("invalid_grant", true, undefined);
    };
    expect([await codeOf(true), (await logins.find(account, "login")).state]).toEqual([
      "connection_expired",
      "needs_reconnect",
    ]);
  });
});
