/** Runs that are done later, by real processes that are killed and frozen while they have them in work. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { type KilledHubs, startKilledHubs } from "../support/killed-hubs.ts";
import { hasOwnRedis, type OwnServer, ownRedis } from "../support/own-servers.ts";
import { playCount } from "../support/long.ts";
import { randomOf } from "../support/random.ts";
import { isUp, POSTGRES_URL, postgresDatabase } from "../support/stores.ts";

const RUNS = playCount("RUNS", { short: 60, long: 1000 });
const KILLS = RUNS < 1000 ? { SQLite: 1, PostgreSQL: 2 } : { SQLite: 5, PostgreSQL: 5 };
const ACCOUNTS = Math.max(4, Math.ceil(RUNS / 100));
const PRICE = 120_000n;
/** How long the actor's service takes: kills are to meet runs in work. */
const WORK_MS = 60;
/** `SEED=7` repeats a run's choices. */
const SEED = Number(process.env["SEED"] ?? 20_261_122);

const hasPostgres = await isUp(POSTGRES_URL);
const STORES = [
  { name: "SQLite", hubs: 2 },
  { name: "PostgreSQL", hubs: 3 },
] as const;

interface RunJson {
  readonly run_id: string;
  readonly status: string;
  readonly charged_xrp: number;
  readonly attempts: number;
  readonly result: { readonly data: readonly { readonly run: number }[] } | null;
}

for (const { name, hubs } of STORES) {
  describe.skipIf(name === "PostgreSQL" && !hasPostgres)(`runs that are done later by ${hubs} hubs (${name})`, () => {
    let world: KilledHubs;
    let database: Awaited<ReturnType<typeof postgresDatabase>> | undefined;
    let redis: OwnServer | undefined;
    let keys: readonly string[];

    beforeAll(async () => {
      database = name === "PostgreSQL" ? await postgresDatabase() : undefined;
      redis = name === "PostgreSQL" && hasOwnRedis ? await ownRedis() : undefined;
      const settings = {
        ...(database && { DATABASE_URL: database.address }),
        ...(redis && { REDIS_URL: redis.url }),
      };
      world = await startKilledHubs(settings, [], hubs);
      await using store = await world.open();
      const services = testServices(store, { networks: { main: "xrpl:1", test: "xrpl:1" } });
      const accounts = Array.from({ length: ACCOUNTS }, () =>
        openTestAccount(services, "per_call", PRICE * BigInt(RUNS)),
      );
      keys = (await Promise.all(accounts)).map(({ key }) => key);
    }, 60_000);
    afterAll(async () => {
      await world?.[Symbol.asyncDispose]();
      await database?.[Symbol.asyncDispose]();
      await redis?.[Symbol.asyncDispose]();
    });

    test(`${RUNS} of them over ${KILLS[name]} kills come to one result and one charge each (seed ${SEED})`, async () => {
      const random = randomOf(SEED);
      world.beforeAnswer = () => pause(WORK_MS);
      const kills = KILLS[name];
      let killed = 0;
      const killing = (async () => {
        while (killed < kills) {
          await untilAsked(world, Math.floor(((killed + random()) / kills) * RUNS * 0.7) + 1);
          const number = Math.floor(random() * hubs);
          await world.hubs[number]?.kill();
          killed++;
          await world.restart(number);
        }
      })();
      const ids = await Promise.all(
        Array.from({ length: RUNS }, (_, at) => accepted(world, `q${at}`, keyOf(keys, at))),
      );
      const ended = await Promise.all(ids.map((id, at) => endOf(world, id, keyOf(keys, at))));
      await killing;
      expect([new Set(ids).size, killed]).toEqual([RUNS, kills]);
      expect(ended.filter(({ status }) => status !== "succeeded")).toEqual([]);
      expect(ended.every(({ charged_xrp: xrp, result }) => xrp === 0.12 && result?.data.length === 1)).toBeTrue();
      const asked = new Set(world.asked.filter((what) => what.startsWith("run q")));
      expect(asked.size).toBe(RUNS);
      console.log(`${RUNS} runs, begun ${ended.reduce((sum, { attempts }) => sum + attempts, 0)} times`);
      expect(await chargesIn(world)).toEqual({ entries: RUNS, drops: -PRICE * BigInt(RUNS) });
      expect(await world.verify()).toBe(0);
    }, 300_000);

    test("one whose process is frozen is done by another, and the late end changes nothing", async () => {
      const before = await chargesIn(world);
      const held = Promise.withResolvers<void>();
      let isFirst = true;
      world.beforeAnswer = async () => {
        if (!isFirst) return;
        isFirst = false;
        await held.promise;
      };
      const [frozen, ...others] = world.hubs;
      const key = keyOf(keys, 0);
      for (const other of others) other.child.kill("SIGSTOP"); // So that it is the first which has it.
      const id = await accepted({ hubs: world.hubs.slice(0, 1) }, "frozen", key);
      await untilAsked(world, 1, "run frozen");
      frozen?.child.kill("SIGSTOP");
      for (const other of others) other.child.kill("SIGCONT");
      const ended = await endOf({ hubs: world.hubs.slice(1) }, id, key);
      expect([ended.status, ended.attempts]).toEqual(["succeeded", 2]);
      held.resolve(); // Its late answer waits for it.
      frozen?.child.kill("SIGCONT");
      for (const hub of world.hubs) {
        const told = await endOf({ hubs: [hub] }, id, key);
        expect([told.status, told.attempts, told.result?.data]).toEqual(["succeeded", 2, ended.result?.data]);
      }
      expect((await chargesIn(world)).entries).toBe(before.entries + 1);
      expect(await world.verify()).toBe(0);
    }, 120_000);
  });
}

