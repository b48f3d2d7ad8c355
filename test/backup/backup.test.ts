import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { leaderFigures } from "../../src/app/jobs/leader-figures.ts";
import { readArchive, writeArchive } from "../../src/backup/archive.ts";
import { backUp, checkBackup, restore, type StorePlace } from "../../src/backup/backup.ts";
import { lastChecked, noteChecked } from "../../src/store/hub/checked-backup.ts";
import { environmentOf } from "../../src/backup/postgres.ts";
import { backupName, supersededBackups } from "../../src/backup/retention.ts";
import { openHubKey } from "../../src/store/hub/hub-key.ts";
import { OperatorError } from "../../src/runtime/errors.ts";
import { testServices } from "../support/accounts.ts";
import { openDepositWorld } from "../support/deposits.ts";
import { testClock } from "../support/operations.ts";
import { newRun, queueProcess } from "../support/queue.ts";
import { describeStores, openTestStore, type TestDatabase } from "../support/stores.ts";

const SECRET = "a secret of the tests, long enough";
const FOLDER = mkdtempSync(join(tmpdir(), "hub-backup-"));
afterAll(() => rm(FOLDER, { recursive: true }));

let files = 0;
const newPath = (): string => join(FOLDER, `${files++}.backup`);

function placeOf({ address }: TestDatabase): StorePlace {
  const isUrl = address.startsWith("postgres://");
  return { databaseUrl: isUrl ? address : undefined, dataDir: isUrl ? FOLDER : dirname(address) };
}

