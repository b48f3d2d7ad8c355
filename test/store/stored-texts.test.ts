/** Long texts in parts: read again as they were written, kept by a transaction or gone. */
import { expect, test } from "bun:test";
import { count } from "drizzle-orm";
import { stepsOf, type Store } from "../../src/store/store.ts";
import { storedTexts } from "../../src/store/responses/stored-texts.ts";
import { encodedPieces, inPieces, type JsonPieces, wholeText } from "../../src/text/json-text.ts";
import { testClock } from "../support/operations.ts";
import { randomOf } from "../support/random.ts";
import { describeStores } from "../support/stores.ts";

const KIB = 1024;
const PART = 128 * KIB;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** `SEED=7` repeats a run's choices. */
const SEED = Number(process.env["SEED"] ?? 20_261_122);

describeStores("stored texts", (open) => {
  function setUp(maxBytes?: number) {
    const { store, database } = open();
    const clock = testClock();
    return { store, database, clock, texts: storedTexts(store, clock, maxBytes) };
  }

  test(`are read again as they were, in any process, whatever their length and letters (seed ${SEED})`, async () => {
    const { store, clock, texts, database } = setUp();
    await using elsewhere = await database.open();
    const random = randomOf(SEED);
    const lengths = [0, 1, PART - 1, PART, PART + 1, 2 * PART, 9 * PART + 7];
    for (let n = 0; n < 8; n++) lengths.push(Math.floor(random() * 12 * PART));
    for (const length of lengths) {
      const text = textOf(random, length);
      const id = await texts.write(random() < 0.5 ? text : cutAnywhere(random, text));
      await store.transact(() => stepsOf(texts.keep(id, DAY)));
      expect((await wholeOf(storedTexts(elsewhere, clock).read(id))) === text).toBe(true);
    }
  }, 60_000);

  test("can be gone through twice, and what was taken of them stays when they are given back", async () => {
    const { texts } = setUp();
    const pieces = await texts.read(await texts.write("x".repeat(PART + 1)));
    const taken = [...encodedPieces(pieces ?? "")];
    expect(pieces && wholeText(pieces).length).toBe(PART + 1);
    pieces?.[Symbol.dispose]();
    expect(Buffer.concat(taken).length).toBe(PART + 1);
  });

  test("lapse after ten minutes unless a transaction has kept them, and leave nothing", async () => {
    const { store, clock, texts } = setUp();
    const earlier = await partsIn(store);
    const [kept, left] = [await texts.write("x".repeat(100 * PART)), await texts.write("x".repeat(100 * PART))];
    await store.transact(() => stepsOf(texts.keep(kept, DAY)));
    clock.advance(10 * MINUTE - 1);
    await texts.forget();
    expect([await isThere(texts.read(kept)), await isThere(texts.read(left))]).toEqual([true, true]);
    clock.advance(1);
    expect([await isThere(texts.read(kept)), await isThere(texts.read(left))]).toEqual([true, false]);
    expect(await partsIn(store)).toBe(earlier + 200);
    await texts.forget();
    expect(await partsIn(store)).toBeLessThanOrEqual(earlier + 100);
    expect(await isThere(texts.read(kept))).toBe(true);
    clock.advance(2 * DAY);
    await texts.forget();
    expect(await partsIn(store)).toBe(0);
  }, 30_000);

  test("that have lapsed undo the transaction that would keep them, whatever its clock says", async () => {
    const { store, clock, texts } = setUp();
    const id = await texts.write("x");
    const other = await texts.write("x");
    const behind = testClock(clock.now());
    clock.advance(10 * MINUTE);
    await texts.forget();
    const late = storedTexts(store, behind);
    const keeping = async () =>
      store.transact(function* () {
        yield* stepsOf(late.keep(other, DAY));
      });
    await expect(keeping()).rejects.toMatchObject({ code: "overloaded" });
    expect(await late.renew(id)).toBe(false);
  });

  test("stay as long as the last of those that refer to them", async () => {
    const { store, clock, texts } = setUp();
    const id = await texts.write("x");
    await store.transact(() => stepsOf(texts.keep(id, DAY)));
    expect(await texts.renew(id)).toBe(true);
    clock.advance(DAY - 1);
    await store.transact(() => stepsOf(texts.keep(id, MINUTE)));
    clock.advance(MINUTE);
    await texts.forget();
    expect(await isThere(texts.read(id))).toBe(true);
  });

  test("that are too long are refused, and what was written of them goes with the next look", async () => {
    const { store, texts } = setUp(3 * PART);
    await texts.forget();
    const before = await partsIn(store);
    await expect(texts.write("x".repeat(3 * PART + 1))).rejects.toMatchObject({ code: "invalid_input" });
    await texts.write("x".repeat(3 * PART));
    await texts.forget();
    expect((await partsIn(store)) - before).toBe(3);
  });

  test("leave others their turn between parts", async () => {
    const { texts } = setUp();
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve));
    })();
    const id = await texts.write("x".repeat(64 * PART));
    expect(turns).toBeGreaterThanOrEqual(64);
    turns = 0;
    await texts.read(id);
    expect(turns).toBeGreaterThanOrEqual(7);
    isOver = true;
    await counting;
  });
});

/** Of letters of every length in UTF-8, none of them half. */
function textOf(random: () => number, length: number): string {
  const letters = ["x", '"', "\\", "\n", "é", "世", "😀"];
  let text = "";
  while (text.length < length) {
    const letter = letters[Math.floor(random() * letters.length)] ?? "x";
    text += letter.repeat(1 + Math.floor(random() * Math.min(50_000, length)));
  }
  return text;
}

/** In pieces of any length, some of them empty; what lies between the halves of a letter is no place to cut. */
function cutAnywhere(random: () => number, text: string): JsonPieces {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + Math.floor(random() * 300_000));
    if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end++;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return inPieces(pieces);
}

async function wholeOf(found: Promise<JsonPieces | undefined>): Promise<string | undefined> {
  const pieces = await found;
  return pieces && wholeText(pieces);
}

async function isThere(found: Promise<JsonPieces | undefined>): Promise<boolean> {
  return (await found) !== undefined;
}

async function partsIn(store: Store): Promise<number> {
  const [found] = await store.ask((db, { stored_text_parts: parts }) => db.select({ count: count() }).from(parts));
  return found?.count ?? 0;
}
