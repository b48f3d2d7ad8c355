import { describe, expect, test } from "bun:test";
import type { FlightRole } from "../../src/runtime/ports/shared-flights.ts";
import { FLIGHT_TIMES, type FlightTimes, redisFlights } from "../../src/redis/flights.ts";
import { answerOf, largeAnswer } from "../support/operations.ts";
import { hasOwnRedis } from "../support/own-servers.ts";
import { HURRIED_MS, redisSuite, SEALER } from "../support/redis.ts";

/** Nothing in these tests waits for its end. */
const LONG: FlightTimes = { leaseMs: 60_000, waitMs: 60_000, toldMs: 60_000 };
const NEVER = new AbortController().signal;

describe.skipIf(!hasOwnRedis)("single flight over processes", () => {
  const suite = redisSuite();
  /** One process, and what became of its runs. */
  const process = async (times: FlightTimes = LONG, limitMs?: number) => {
    const connection = await suite.connect(limitMs);
    const roles: FlightRole["role"][] = [];
    const flights = redisFlights(connection, { sealer: SEALER, times, joined: (role) => void roles.push(role) });
    return { connection, roles, join: (key: string, signal = NEVER) => flights.join(key, signal) };
  };
  const leadOf = (joined: FlightRole) => {
    if (joined.role !== "leads") throw new Error(`It ${joined.role}`);
    return joined.lead;
  };

  test("one of three processes works, and the others get its answer", async () => {
    const [one, other, third] = [await process(), await process(), await process()];
    const lead = leadOf(await one.join("k1"));
    const waiting = [other.join("k1"), third.join("k1")];
    expect((await other.join("another key")).role).toBe("leads");
    lead.end(answerOf(["done"]));
    expect(await Promise.all(waiting)).toEqual(
      Array.from({ length: 2 }, () => ({ role: "follows", answer: answerOf(["done"]) })),
    );
    expect([one.roles, third.roles]).toEqual([["leads"], ["follows"]]);
  });

  test.each([
    ["failed", undefined],
    ["has an answer that is no text as a whole", largeAnswer()],
    ["has an answer that is too long", answerOf(["x".repeat(300 * 1024)])],
  ])("whoever waits leads in its turn where the leader %s", async (why, answer) => {
    const [one, other] = [await process(), await process()];
    const lead = leadOf(await one.join(why));
    const waiting = other.join(why);
    lead.end(answer);
    leadOf(await waiting).end();
  });

  test("a leader that died costs its lease", async () => {
    const [one, other] = [await process({ ...LONG, leaseMs: 300 }), await process()];
    await one.join("k2");
    one.connection.client.disconnect(); // It renews nothing any more.
    leadOf(await other.join("k2")).end();
  });

  test("a leader keeps its lead for as long as it works", async () => {
    const { connection, join } = await process({ ...LONG, leaseMs: 3_000 });
    await connection.client.flushall();
    const lead = leadOf(await join("k3"));
    const [name = ""] = await connection.client.keys("hub:flight:*");
    let left = await connection.client.pttl(name);
    for (let before = left; left <= before && left > 0;) {
      before = left;
      left = await connection.client.pttl(name);
    }
    expect(left).toBeWithin(2_000, 3_001); // It was renewed.
    lead.end();
  });

  test("one that takes too long is not waited for", async () => {
    const [one, other] = [await process(), await process({ ...LONG, waitMs: 100 })];
    await one.join("k9");
    expect((await other.join("k9")).role).toBe("alone");
  });

  test("a leader that stood still until its lease was another's changes nothing", async () => {
    const [one, other] = [await process(), await process()];
    const lead = leadOf(await one.join("k4"));
    for (const each of await other.connection.client.keys("hub:flight:*")) await other.connection.client.del(each);
    const later = leadOf(await other.join("k4"));
    const third = await process({ ...LONG, waitMs: 20 });
    for (const answer of [answerOf(["of the first"]), undefined]) {
      lead.end(answer);
      await one.connection.client.ping(); // What was sent before it is done.
      expect((await third.join("k4")).role).toBe("alone"); // It is still worked on.
    }
    later.end(answerOf(["of the second"]));
    expect(await one.join("k4")).toEqual({ role: "follows", answer: answerOf(["of the second"]) });
  });

  test("whoever writes to Redis chooses no answer: who finds one works alone", async () => {
    const [one, other] = [await process(), await process()];
    await one.join("k5");
    for (const name of await one.connection.client.keys("hub:flight:*"))
      await one.connection.client.set(name, 'a{"count":1,"warnings":[]}\n["chosen"]');
    expect(await other.join("k5")).toEqual({ role: "alone" });
  });

  test("the wait ends when nobody waits for the run any more", async () => {
    const [one, other] = [await process(), await process()];
    await one.join("k6");
    const hangUp = new AbortController();
    const waiting = other.join("k6", hangUp.signal);
    hangUp.abort();
    expect((await waiting).role).toBe("alone");
  });

  test("without Redis every run goes alone, whether it leads, waits or begins", async () => {
    const [one, other] = [await process(LONG, HURRIED_MS), await process(LONG, HURRIED_MS)];
    const joined = await one.join("k7"); // On a machine that is slow it may go alone.
    const waiting = other.join("k7");
    suite.server().freeze();
    try {
      expect((await waiting).role).toBe("alone");
      expect((await one.join("k8")).role).toBe("alone");
      if (joined.role === "leads") joined.lead.end(answerOf([]));
    } finally {
      suite.server().thaw();
    }
  });

  test("others wait no longer than a lease and a bound that a caller bears", () => {
    expect(FLIGHT_TIMES.leaseMs).toBeLessThanOrEqual(3_000);
    expect(FLIGHT_TIMES.waitMs).toBeLessThanOrEqual(5_000);
  });
});
