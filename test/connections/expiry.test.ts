/** `connection.expiring`: told once for each end, over all processes, and only of what its person has to renew. */
import { beforeAll, expect, test } from "bun:test";
import { createClients } from "../../src/connections/clients.ts";
import { createConnections } from "../../src/connections/connections.ts";
import { reminderOf } from "../../src/connections/expiry.ts";
import { createLinks } from "../../src/connections/link.ts";
import { createTokens } from "../../src/connections/oauth/tokens.ts";
import { AuthorityRefusal, type TokenExchange } from "../../src/connections/oauth/exchange.ts";
import { takeLease } from "../../src/connections/queries/refresh.ts";
import type { ConnectionService, GivenSecret } from "../../src/connections/service.ts";
import { createVault } from "../../src/connections/vault.ts";
import type { AccessPlan } from "../../src/runtime/access.ts";
import type { Entry } from "../../src/runtime/catalog.ts";
import { DAY_MS } from "../../src/runtime/day.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { memoryCatalog } from "../support/memory-catalog.ts";
import { describeStores } from "../support/stores.ts";

const HOUR_MS = 3_600_000;

test.each([
  ["a year away: a week before", 365 * DAY_MS, 358 * DAY_MS],
  ["ten days away: two days before", 10 * DAY_MS, 8 * DAY_MS],
  ["an hour away: twelve minutes before", HOUR_MS, 48 * 60_000],
  ["past: at once", -HOUR_MS, -HOUR_MS],
])("an end that is %s", (_, end, told) => expect(reminderOf(end, 0)).toBe(told));

test("no end is no reminder", () => expect([reminderOf(null, 0), reminderOf(undefined, 0)]).toEqual([null, null]));

const AUTHORITY = { id: "id.acme.com", authorize: "https://id.acme.com/a", token: "https://id.acme.com/t" };
const PLAN: AccessPlan = {
  state: "needs_client",
  methods: ["oauth2_code"],
  source: "rule",
  hosts: ["api.acme.com"],
  ways: [{ method: "oauth2_code", placement: [], scopes: [], authority: AUTHORITY }],
};

