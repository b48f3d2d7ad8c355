import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { setTimeout as pause } from "node:timers/promises";
import { count as rows } from "drizzle-orm";
import type { Store } from "../../../src/store/store.ts";
import { storedTexts } from "../../../src/store/responses/stored-texts.ts";
import { openTestAccount, testServices } from "../../support/accounts.ts";
import {
  ask,
  type Asker,
  balanceOf,
  type Buyer,
  count,
  type Heard,
  persist,
  present,
  presentAndKill,
  sign,
} from "../../support/killed-askers.ts";
import { HUB, type KilledHubs, LONG_TEXT, startKilledHubs } from "../../support/killed-hubs.ts";
import { playCount } from "../../support/long.ts";
import { walletOf } from "../../support/payer.ts";
import { randomOf } from "../../support/random.ts";
import { isUp, POSTGRES_URL, postgresDatabase } from "../../support/stores.ts";

const PRICE = 120_000n;
const PRESENTATIONS = 1000;
/** Each costs a start. `KILLS=100 npm test -- test/payment/sim/processes.test.ts` plays longer still. */
const KILLS = playCount("KILLS", { short: 3, long: 20 });
/** Half of them as soon as it asks for something, the others when it has answered. */
const KILLS_OF_NAMED = 2 * Math.ceil(KILLS / 3);
/** While a long answer is being written down, part by part. */
const KILLS_OF_LONG = Math.ceil(KILLS / 2);
/** More than a claim asks of the world: a kill that comes later comes after the answer. */
const MOST_EVENTS = 10;
/** `SEED=7` repeats a run's choices. */
const SEED = Number(process.env["SEED"] ?? 20_261_121);

const hasPostgres = await isUp(POSTGRES_URL);

interface LongRun {
  readonly meta: { readonly run_id: string };
  readonly items: readonly [{ readonly text: string }];
}

/** Of 128 KiB; the text is a little shorter than its items. */
const LONG_PARTS = Math.ceil(Buffer.byteLength(LONG_TEXT) / (128 * 1024));

