/** What the operator asks nothing for: it is given as free runs are, and nobody is asked to pay zero. */
import { expect, test } from "bun:test";
import { openTestAccount } from "../support/accounts.ts";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";

const CALL = { q: "hello" };
const UNKNOWN = "hub_test_0000000000000000000000000000000000000000";

/** Has the answer cached by a key whose daily calls pay for charged runs. */
async function cacheAnswer(hub: TestHub): Promise<void> {
  const { key } = await openTestAccount(hub.services, "pro");
  expect((await hub.run("echo", CALL, { "x-api-key": key })).status).toBe(200);
}

test("a hit at 0 percent is given to keys without a balance and to strangers, and counts as a free run", async () => {
  await using hub = await startHub({
    actors: [echoActor()],
    chargedTiers: ["standard"],
    limits: { perMinute: 0, perDay: 1 },
    settings: { CACHE_HIT_PRICE_PERCENT: "0" },
  });
  const perCall = await openTestAccount(hub.services, "per_call");
  const free = await openTestAccount(hub.services, "free_testnet");
  expect((await hub.run("echo", CALL)).status).toBe(402);
  await cacheAnswer(hub);
  expect((await hub.run("echo", CALL, { "x-api-key": perCall.key })).status).toBe(200);
  const answer = await hub.run("echo", CALL, { "x-api-key": free.key });
  expect([answer.status, answer.headers.get("x-calls-remaining")]).toEqual([200, "299"]);
  expect((await hub.run("echo", CALL)).status).toBe(429);
  expect((await hub.run("echo", CALL, { "x-api-key": UNKNOWN })).status).toBe(402);
});

test("runs of a tier without a price are free", async () => {
  await using hub = await startHub({
    actors: [echoActor()],
    chargedTiers: ["standard"],
    limits: { perMinute: 0, perDay: 1 },
    settings: { PRICE_STANDARD_XRP: "0" },
  });
  const { key } = await openTestAccount(hub.services, "free_testnet");
  const answer = await hub.run("echo", CALL, { "x-api-key": key });
  expect([answer.status, answer.headers.get("x-calls-remaining")]).toEqual([200, "299"]);
  expect((await hub.run("echo", CALL)).status).toBe(200);
  expect((await hub.run("echo", CALL)).status).toBe(429);
});