function keyOf(keys: readonly string[], at: number): string {
  return keys[at % keys.length] ?? "";
}

/** Sends it until it is accepted, by whichever process lives, under one Idempotency-Key. */
async function accepted(world: Pick<KilledHubs, "hubs">, q: string, key: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const hub = world.hubs[attempt % world.hubs.length];
    try {
      const response = await fetch(`${hub?.url}/api/v1/genius/actors/asker/run/?wait=0`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key, "idempotency-key": `the-run-of-${q}-------` },
        body: JSON.stringify({ q }),
      });
      const body = (await response.json()) as RunJson & { readonly meta?: { readonly run_id: string } };
      if (response.status === 202) return body.run_id;
      if (response.status === 200) return body.meta?.run_id ?? "";
      if (response.status < 409) throw new Error(`${q} is refused: ${JSON.stringify(body)}`);
    } catch (error) {
      if (error instanceof Error && error.message.includes("is refused")) throw error;
    }
    await pause(100);
  }
}

async function endOf(world: Pick<KilledHubs, "hubs">, id: string, key: string): Promise<RunJson> {
  for (let attempt = 0; ; attempt++) {
    const hub = world.hubs[attempt % world.hubs.length];
    try {
      const response = await fetch(`${hub?.url}/api/v1/runs/${id}/?wait=20`, { headers: { "x-api-key": key } });
      const run = (await response.json()) as RunJson;
      if (response.status === 404) throw new Error(`${id} is lost`);
      if (response.status === 200 && run.status !== "queued" && run.status !== "running") return run;
    } catch (error) {
      if (error instanceof Error && error.message.includes("is lost")) throw error;
    }
    await pause(50);
  }
}

/** Settles once the service was asked so often. */
async function untilAsked(world: KilledHubs, count: number, what = "run q"): Promise<void> {
  while (world.asked.filter((each) => each.startsWith(what)).length < count) await pause(5);
}

async function chargesIn(world: KilledHubs): Promise<{ entries: number; drops: bigint }> {
  await using store = await world.open();
  const [found] = await store.ask((db, { entries }) =>
    db
      .select({
        entries: sql<number>`COUNT(*)`.mapWith(Number),
        drops: sql<bigint>`COALESCE(SUM(${entries.drops}), 0)`.mapWith(BigInt),
      })
      .from(entries)
      .where(sql`${entries.kind} = 'charge'`),
  );
  return found ?? { entries: 0, drops: 0n };
}
