import { expect, test } from "bun:test";
import coins from "../../../actors/crypto-prices/index.ts";
import news from "../../../actors/news-rss.ts";
import weather from "../../../actors/weather-openmeteo/index.ts";
import type { Actor } from "../../../src/runtime/actor.ts";
import type { Validation } from "../../../src/runtime/schema.ts";
import { offeredActors } from "../../../src/dynamic-tools/rank/actors-offered.ts";

const served = (isValid: boolean) =>
  // Each takes an input of its own, which nobody gives it here.
  ([coins, news, weather] as unknown as Actor[]).map((actor) => ({
    actor,
    operation: {
      validate: (): Validation => (isValid ? { ok: true, value: {}, warnings: [] } : { ok: false, issues: [] }),
    },
  }));
const slugs = async (text: string, isValid = true) =>
  (await offeredActors(served(isValid), text)).map(({ actor }) => actor.slug);

test("an actor is offered for what it says it answers, with the input it takes from the words", async () => {
  expect((await slugs("bitcoin price in euro"))[0]).toBe("crypto-prices");
  expect((await slugs("today's headlines about Lebanon"))[0]).toBe("news-rss");
  expect((await offeredActors(served(true), "bitcoin price in euro"))[0]?.payload).toEqual({
    ids: "bitcoin",
    vs: "eur",
  });
});

test("no actor is offered for another thing, and none for an input that it would refuse", async () => {
  expect(await slugs("send an sms to +4915112345678 saying the news")).toEqual([]);
  expect((await slugs("send me the headlines about Lebanon"))[0]).toBe("news-rss");
  expect(await slugs("delete the Stripe coupon 25OFF")).toEqual([]);
  expect(await slugs("bitcoin price in euro", false)).toEqual([]);
});
