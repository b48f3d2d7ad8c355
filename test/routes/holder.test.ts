/** What the holder of a key has done is told, though the store is gone before its account's headers are read. */
import { expect, test } from "bun:test";
import { answerHolder } from "../../src/routes/http/holder.ts";
import { callerWith, openTestAccount, testServices } from "../support/accounts.ts";
import { failingStore } from "../support/failing-store.ts";
import { coinRail, PRICES } from "../support/operations.ts";
import { describeStores } from "../support/stores.ts";

const ENDPOINT = { method: "POST", path: "/rotate/", description: "A new key." } as const;

describeStores("whoever rotates its key", (open) => {
  test("is given the new one, or keeps the old one, before whichever statement the store goes", async () => {
    const failing = failingStore(open().store);
    const clock = { now: Date.now };
    const services = testServices(failing.store, {}, clock);
    const deps = { ...services, clock, rail: coinRail([]), prices: PRICES };
    const rotate = (key: string) =>
      answerHolder(
        deps,
        { request: new Request("http://hub.test/rotate/", { headers: { "x-api-key": key } }), set: { headers: {} } },
        ENDPOINT,
        async (holder) => (await services.keyCare.rotate(holder, 0)).key.text,
      ).catch(() => undefined);

    let failures = 0;
    for (let at = 1; ; at++) {
      failing.failAt(0);
      const { key } = await openTestAccount(services, "basic");
      failing.failAt(at);
      const shown = await rotate(key);
      const failed = failing.failed();
      failing.failAt(0);
      if (failed === undefined) break;
      if (failed === "after") continue; // Its answer is lost: nobody can know what the store has done.
      failures++;
      const standing = await services.accounts.standing(callerWith(shown ?? key));
      expect([at, standing.state]).toEqual([at, "known"]);
    }
    expect(failures).toBeGreaterThan(5);
  });
});
