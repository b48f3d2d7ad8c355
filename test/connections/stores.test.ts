/** What must hold in the store itself, on both dialects. */
import { beforeAll, expect, test } from "bun:test";
import { createClients } from "../../src/connections/clients.ts";
import { type ConnectionService, createConnections } from "../../src/connections/connections.ts";
import { createLinks } from "../../src/connections/link.ts";
import { createVault } from "../../src/connections/vault.ts";
import type { AccessPlan } from "../../src/runtime/access.ts";
import type { Entry } from "../../src/runtime/catalog.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { memoryCatalog } from "../support/memory-catalog.ts";
import { describeStores } from "../support/stores.ts";

const SECRET = { kind: "keys" as const, keys: ["sk_canary_6f0e4b2a9d"] };
const PLAN: AccessPlan = {
  state: "needs_connection",
  methods: ["api_key"],
  source: "stated",
  hosts: ["api.acme.com"],
  ways: [{ method: "api_key", placement: [{ in: "header", name: "X-Key" }], scopes: [] }],
};

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
    const begun = await service.begin(account, { entry, plan: PLAN, label });
    const code = await service.give(begun, GIVEN);
    return service.confirm(account, begun.row.id, code);
  }

  test("keeps no secret as text, and gives it back to its own connection only", async () => {
    const mine = await connected("mine");
    expect(service.secretOf(mine)).toEqual(SECRET);
    const moved = { ...mine, row: { ...mine.row, account_id: "another" } };
    expect(() => service.secretOf(moved)).toThrow();
    expect(await open().database.dump()).not.toContain("sk_canary");
  });

  test("lets one of ten who confirm at once confirm, and one of ten who give at once give", async () => {
    const begun = await service.begin(account, { entry, plan: PLAN, label: "race" });
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
    const begun = await service.begin(account, { entry, plan: PLAN, label: "late" });
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
});
