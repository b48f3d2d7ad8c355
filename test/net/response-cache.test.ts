import { expect, test } from "bun:test";
import { createResponseCache } from "../../src/net/response-cache.ts";
import type { FetchResult } from "../../src/runtime/actor.ts";
import { testClock } from "../support/operations.ts";

function setUp() {
  const clock = testClock();
  const asked: string[] = [];
  let status = 200;
  const fetch = async (url: string): Promise<FetchResult> => {
    asked.push(url);
    return { url, status, headers: new Headers(), bytes: new Uint8Array([asked.length]) };
  };
  const keep = createResponseCache(clock);
  return {
    clock,
    asked,
    fetch: keep("prices", fetch),
    other: keep("weather", fetch),
    answer: (next: number) => void (status = next),
  };
}

const LIST = "https://api.example.com/list";

test("an answer is used again for as long as its actor says", async () => {
  const { asked, clock, fetch } = setUp();
  await fetch(LIST, { keepSeconds: 60 });
  clock.advance(59_999);
  expect((await fetch(LIST, { keepSeconds: 60 })).bytes).toEqual(new Uint8Array([1]));
  clock.advance(1);
  await fetch(LIST, { keepSeconds: 60 });
  expect(asked).toHaveLength(2);
});

test("nothing is kept that was not asked to be, that failed, or that another actor fetched", async () => {
  const { asked, answer, fetch, other } = setUp();
  await fetch(LIST);
  answer(500);
  await fetch(LIST, { keepSeconds: 60 });
  answer(200);
  await fetch(LIST, { keepSeconds: 60 });
  await other(LIST, { keepSeconds: 60 });
  await fetch(LIST, { keepSeconds: 60, method: "POST" });
  expect(asked).toHaveLength(5);
});
