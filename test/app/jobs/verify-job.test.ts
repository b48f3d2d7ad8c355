/** The balances are held against the journal from time to time, and what came of it is told to whoever watches. */
import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../../src/app/settings/config.ts";
import { verifyApart } from "../../../src/app/jobs/verify-apart.ts";
import { verifyJob } from "../../../src/app/jobs/verify-job.ts";
import { OperatorError } from "../../../src/runtime/errors.ts";
import { openSqlite } from "../../../src/store/drivers/sqlite/sqlite.ts";
import { openTestAccount, testServices } from "../../support/accounts.ts";
import { startHub } from "../../support/hub.ts";
import { SILENT, testClock } from "../../support/operations.ts";
import { describeStores } from "../../support/stores.ts";

describeStores("a hub", (open) => {
  test("tells a balance that the journal does not come to", async () => {
    const { store } = open();
    await using hub = await startHub({ store });
    await openTestAccount(hub.services, "basic", 7n);
    const differing = async () => {
      await hub.doJobs();
      const text = await (await fetch(`${hub.url}/metrics`)).text();
      return /^hub_balances_differ (\d+)/m.exec(text)?.[1];
    };
    expect(await differing()).toBe("0");
    await store.ask((db, { balances }) => db.update(balances).set({ drops: 8n }));
    expect(Number(await differing())).toBeGreaterThan(0);
    await store.ask((db, { balances }) => db.update(balances).set({ drops: 7n }));
    expect(await differing()).toBe("0");
  });
});

test("a process of its own comes to the same verdict, and names what differs in the log", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-verify-"));
  const config = loadConfig({ HUB_DATA_DIR: folder });
  const told: string[] = [];
  const log = { ...SILENT, warn: (line: string) => void told.push(line) };
  const verify = () => verifyApart(config, log, new AbortController().signal);
  await using store = await openSqlite(join(folder, "hub.sqlite"));
  await openTestAccount(testServices(store), "basic", 7n);
  expect([await verify(), told]).toEqual([0, []]);
  await store.ask((db, { balances }) => db.update(balances).set({ drops: 8n }));
  expect(await verify()).toBeGreaterThan(0);
  expect(told.at(-1)).toContain("differ");
  await rm(folder, { recursive: true });
});

test("one whose process is told to end, as a terminal tells all of the hub's, says so in a sentence", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-verify-"));
  const stop = new AbortController();
  const verdict = verifyApart(loadConfig({ HUB_DATA_DIR: folder }), SILENT, stop.signal);
  stop.abort();
  await expect(verdict).rejects.toBeInstanceOf(OperatorError);
  await expect(verdict).rejects.toThrow("Its process was ended by SIGTERM");
  await rm(folder, { recursive: true });
});

test("one that comes to no verdict leaves the last one, and does not hold up the next", async () => {
  const clock = testClock(1000);
  const verdicts = [3, new Error("no store"), 0];
  const { verified, jobs } = verifyJob({
    verify: async () => {
      const verdict = verdicts.shift() ?? 0;
      if (verdict instanceof Error) throw verdict;
      return verdict;
    },
    everyMinutes: 60,
    clock,
    leads: () => true,
  });
  const run = jobs[0]?.run ?? (() => Promise.reject(new Error("no job")));
  expect(verified()).toBeUndefined();
  await run();
  clock.advance(5);
  await expect(run()).rejects.toThrow("no store");
  expect(verified()).toEqual({ differences: 3, at: 1000 });
  await run();
  expect(verified()).toEqual({ differences: 0, at: 1005 });
});

test("only the leader tells, and none looks where it is switched off", async () => {
  let leads = true;
  const facts = { verify: async () => 1, clock: testClock(), leads: () => leads };
  const { verified, jobs } = verifyJob({ ...facts, everyMinutes: 1 });
  await jobs[0]?.run();
  leads = false;
  expect(verified()).toBeUndefined();
  expect(verifyJob({ ...facts, everyMinutes: 0 }).jobs).toEqual([]);
});