describeStores("the end of a connection", (open) => {
  let now = Date.UTC(2026, 10, 22, 12);
  const clock = { now: () => now };
  const entry = memoryCatalog().entry("stripe-com--getcharges") as Entry;
  let account: string;

  function process(): {
    service: ConnectionService;
    tokens(given: GivenSecret, refusal?: Error, meanwhile?: () => Promise<unknown>): ReturnType<typeof createTokens>;
    stop: AbortController;
  } {
    const stop = new AbortController();
    const { store } = open();
    const vault = createVault({ current: "a secret of the tests, long enough for it", earlier: [] });
    const clients = createClients({ store, vault, clock, hubUrl: () => "http://hub.test" });
    const deps = { store, vault, clients, clock, links: createLinks("a key of the tests") };
    const service = createConnections(deps);
    return {
      service,
      stop,
      tokens(given, refusal, meanwhile) {
        const refresh = async () => {
          await meanwhile?.();
          if (refusal !== undefined) throw refusal;
          return given;
        };
        return createTokens({
          ...deps,
          stop: stop.signal,
          service,
          exchange: { refresh } as unknown as TokenExchange,
        });
      },
    };
  }

  beforeAll(async () => {
    const services = testServices(open().store);
    account = (await services.directory.find((await openTestAccount(services, "pro")).key))?.id ?? "";
    const vault = createVault({ current: "a secret of the tests, long enough for it", earlier: [] });
    const clients = createClients({ store: open().store, vault, clock, hubUrl: () => "http://hub.test" });
    await clients.keep(account, { authority: AUTHORITY.id, clientId: "c", secret: undefined, tokenAuth: "none" });
  });

  const tokensFor = (ends: number | null | undefined, expires: number, refresh?: string): GivenSecret => ({
    secret: {
      kind: "tokens",
      access_token: "at",
      obtained_at: now,
      ...(refresh !== undefined && { refresh_token: refresh }),
    },
    expires_at: now + expires,
    ...(ends !== undefined && { ends_at: ends === null ? null : now + ends }),
    scopes: null,
  });

  async function connected(service: ConnectionService, label: string, given: GivenSecret) {
    const begun = await service.begin(account, { entry, plan: PLAN, label });
    return service.activateNow(begun, given);
  }

  const eventsOf = async (service: ConnectionService, label: string) =>
    (await service.events(await service.find(account, label))).map(({ type }) => type).reverse();

  test("is told once, whichever process looks and however often", async () => {
    const [one, two] = [process(), process()];
    await connected(one.service, "ending", tokensFor(10 * DAY_MS, 10 * DAY_MS));
    await connected(one.service, "lasting", tokensFor(null, HOUR_MS, "rt"));
    now += 7 * DAY_MS;
    await Promise.all([one.service.tidy(), two.service.tidy()]);
    expect(await eventsOf(one.service, "ending")).toEqual(["connection.active"]);
    now += DAY_MS + 1;
    await Promise.all([one.service.tidy(), two.service.tidy(), one.service.tidy()]);
    now += DAY_MS;
    await two.service.tidy();
    expect(await eventsOf(one.service, "ending")).toEqual(["connection.active", "connection.expiring"]);
    expect(await eventsOf(one.service, "lasting")).toEqual(["connection.active"]);
  });

  test("is told again of another end, as after a person has renewed it", async () => {
    const { service } = process();
    const first = await connected(service, "renewed", tokensFor(DAY_MS, DAY_MS));
    now += DAY_MS - HOUR_MS;
    await service.tidy();
    await service.activateNow(await service.relink(first), tokensFor(DAY_MS, DAY_MS));
    await service.tidy();
    now += DAY_MS - HOUR_MS;
    await service.tidy();
    expect(await eventsOf(service, "renewed")).toEqual([
      "connection.active",
      "connection.expiring",
      "connection.active",
      "connection.expiring",
    ]);
  });

  test("of a refresh token is not moved by a refresh that keeps it, and is by a new one", async () => {
    const { service, tokens } = process();
    const first = await connected(service, "refreshed", tokensFor(10 * DAY_MS, HOUR_MS, "rt"));
    const end = first.row.ends_at;
    now += 9 * DAY_MS;
    await service.tidy();
    const kept = await tokens(tokensFor(undefined, HOUR_MS, "rt")).fresh(
      await service.find(account, "refreshed"),
      true,
    );
    expect(kept.row.ends_at).toBe(end);
    await service.tidy();
    expect(await eventsOf(service, "refreshed")).toEqual(["connection.active", "connection.expiring"]);
    const renewed = await tokens(tokensFor(30 * DAY_MS, HOUR_MS, "rt2")).fresh(kept, true);
    expect(renewed.row.ends_at).toBe(now + 30 * DAY_MS);
    now += 29 * DAY_MS;
    await service.tidy();
    expect((await eventsOf(service, "refreshed")).filter((type) => type === "connection.expiring")).toHaveLength(2);
  });

  test("is asked of an authority that gave none again soon, though the clock was set back by an hour", async () => {
    const { service, tokens } = process();
    const first = await connected(service, "paused", tokensFor(null, HOUR_MS, "rt"));
    now += 2 * HOUR_MS;
    const failing = tokens(tokensFor(null, HOUR_MS), new AuthorityRefusal("upstream_failed", false, undefined));
    await expect(failing.fresh(first, true)).rejects.toMatchObject({ code: "refresh_backoff" });
    const paused = await service.find(account, "paused");
    const mended = tokens(tokensFor(null, 3 * HOUR_MS, "rt2"));
    await expect(mended.fresh(paused, true)).rejects.toMatchObject({ code: "refresh_backoff" });
    now -= HOUR_MS;
    expect((await mended.fresh(paused, true)).row.version).toBe(paused.row.version + 1);
  });

  test("is waited for, where another process is at a refresh, until the call or the hub ends", async () => {
    const { service, tokens, stop } = process();
    const first = await connected(service, "leased", tokensFor(null, HOUR_MS, "rt"));
    now += HOUR_MS;
    const { id, version } = first.row;
    await open().store.ask(takeLease, {
      id,
      version,
      lease: "another process",
      until: now + HOUR_MS,
      now,
      latest: now,
    });
    const call = new AbortController();
    const waiting = tokens(tokensFor(null, HOUR_MS)).fresh(first, true, call.signal);
    const others = tokens(tokensFor(null, HOUR_MS)).fresh(first, true);
    call.abort();
    await expect(waiting).rejects.toMatchObject({ code: "refresh_backoff" });
    stop.abort();
    await expect(others).rejects.toMatchObject({ code: "refresh_backoff" });
  });

  test("at once, because its authority refuses it for good, is needs_reconnect, and recovered by its person", async () => {
    const { service, tokens } = process();
    const first = await connected(service, "refused", tokensFor(null, HOUR_MS, "rt"));
    now += HOUR_MS;
    const refused = tokens(tokensFor(null, HOUR_MS), new AuthorityRefusal("invalid_grant", true, undefined));
    await expect(refused.fresh(first, true)).rejects.toMatchObject({ code: "connection_expired" });
    const broken = await service.find(account, "refused");
    expect([broken.state, broken.row.reason]).toEqual(["needs_reconnect", "invalid_grant"]);
    const mended = await service.activateNow(await service.relink(broken), tokensFor(null, HOUR_MS, "rt2"));
    expect(mended.state).toBe("active");
    expect(await eventsOf(service, "refused")).toEqual([
      "connection.active",
      "connection.needs_reconnect",
      "connection.recovered",
    ]);
  });

  test("that comes while it is refreshed leaves nothing to call with, whatever the authority answers", async () => {
    const { service, tokens } = process();
    for (const refusal of [undefined, new AuthorityRefusal("invalid_grant", true, undefined)]) {
      const first = await connected(service, "ended meanwhile", tokensFor(null, HOUR_MS, "rt"));
      const refreshing = tokens(tokensFor(null, HOUR_MS, "rt2"), refusal, () => service.erase(first));
      await expect(refreshing.fresh(first, true)).rejects.toMatchObject({ code: "unknown_connection" });
    }
  });

  test("is not brought nearer by what comes while it is refreshed: the new refresh token is kept", async () => {
    const { service, tokens } = process();
    const refreshTokenOf = async (label: string) => {
      const secret = service.secretOf(await service.find(account, label));
      return secret.kind === "tokens" ? secret.refresh_token : undefined;
    };
    const off = await connected(service, "disabled meanwhile", tokensFor(null, HOUR_MS, "rt"));
    const disable = () => service.patch(off, { disabled: true });
    const disabling = tokens(tokensFor(null, HOUR_MS, "rt2"), undefined, disable);
    await expect(disabling.fresh(off, true)).rejects.toMatchObject({ code: "connection_not_allowed" });
    const disabled = await service.find(account, "disabled meanwhile");
    expect([disabled.state, await refreshTokenOf("disabled meanwhile")]).toEqual(["disabled", "rt2"]);
    expect((await service.patch(disabled, { disabled: false })).state).toBe("active");

    const refused = await connected(service, "refused meanwhile", tokensFor(null, HOUR_MS, "rt"));
    const mark = () => service.mark(refused, "needs_reconnect", "The test was answered 401.");
    const renewed = await tokens(tokensFor(null, HOUR_MS, "rt2"), undefined, mark).fresh(refused, true);
    expect([renewed.state, await refreshTokenOf("refused meanwhile")]).toEqual(["active", "rt2"]);
    expect(await eventsOf(service, "refused meanwhile")).toEqual([
      "connection.active",
      "connection.needs_reconnect",
      "connection.recovered",
    ]);
  });

  test("hands over the tokens that it has then, not those that were read before", async () => {
    const { service, tokens } = process();
    const read = await connected(service, "read before", tokensFor(null, HOUR_MS, "rt"));
    await tokens(tokensFor(null, HOUR_MS, "rt2")).fresh(read, true);
    expect(await service.erase(read)).toMatchObject({ refresh_token: "rt2" });
  });

  test("is not told of one that is disabled or over", async () => {
    const { service } = process();
    const off = await connected(service, "off", tokensFor(DAY_MS, DAY_MS));
    await service.patch(off, { disabled: true });
    const over = await connected(service, "over", tokensFor(DAY_MS, DAY_MS));
    await service.erase(over);
    now += DAY_MS;
    await service.tidy();
    expect(await eventsOf(service, "off")).toEqual(["connection.active"]);
    expect((await service.events(over)).map(({ type }) => type)).not.toContain("connection.expiring");
  });
});
