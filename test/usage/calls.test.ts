import { expect, test } from "bun:test";
import { createCallRepository } from "../../src/usage/call-repository.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-01T12:00:00Z");

describeStores("the record of calls", (open) => {
  test("counts by entry over all processes and accounts, the most used first, for thirty days", async () => {
    await using database = await open().database.another();
    await using store = await database.open();
    const clock = testClock(START);
    const [one, other] = [createCallRepository(store, clock), createCallRepository(store, clock)];
    one.note({ entry: "old", account: "a", answeredInMs: 5 });
    await one.flush();
    clock.advance(20 * DAY_MS);
    one.note({ entry: "weather", account: "a", answeredInMs: 10 });
    one.note({ entry: "weather", account: "a" });
    other.note({ entry: "weather", account: "b", answeredInMs: 30 });
    other.note({ entry: "busy", account: "a", answeredInMs: 1 });
    other.note({ entry: "broken", account: "c" });
    await Promise.all([one.flush(), other.flush()]);
    clock.advance(8 * DAY_MS);
    one.note({ entry: "weather", answeredInMs: 20 });
    await one.flush();
    const last = clock.now();
    expect([...(await other.read())]).toEqual([
      {
        entry: "weather",
        accounts: 3,
        calls: 4,
        failures: 1,
        meanMs: 20,
        answeredAt: last,
        failedAt: last - 8 * DAY_MS,
        recentCalls: 1,
        recentFailures: 0,
      },
      expect.objectContaining({ entry: "busy", accounts: 1 }),
      expect.objectContaining({ entry: "old", accounts: 1, recentCalls: 0 }),
      expect.objectContaining({ entry: "broken", accounts: 0, calls: 1, failures: 1, meanMs: null, answeredAt: null }),
    ]);
    clock.advance(5 * DAY_MS);
    expect((await other.read()).map(({ entry }) => entry)).toEqual(["weather", "busy", "broken"]);
  });

  test("keeps what could not be written for the next time", async () => {
    const clock = testClock(START);
    await using database = await open().database.another();
    await using store = await database.open();
    let isDown = true;
    const flaky = {
      ...store,
      transact: ((...given) =>
        isDown ? Promise.reject(new Error("down")) : store.transact(...given)) as typeof store.transact,
    };
    const book = createCallRepository(flaky, clock);
    book.note({ entry: "weather", account: "a", answeredInMs: 10 });
    await expect(book.flush()).rejects.toThrow("down");
    book.note({ entry: "weather", account: "a", answeredInMs: 30 });
    isDown = false;
    await book.flush();
    await book.flush();
    expect([...(await book.read())]).toMatchObject([{ entry: "weather", calls: 2, meanMs: 20 }]);
  });
});
