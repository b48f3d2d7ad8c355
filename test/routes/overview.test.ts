/** The operator's overview: what was asked, run, earned and connected, for the operator alone. */
import { expect, test } from "bun:test";
import { overviewOf } from "../../src/metrics/overview.ts";
import { measureRequests } from "../../src/metrics/requests.ts";
import { createMetrics } from "../../src/metrics/series.ts";
import { createStallNotes } from "../../src/metrics/stalls.ts";
import { createBreakers } from "../../src/proxy/breaker.ts";
import { createCensus } from "../../src/store/census.ts";
import { depositOf } from "../support/accounts.ts";
import { echoActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";
import { testClock } from "../support/operations.ts";
import { describeStores } from "../support/stores.ts";

const ADMIN = "the operator's token";

describeStores("the overview", (open) => {
  test("counts what was asked, run and paid, and is not there for anybody else", async () => {
    const clock = testClock(Date.now());
    const { store } = open();
    await using hub = await startHub({ store, clock, adminToken: ADMIN, actors: [echoActor()] });
    const path = `${hub.url}/api/v1/admin/overview/`;
    for (const headers of [{}, { authorization: "Bearer wrong" }])
      expect((await fetch(path, { headers })).status).toBe(404);
    await hub.run("echo", { q: "hi" });
    await hub.services.deposits.credit(depositOf(424_242, 3_000_000n));
    const overview = (await (await fetch(path, { headers: { authorization: `Bearer ${ADMIN}` } })).json()) as any;
    expect(overview.requests.by_status).toMatchObject({ "2xx": 1, "4xx": 2 });
    expect(overview.requests.p95_ms).toBeNumber();
    expect(overview.runs).toEqual([{ operation: "echo", outcomes: { answered: 1 } }]);
    expect(overview.income).toMatchObject([{ purpose: "parked", payments: 1, day_xrp: 3, all_xrp: 3 }]);
    expect([overview.breakers, overview.stalls, overview.connections]).toEqual([[], [], {}]);
  });

  test("tells income of a day from that of a month", async () => {
    const { store } = open();
    const clock = testClock(Date.now());
    clock.advance(8 * 86_400_000);
    const [parked] = (await createCensus(store, clock)()).income;
    expect([parked?.day, parked?.week, parked?.month, parked?.all]).toEqual([0n, 0n, 3_000_000n, 3_000_000n]);
  });
});

test("a share of requests is told by the end of its bucket, over all paths", async () => {
  const metrics = createMetrics();
  const measure = measureRequests(metrics);
  const fast = measure(() => new Response("ok"), "GET", "/fast");
  for (let n = 0; n < 99; n++) await fast(new Request("http://hub.test/fast"));
  const failing = measure(() => new Response("no", { status: 500 }), "POST", "/failing");
  await failing(new Request("http://hub.test/failing"));
  const { requests, byStatus, p50Ms, routes } = overviewOf(metrics.families());
  expect([requests, byStatus, p50Ms]).toEqual([100, { "2xx": 99, "5xx": 1 }, 1]);
  expect(routes.map(({ method, route, requests: own }) => [method, route, own])).toEqual([
    ["GET", "/fast", 99],
    ["POST", "/failing", 1],
  ]);
  expect(overviewOf([])).toMatchObject({ requests: 0, p50Ms: null, p95Ms: null, routes: [], runs: [] });
});

test("open breakers are named until something is sent again, and the last stalls are kept", () => {
  const clock = testClock(1_000_000);
  const breakers = createBreakers(clock);
  for (let n = 0; n < 5; n++) {
    using turn = breakers.enter("api.dev list");
    turn.failed(`account ${n % 2}`);
  }
  expect(breakers.open()).toEqual([{ target: "api.dev list", until: clock.now() + 30_000 }]);
  clock.advance(30_000);
  {
    using turn = breakers.enter("api.dev list");
    turn.succeeded();
  }
  expect(breakers.open()).toEqual([]);
  const stalls = createStallNotes(clock.now);
  for (let n = 0; n < 25; n++) stalls.note(`stall ${n}`);
  expect([stalls.list().length, stalls.list().at(-1)?.sentence]).toEqual([20, "stall 24"]);
});
