import { expect, test } from "bun:test";
import coins from "../../actors/crypto-prices/index.ts";
import news from "../../actors/news-rss.ts";
import weather from "../../actors/weather-openmeteo/index.ts";
import type { Actor } from "../../src/runtime/actor.ts";
import { offeredActors } from "../../src/dynamic-tools/actors-offered.ts";

const served = (isValid: boolean) =>
  // Each takes an input of its own, which nobody gives it here.
  ([coins, news, weather] as unknown as Actor[]).map((actor) => ({
    actor,
    operation: { validate: () => ({ ok: isValid }) },
  }));
const slugs = (text: string, isValid = true) => offeredActors(served(isValid), text).map(({ actor }) => actor.slug);

test("an actor is offered for what it says it answers, with the input it takes from the words", () => {
  expect(slugs("bitcoin price in euro")[0]).toBe("crypto-prices");
  expect(slugs("today's headlines about Lebanon")[0]).toBe("news-rss");
  expect(offeredActors(served(true), "bitcoin price in euro")[0]?.payload).toEqual({ ids: "bitcoin", vs: "eur" });
});

test("no actor is offered for another thing, and none for an input that it would refuse", () => {
  expect(slugs("send an sms to +4915112345678 saying the news")).toEqual([]);
  expect(slugs("send me the headlines about Lebanon")[0]).toBe("news-rss");
  expect(slugs("delete the Stripe coupon 25OFF")).toEqual([]);
  expect(slugs("bitcoin price in euro", false)).toEqual([]);
});
