/** The operator sees the actors, and switches one off in every process of the hub. */
import { expect, test } from "bun:test";
import { openTestAccount } from "../support/accounts.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { describeStores } from "../support/stores.ts";

const ADMIN = "the operator's token";
const authorization = `Bearer ${ADMIN}`;

describeStores("an actor that is switched off", (open) => {
  /** Two hubs over one store. */
  async function setUp() {
    const { store } = open();
    const actors = [echoActor({ cacheTtlSeconds: 60 }), echoActor({ slug: "other" })];
    const options = { store, actors, adminToken: ADMIN };
    const [here, there] = [await startHub(options), await startHub(options)];
    const admin = async (path: string, body?: object) => {
      const response = await fetch(`${here.url}/api/v1/admin/${path}/`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as any };
    };
    return {
      here,
      there,
      admin,
      [Symbol.asyncDispose]: async () => {
        await here[Symbol.asyncDispose]();
        await there[Symbol.asyncDispose]();
      },
    };
  }

  async function codeOf(hub: TestHub, slug: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await hub.run(slug, { q: "hi" }, headers);
    return response.ok ? "ok" : `${response.status} ${((await response.json()) as { code: string }).code}`;
  }

  test("is refused at once here and soon there, cached or not, for nothing, until it is switched on", async () => {
    await using it = await setUp();
    const { key } = await openTestAccount(it.here.services, "basic");
    const keyed = { "x-api-key": key };
    expect([await codeOf(it.here, "echo", keyed), await codeOf(it.there, "echo", keyed)]).toEqual(["ok", "ok"]);
    expect((await it.admin("actors/echo/disable", { reason: "it lies" })).body.status).toBe("disabled");
    expect(await codeOf(it.here, "echo", keyed)).toBe("503 actor_disabled");
    await it.there.doJobs();
    expect(await codeOf(it.there, "echo", keyed)).toBe("503 actor_disabled");
    expect(await codeOf(it.there, "echo")).toBe("503 actor_disabled");
    expect(await codeOf(it.there, "other", keyed)).toBe("ok");
    const usage = await fetch(`${it.here.url}/api/v1/agent/usage/`, { headers: keyed });
    expect(((await usage.json()) as any).quota.used).toBe(3);
    await it.admin("actors/echo/enable", { reason: "it was right" });
    await it.there.doJobs();
    expect([await codeOf(it.here, "echo"), await codeOf(it.there, "echo")]).toEqual(["ok", "ok"]);
  });

  test("is listed with its reason, and leaves lines in the audit", async () => {
    await using it = await setUp();
    await codeOf(it.here, "echo");
    await it.admin("actors/echo/disable", { reason: "it lies" });
    await it.admin("actors/echo/disable", { reason: "it lies again" });
    const { actors } = (await it.admin("actors")).body;
    expect(actors).toMatchObject([
      { slug: "echo", fence: null, outcomes: { answered: 1 }, disabled: { reason: "it lies" } },
      { slug: "other", disabled: null, outcomes: {} },
    ]);
    await it.admin("actors/echo/enable", { reason: "fine" });
    const { lines } = (await it.admin("audit")).body;
    expect(lines.slice(0, 2)).toMatchObject([
      { action: "enable_actor", reason: "echo: fine" },
      { action: "disable_actor", reason: "echo: it lies again" },
    ]);
  });

  test("is off from the first request of a process that starts later", async () => {
    await using it = await setUp();
    await it.admin("actors/echo/disable", { reason: "it lies" });
    await using later = await startHub({ store: open().store, actors: [echoActor()] });
    expect(await codeOf(later, "echo")).toBe("503 actor_disabled");
    await it.admin("actors/echo/enable", { reason: "fine" });
  });

  test("must be one that there is", async () => {
    await using it = await setUp();
    expect((await it.admin("actors/nobody/disable", { reason: "x" })).body.code).toBe("unknown_actor");
    expect((await it.admin("actors/echo/enable", { reason: "x" })).body.code).toBe("unknown_actor");
    expect((await it.admin("actors/echo/disable", {})).status).toBe(400);
    expect((await fetch(`${it.here.url}/api/v1/admin/actors/`)).status).toBe(404);
  });
});