for (const name of ["SQLite", "PostgreSQL"] as const) {
  describe.skipIf(name === "PostgreSQL" && !hasPostgres)(`two hub processes on one store (${name})`, () => {
    const buyers = Array.from({ length: KILLS + 1 }, (_, number): Buyer => {
      return { q: `q${number}`, wallet: walletOf(`buyer-${number}`), headers: {} };
    });
    const patient = Array.from({ length: KILLS_OF_LONG }, (_, number): Buyer => {
      return { q: `long${number}`, wallet: walletOf(`patient-${number}`), headers: {} };
    });
    const [crowded, ...others] = buyers as [Buyer, ...Buyer[]]; // There is one more than kills.
    let world: KilledHubs;
    let database: Awaited<ReturnType<typeof postgresDatabase>> | undefined;
    beforeAll(async () => {
      database = name === "PostgreSQL" ? await postgresDatabase() : undefined;
      const env: Record<string, string> = database === undefined ? {} : { DATABASE_URL: database.address };
      world = await startKilledHubs(
        env,
        [...buyers, ...patient].map(({ wallet }) => wallet.address),
      );
    }, 60_000);
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]();
      await database?.[Symbol.asyncDispose]();
    });

    test(`submit and run once what is presented ${PRESENTATIONS} times at once`, async () => {
      await sign(world, crowded);
      const heard = await Promise.all(
        Array.from({ length: PRESENTATIONS }, (_, at) => present(world, crowded, at % 2)),
      );
      const statuses = new Set(heard.map(({ status }) => status));
      expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
      expect(statuses.has(200)).toBeTrue();
      expect(heard.every(({ status, retryAfter }) => status === 200 || retryAfter > 0)).toBeTrue();
      heard.push(await persist(world, crowded), await present(world, crowded, 0), await present(world, crowded, 1));
      expect(new Set(heard.flatMap(({ runId }) => runId ?? [])).size).toBe(1);
      expect(heard.slice(-3).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(count(world, "submit")).toBe(1);
      expect(count(world, `run ${crowded.q}`)).toBe(1);
    }, 60_000);

    describe("that are killed", () => {
      const named = Array.from({ length: KILLS_OF_NAMED }, (_, number): Asker => ({
        q: `named${number}`,
        headers: {},
      }));
      const answered = new Map<Asker, Heard>();
      let store: Store;
      let before: bigint;
      let broken = 0;

      // All are killed before anybody repeats: only 20 s later others take what a dead process had in work.
      beforeAll(async () => {
        store = await world.open();
        const services = testServices(store, { networks: { main: "xrpl:1", test: "xrpl:0" } });
        const { key } = await openTestAccount(services, "per_call", 100n * PRICE);
        for (const [number, asker] of named.entries()) {
          asker.headers = { "x-api-key": key, "idempotency-key": `of-one-request-${number}` };
          const heard = await presentAndKill(world, asker, number % 2, number % 2 === 0 ? 1 : Infinity);
          if (heard !== undefined) answered.set(asker, heard);
        }
        const random = randomOf(SEED);
        before = await balanceOf(world, HUB);
        for (const [number, buyer] of patient.entries()) {
          await sign(world, buyer);
          const parts = 1 + Math.floor(random() * LONG_PARTS);
          if (await breaksWhileWritten(world, store, { buyer, number: number % 2, parts })) broken++;
        }
        for (const [number, buyer] of others.entries()) {
          await sign(world, buyer);
          await presentAndKill(world, buyer, number % 2, 1 + Math.floor(random() * MOST_EVENTS));
        }
      }, 600_000);
      afterAll(async () => store?.[Symbol.asyncDispose]());

      test(`redeem every payment once through ${KILLS} kills (seed ${SEED})`, async () => {
        // Everybody repeats, in the very same words, until it is told something final.
        const final = await Promise.all(
          others.map(async (buyer) => {
            const told = await persist(world, buyer);
            if (told.status !== 402) return told;
            // Too late for a payment that its hub died before: it was never sent, so its buyer pays for the first time.
            expect(await balanceOf(world, buyer.wallet.address)).toBe(100_000_000n);
            await sign(world, buyer);
            return persist(world, buyer);
          }),
        );
        expect(final.map(({ status }) => status)).toEqual(others.map(() => 200));
        const again = await Promise.all(others.map((buyer, number) => present(world, buyer, number % 2)));
        expect(again.map(({ runId }) => runId)).toEqual(final.map(({ runId }) => runId));
        expect(new Set(final.map(({ runId }) => runId)).size).toBe(KILLS);
        for (const { wallet } of others)
          expect(await balanceOf(world, wallet.address)).toBe(100_000_000n - PRICE - 12n);
        expect(await world.verify()).toBe(0);
      }, 240_000);

      test(`keep a long answer whole and for one price through ${KILLS_OF_LONG} kills (seed ${SEED})`, async () => {
        expect(broken).toBeGreaterThan(0);
        const final = await Promise.all(patient.map((buyer) => persist(world, buyer)));
        expect(final.map(({ status }) => status)).toEqual(patient.map(() => 200));
        // What the killed have left goes, and nothing else.
        await storedTexts(store, { now: () => Date.now() + 11 * 60_000 }).forget();
        expect(await partsIn(store)).toBe(LONG_PARTS * KILLS_OF_LONG);
        for (const [number, buyer] of patient.entries()) {
          const { meta, items } = (await (await ask(world, buyer, number % 2)).json()) as LongRun;
          expect([meta.run_id, items[0].text === LONG_TEXT]).toEqual([final[number]?.runId ?? "", true]);
        }
        for (const { wallet } of patient)
          expect(await balanceOf(world, wallet.address)).toBe(100_000_000n - PRICE - 12n);
        // One settlement of each, of the payments above, too: the hub has got no more than one price for it.
        expect((await balanceOf(world, HUB)) - before).toBe(PRICE * BigInt(KILLS_OF_LONG + KILLS));
        expect(await world.verify()).toBe(0);
      }, 120_000);

      test(`run and charge a request once that is named by an Idempotency-Key, through ${KILLS_OF_NAMED} kills`, async () => {
        const headers = { ...named[0]?.headers, "idempotency-key": "of-one-request-of-many" };
        const crowd: Asker = { q: "crowd", headers };
        const crowded = await Promise.all(Array.from({ length: 100 }, (_, at) => present(world, crowd, at % 2)));
        // On a busy machine a process may have more to do than it takes on.
        const isTold = ({ status, retryAfter }: Heard) =>
          status === 200 || ([409, 503].includes(status) && retryAfter > 0);
        expect(crowded.every(isTold)).toBeTrue();
        expect(count(world, `run ${crowd.q}`)).toBe(1);

        expect(answered.size).toBeGreaterThanOrEqual(KILLS_OF_NAMED / 2);
        const all = [crowd, ...named];
        const final = await Promise.all(all.map((asker) => persist(world, asker)));
        const again = await Promise.all(all.map((asker) => present(world, asker, 1)));
        expect(final.map(({ status }) => status)).toEqual(all.map(() => 200));
        expect(again.map(({ runId }) => runId)).toEqual(final.map(({ runId }) => runId));
        for (const [asker, { runId }] of answered) expect(final[all.indexOf(asker)]?.runId).toBe(runId);
        const entries = await store.ask((db, { entries: table }) => db.select().from(table));
        expect(entries.filter(({ kind }) => kind === "charge").map(({ drops }) => drops)).toEqual(
          all.map(() => -PRICE),
        );
        expect(await world.verify()).toBe(0);
      }, 120_000);
    });
  });
}

/** Kills the process while it writes its long answer down, after so many parts; whether the connection broke. */
async function breaksWhileWritten(
  world: KilledHubs,
  store: Store,
  { buyer, number, parts }: { readonly buyer: Buyer; readonly number: number; readonly parts: number },
): Promise<boolean> {
  const most = (await partsIn(store)) + parts;
  let isOver = false;
  const heard = present(world, buyer, number)
    .catch(() => undefined)
    .finally(() => (isOver = true));
  while (!isOver && (await partsIn(store)) < most) await pause(1);
  await world.hubs[number]?.kill();
  await world.restart(number);
  return (await heard) === undefined;
}

async function partsIn(store: Store): Promise<number> {
  const [found] = await store.ask((db, { stored_text_parts: parts }) => db.select({ parts: rows() }).from(parts));
  return found?.parts ?? 0;
}