describeStores("a backup", (open) => {
  test("the drill: after a restore every payment is accounted for once, those that came since the backup too", async () => {
    await using world = openDepositWorld();
    const { store, database } = open();
    const follower = world.follower(store);
    await follower.catchUp();
    const orders = await Promise.all(
      Array.from({ length: 6 }, () =>
        testServices(store).register({ email: "payer@example.com", tier: "per_call", amount: 1_000_000n }),
      ),
    );
    const tags = orders.map(({ order }) => order.destination_tag);
    const before = tags.slice(0, 3).map((DestinationTag) => world.pay({ DestinationTag }));
    await follower.catchUp();

    const path = newPath();
    await backUp(placeOf(database), path, SECRET);
    const later = await testServices(store).register({
      email: "late@example.com",
      tier: "per_call",
      amount: 1_000_000n,
    });
    const since = Array.from({ length: 500 }, (_, n) => {
      const DestinationTag = [...tags, later.order.destination_tag, 4_000_000_000 + n][n % 8];
      const hash = world.send({ DestinationTag });
      if (n % 25 === 24) world.close();
      return hash;
    });
    await follower.catchUp();

    await using empty = await database.another();
    const { readAgain } = await restore(placeOf(empty), path, [SECRET], undefined);
    expect(readAgain.map(({ network }) => network)).toContain(world.network);
    await using restored = await openTestStore(empty.address);
    const { orderKeys } = testServices(restored);
    expect(await orderKeys.order(orders[4]?.order.id ?? "")).toMatchObject({ status: "pending" });
    const again = world.follower(restored);
    await again.catchUp();

    const deposits = await Promise.all([...before, ...since].map((hash) => orderKeys.deposit(hash)));
    expect(deposits.filter((deposit) => deposit?.delivered === 1_000_000n)).toHaveLength(503);
    // Of an order that was made after the backup nobody knows any more: its payments wait for the operator.
    expect(deposits.filter((deposit) => deposit?.purpose === "parked")).toHaveLength(124);
    expect(await orderKeys.order(orders[4]?.order.id ?? "")).toMatchObject({ status: "confirmed" });
    expect((await verifyLedger(restored)).differences).toEqual([]);
  }, 120_000);

  test("is of one moment, of what was there, and holds no readable word of it", async () => {
    const { store, database } = open();
    await testServices(store).register({ email: "canary@example.com", tier: "per_call", amount: 1_000_000n });
    const path = newPath();
    await backUp(placeOf(database), path, SECRET);
    expect((await readFile(path)).includes("canary@example.com")).toBe(false);
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe("600");
    expect(await checkBackup(path, ["another secret than that of the test", SECRET])).toMatchObject({
      engine: placeOf(database).databaseUrl === undefined ? "sqlite" : "postgres",
    });
    await using empty = await database.another();
    await restore(placeOf(empty), path, [SECRET], undefined);
    await using restored = await openTestStore(empty.address);
    expect((await verifyLedger(restored)).accounts).toBe((await verifyLedger(store)).accounts);
  });

  test("has runs done again after its restore that change nothing; of others nobody knows whether they were done since", async () => {
    const { store, database } = open();
    const here = queueProcess(store);
    const harmless = await here.queue.put(newRun({ accountId: "harmless" }));
    const writing = await here.queue.put(newRun({ accountId: "writing", isRepeatable: false }));
    const path = newPath();
    await backUp(placeOf(database), path, SECRET);
    await here.worker.take();
    expect(await Promise.all(here.works.map((work) => work.charge()))).toEqual([true, true]);

    await using empty = await database.another();
    await restore(placeOf(empty), path, [SECRET], undefined);
    await using restored = await openTestStore(empty.address);
    const there = queueProcess(restored);
    await there.worker.take();
    expect(there.works.map(({ row }) => row.id)).toEqual([harmless]);
    expect(await there.works[0]?.charge()).toBeTrue();
    await there.worker.drain(5_000);
    expect([(await there.queue.find(writing))?.state, there.givenBack]).toEqual(["failed", [writing]]);
  });

  test("that was checked is told of until a newer one was", async () => {
    const { store } = open();
    expect(await lastChecked(store)).toBeUndefined();
    await Promise.all([2_000_000_000_000, 999_999_999_999, 1_700_000_000_000].map((made) => noteChecked(store, made)));
    expect(await lastChecked(store)).toBe(2_000_000_000_000);
    const { figures, jobs } = leaderFigures({
      store,
      verify: async () => 0,
      everyMinutes: 0,
      clock: testClock(),
      leads: () => true,
    });
    expect(figures.backup()).toBeUndefined();
    await Promise.all(jobs.map(({ run }) => run()));
    expect(figures.backup()).toBe(2_000_000_000_000);
  });

  test("is sealed with no secret but the store's, or nobody would know what opens it", async () => {
    const { database } = open();
    await using own = await database.another();
    await using store = await own.open();
    const backUpWith = (secret: string, earlier: readonly string[] = []) =>
      backUp(placeOf(own), newPath(), secret, earlier);
    await backUpWith("any other: no hub has begun on it yet");
    await openHubKey(store, { current: SECRET, earlier: [] });
    await expect(backUpWith("another secret than that of the hub")).rejects.toThrow(
      "Cannot back up: HUB_SECRET is not the one",
    );
    await backUpWith(SECRET);
    await backUpWith("the secret that is in force from the next start on", [SECRET]);
  });

  test("is never written over another, and never restored over a store", async () => {
    const { database } = open();
    const path = newPath();
    await backUp(placeOf(database), path, SECRET);
    await expect(backUp(placeOf(database), path, SECRET)).rejects.toThrow("it is there already");
    await expect(restore(placeOf(database), path, [SECRET], undefined)).rejects.toThrow(
      /Cannot restore into .*(?:there|tables)/,
    );
  });

  test("of another secret, or cut, or changed, restores nothing and leaves nothing behind", async () => {
    const { database } = open();
    const path = newPath();
    await backUp(placeOf(database), path, SECRET);
    const whole = await readFile(path);
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
    const damages: readonly [Buffer, string][] = [
      [whole, "another secret than that of the test"],
      [whole.subarray(0, whole.length >> 1), SECRET],
      [whole.subarray(0, 40), SECRET],
      [changed, SECRET],
      [Buffer.from(whole.toString("latin1").replace('"made":"2', '"made":"3'), "latin1"), SECRET],
      [Buffer.from("no backup\n"), SECRET],
      [Buffer.alloc(0), SECRET],
    ];
    await using empty = await database.another();
    const place = placeOf(empty);
    const left = place.databaseUrl === undefined ? place.dataDir : FOLDER;
    for (const [bytes, secret] of damages) {
      const damaged = newPath();
      await writeFile(damaged, bytes);
      const files = await readdir(left);
      await expect(restore(place, damaged, [secret], undefined)).rejects.toThrow(OperatorError);
      expect(await readdir(left)).toEqual(files);
    }
    await restore(place, path, [SECRET], undefined);
  }, 30_000);
});

