/** Parts of long answers: found by their caller in any process, for ten minutes, and never too many. */
import { expect, test } from "bun:test";
import { storedParts } from "../../src/store/responses/kept-parts.ts";
import { describeStores } from "../support/stores.ts";

const MIB = 1024 * 1024;
const MINUTE = 60_000;

describeStores("parts of answers", (open) => {
  const clock = { time: 0, now: () => clock.time };
  const of = (id: string, owner = "me") => ({ id, owner });

  test("are found by number through another connection, by their owner alone", async () => {
    const { store, database } = open();
    await using other = await database.open();
    await storedParts(store, clock).keep(of("a"), ["one", "two"]);
    const parts = storedParts(other, clock);
    expect([await parts.find(of("a"), 1), await parts.find(of("a"), 2), await parts.find(of("a"), 3)]).toEqual([
      "one",
      "two",
      undefined,
    ]);
    expect([await parts.find(of("a", "another"), 1), await parts.find(of("b"), 1)]).toEqual([undefined, undefined]);
  });

  test("are gone after ten minutes", async () => {
    const parts = storedParts(open().store, clock);
    clock.time = 0;
    await parts.keep(of("old"), ["one"]);
    clock.time = 10 * MINUTE - 1;
    await parts.forget();
    expect(await parts.find(of("old"), 1)).toBe("one");
    clock.time = 10 * MINUTE;
    expect(await parts.find(of("old"), 1)).toBeUndefined();
    await parts.forget();
    clock.time = 0;
    expect(await parts.find(of("old"), 1)).toBeUndefined();
  });

  test("of the oldest answers go when there are too many, of one caller or of all", async () => {
    const parts = storedParts(open().store, clock, { bytes: 8 * MIB, bytesOfOwner: 4 * MIB });
    const mib = Array.from({ length: 16 }, () => "x".repeat(MIB / 16));
    const isThere = async (id: string, owner: string) => (await parts.find(of(id, owner), 1)) !== undefined;
    clock.time = MINUTE;
    await parts.keep(of("quiet"), mib);
    for (let n = 0; n < 9; n++) {
      clock.time += 1;
      await parts.keep(of(`loud ${n}`, "loud"), mib);
    }
    expect([await isThere("quiet", "me"), await isThere("loud 4", "loud"), await isThere("loud 8", "loud")]).toEqual([
      true,
      false,
      true,
    ]);
    for (let n = 0; n < 4; n++) {
      clock.time += 1;
      await parts.keep(of(`new ${n}`, "new"), mib);
    }
    expect([await isThere("quiet", "me"), await isThere("new 0", "new")]).toEqual([false, true]);
  });
});
