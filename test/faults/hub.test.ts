/** A hub under load while its PostgreSQL or its Redis fails: only documented answers, none late, and soon all is well. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answer, type FaultReport, runFault, tally } from "../support/fault-run.ts";
import { type HubProcess, startHubProcess } from "../support/hub-process.ts";
import { hasOwnPostgres, hasOwnRedis, type OwnServer, ownPostgres, ownRedis } from "../support/own-servers.ts";

const SECONDS = { before: 1, during: 2, after: 3 };
const RATE = 30;
/** What /ready may say late: it asks within this time. */
const NOTICE_MS = 600;

const FAULTS = {
  frozen: [(server: OwnServer) => server.freeze(), (server: OwnServer) => server.thaw()],
  killed: [(server: OwnServer) => server.kill(), (server: OwnServer) => server.start()],
} as const;

describe.skipIf(!hasOwnPostgres || !hasOwnRedis)("a hub under load", () => {
  let postgres: OwnServer;
  let redis: OwnServer;
  let hub: HubProcess;
  let folder: string;
  beforeAll(async () => {
    [postgres, redis, folder] = await Promise.all([ownPostgres(), ownRedis(), mkdtemp(join(tmpdir(), "hub-faults-"))]);
    hub = await startHubProcess({
      HUB_DATA_DIR: folder,
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      LIMIT_ANON_PER_MINUTE: "1000000",
      LIMIT_ANON_PER_DAY: "1000000",
      LIMIT_KEY_PER_MINUTE: "1000000",
    });
  }, 60_000);
  afterAll(async () => {
    await hub?.[Symbol.asyncDispose]();
    await redis?.[Symbol.asyncDispose]();
    await postgres?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (name: keyof typeof FAULTS, server: OwnServer): Promise<FaultReport> => {
    const [begin, end] = FAULTS[name];
    return runFault({ hub, rate: RATE, seconds: SECONDS, begin: () => begin(server), end: () => end(server) });
  };

  for (const name of ["frozen", "killed"] as const) {
    test(`answers 503 where it needs PostgreSQL while that is ${name}, and all as before soon after`, async () => {
      const report = await run(name, postgres);
      const { answers, endedAt } = report;
      expect(Object.keys(tally(answers)).filter((each) => !PERMITTED.has(each))).toEqual([]);
      expect(slowest(between(answers, 0, endedAt))).toBeLessThan(1_000);
      expect(report.recoveredAfterMs).toBeLessThan(3_000);
      expect(
        answers.filter(({ status, retryAfter, kind }) => status === 503 && kind !== "ready" && retryAfter !== "2"),
      ).toEqual([]);
      const during = between(answers, NOTICE_MS, endedAt);
      expect(tally(during)).toEqual({
        "keyed 503 overloaded": expect.any(Number),
        "unpaid 503 overloaded": expect.any(Number),
        "free 200": expect.any(Number),
        "ready 503": expect.any(Number),
      });
      expect(hub.log()).toContain("The database does not answer: ");
    }, 30_000);

    test(`counts limits by itself while Redis is ${name}, says so, and refuses nobody`, async () => {
      const { answers, endedAt } = await run(name, redis);
      expect(tally(answers)).toEqual({
        "keyed 200": expect.any(Number),
        "free 200": expect.any(Number),
        "unpaid 402 payment_required": expect.any(Number),
        "ready 200": expect.any(Number),
      });
      expect(slowest(between(answers, 0, endedAt))).toBeLessThan(1_000);
      const placesOf = (some: readonly Answer[]) =>
        new Set(some.filter(({ kind }) => kind === "ready").map(({ body }) => countedIn(body)));
      expect(placesOf(between(answers, NOTICE_MS, endedAt))).toEqual(new Set(["process"]));
      expect(placesOf(between(answers, endedAt + 2_000, Number.POSITIVE_INFINITY))).toEqual(new Set(["redis"]));
      expect(hub.log()).toContain("Redis does not answer: limits are counted in each process.");
    }, 30_000);
  }
});

const PERMITTED: ReadonlySet<string> = new Set([
  "keyed 200",
  "keyed 503 overloaded",
  "free 200",
  "unpaid 402 payment_required",
  "unpaid 503 overloaded",
  "ready 200",
  "ready 503",
]);

function countedIn({ limits }: Answer["body"]): unknown {
  return (limits as { counted_in?: unknown }).counted_in;
}

function slowest(answers: readonly Answer[]): number {
  return Math.max(...answers.map(({ ms }) => ms));
}

function between(answers: readonly Answer[], from: number, to: number): readonly Answer[] {
  return answers.filter(({ at, ms }) => at >= from && at + ms < to);
}