test("an archive gives back what was put in, whatever its size, and nothing of a content that failed", async () => {
  const facts = { engine: "sqlite", made: "2026-11-22T08:30:00.000Z" } as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 5000 }), { maxLength: 4 }), async (pieces) => {
      const [path, to] = [newPath(), newPath()];
      await writeArchive(path, { stream: Readable.from(pieces.map((piece) => Buffer.from(piece))) }, facts, SECRET);
      expect(await readArchive(path, to, [SECRET])).toMatchObject(facts);
      expect(await readFile(to)).toEqual(Buffer.concat(pieces));
    }),
    { numRuns: 30 },
  );
  const path = newPath();
  const whole = Promise.reject(new OperatorError("pg_dump failed: it was killed"));
  await expect(writeArchive(path, { stream: Readable.from(["half"]), whole }, facts, SECRET)).rejects.toThrow(
    "pg_dump",
  );
  expect((await readdir(FOLDER)).filter((name) => name.startsWith(basename(path)))).toEqual([]);
});

describe("of hourly backups", () => {
  test("stay the newest of each of 24 hours, 14 days and 12 months", () => {
    const start = Date.UTC(2026, 0, 1);
    const names = Array.from({ length: 24 * 400 }, (_, hour) => backupName(new Date(start + hour * 3_600_000)));
    const gone = new Set(supersededBackups([...names, "notes.txt", "hub-x.backup"]));
    const left = names.filter((name) => !gone.has(name));
    expect(left.slice(-24)).toEqual(names.slice(-24));
    expect(new Set(left.map((name) => name.slice(4, 11))).size).toBe(12);
    expect(new Set(left.map((name) => name.slice(4, 14))).size).toBe(14 + 10);
    // The last day is among the hours, and of two months the newest is among the days.
    expect(left).toHaveLength(24 + 13 + 10);
    expect([...gone].every((name) => names.includes(name))).toBe(true);
  });
});

test("pg_dump is told of TLS what the hub's own connections are told", () => {
  expect(environmentOf("postgres://hub:p%40ss@db/hub?sslmode=no-verify")).toEqual({
    PGHOST: "db",
    PGPORT: "5432",
    PGDATABASE: "hub",
    PGUSER: "hub",
    PGPASSWORD: "p@ss",
    PGSSLMODE: "require",
  });
  const files = "sslrootcert=/ca.crt&sslcert=/hub.crt&sslkey=/hub.key";
  expect(environmentOf(`postgres://db/hub?sslmode=verify-full&${files}`)).toMatchObject({
    PGSSLMODE: "verify-full",
    PGSSLROOTCERT: "/ca.crt",
    PGSSLCERT: "/hub.crt",
    PGSSLKEY: "/hub.key",
  });
});

test.each([
  ["postgres:///hub?host=/run/postgresql&port=5433&user=me&password=w%20d"],
  ["postgres://me:w%20d@%2Frun%2Fpostgresql:5433/hub"],
  ["postgres://you:no@elsewhere:1/hub?host=/run/postgresql&port=5433&user=me&password=w%20d"],
])("PostgreSQL's own tools go to the server that the hub is at: %s", (url) => {
  expect(environmentOf(url)).toEqual({
    PGHOST: "/run/postgresql",
    PGPORT: "5433",
    PGDATABASE: "hub",
    PGUSER: "me",
    PGPASSWORD: "w d",
  });
  expect(environmentOf("postgres:///hub")).toMatchObject({ PGHOST: "localhost", PGPORT: "5432" });
});
