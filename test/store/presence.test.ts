/** How many processes a hub has, as each of them hears. */
import { expect, test } from "bun:test";
import { openNews, type OpenChannel } from "../../src/store/processes/news.ts";
import { openPresence } from "../../src/store/processes/presence.ts";
import { testClock } from "../support/operations.ts";

/** A way of news on which all that is sent is there at once, while it is not cut. */
function toyWay(): { open: OpenChannel; isCut: boolean } {
  const listeners: ((payload: string) => void)[] = [];
  const way = {
    isCut: false,
    open: ((hear) => {
      listeners.push(hear);
      return {
        send: (payload) => listeners.forEach((each) => way.isCut || each(payload)),
        [Symbol.asyncDispose]: async () => undefined,
      };
    }) as OpenChannel,
  };
  return way;
}

function hub() {
  const clock = testClock(0);
  const way = toyWay();
  const join = () => openPresence(openNews([way.open]), clock);
  return { clock, way, join };
}

test("each counts all that have come, at once, and none that has ended", () => {
  const { join } = hub();
  const first = join();
  expect(first.count()).toBe(1);
  const [second, third] = [join(), join()];
  expect([first, second, third].map((one) => one.count())).toEqual([3, 3, 3]);
  second[Symbol.dispose]();
  expect([first, third].map((one) => one.count())).toEqual([2, 2]);
});

test("one that has died counts until it was silent for 30 s beside the others", () => {
  const { clock, join } = hub();
  const [first, second] = [join(), join()];
  join(); // It never says anything again.
  for (let seconds = 5; seconds <= 30; seconds += 5) {
    clock.advance(5_000);
    for (const one of [first, second]) one.tell();
  }
  expect(first.count()).toBe(3);
  clock.advance(5_000);
  second.tell();
  expect(first.count()).toBe(2);
});

test("while the news reach nobody, those that were heard last still count, for an hour", () => {
  const { clock, way, join } = hub();
  const all = [join(), join(), join()];
  way.isCut = true;
  for (let minutes = 1; minutes <= 60; minutes++) {
    clock.advance(60_000);
    for (const one of all) one.tell();
    expect(all[0]?.count()).toBe(3);
  }
  clock.advance(1);
  expect(all[0]?.count()).toBe(1);
  way.isCut = false;
  for (const one of all) one.tell();
  expect(all[0]?.count()).toBe(3);
});
