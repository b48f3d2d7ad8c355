import { expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { giveBackLapsed } from "../../src/accounts/spending/holds.ts";
import { verifyLedger } from "../../src/accounts/verify.ts";
import { callerWith, makeCall, openTestAccount, testServices } from "../support/accounts.ts";
import { playCount } from "../support/long.ts";
import { testClock } from "../support/operations.ts";
import { randomOf } from "../support/random.ts";
import { describeStores } from "../support/stores.ts";
import { type OpenChannel, openNews } from "../../src/store/processes/news.ts";
import type { KeyHolder } from "../../src/accounts/directory.ts";

const WORKER = fileURLToPath(new URL("../support/account-worker.ts", import.meta.url));
/** Each waits for the disk. `OPERATIONS=10000 npm test -- test/accounts/processes.test.ts` plays longer still. */
const OPERATIONS = playCount("OPERATIONS", { short: 500, long: 2_000 });
/** `SEED=7` repeats a run's choices. */
const SEED = Number(process.env["SEED"] ?? 20_261_121);
const LANES = 4;

interface Worker {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  /** How often each line was said. */
  readonly said: Map<string, number>;
}

function startWorker(args: readonly string[], told: (line: string) => void = () => undefined): Worker {
  const child = spawn(process.execPath, [WORKER, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const said = new Map<string, number>();
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (line === "ready") ready.resolve();
    said.set(line, (said.get(line) ?? 0) + 1);
    told(line);
  });
  lines.on("close", () => {
    ready.resolve();
    ended.resolve();
  });
  return { child, said, ready: ready.promise, ended: ended.promise };
}

/** Two processes that start their calls in the same moment; what they came to, together. */
async function twoProcesses(address: string, key: string, callsOfEach: number): Promise<Map<string, number>> {
  const workers = [1, 2].map(() => startWorker(["calls", address, key, String(callsOfEach)]));
  await Promise.all(workers.map(({ ready }) => ready));
  for (const { child } of workers) child.stdin?.write("go\n");
  await Promise.all(workers.map(({ ended }) => ended));
  const total = new Map<string, number>();
  for (const { said } of workers) for (const [line, count] of said) total.set(line, (total.get(line) ?? 0) + count);
  total.delete("ready");
  return total;
}

/** A way of news of which all that is sent is there at once. */
function toyWay(): OpenChannel {
  const listeners: ((payload: string) => void)[] = [];
  return (hear) => {
    listeners.push(hear);
    return {
      send: (payload) => listeners.forEach((each) => each(payload)),
      [Symbol.asyncDispose]: async () => undefined,
    };
  };
}

describeStores("two processes", (open) => {
  test("serve exactly 300 of 400 calls at once on a quota of 300", async () => {
    const { store, database } = open();
    const { key } = await openTestAccount(testServices(store), "basic");
    const outcomes = await twoProcesses(database.address, key, 200);
    expect(Object.fromEntries(outcomes)).toEqual({ call: 300, quota_exhausted: 100 });
    expect((await verifyLedger(store)).differences).toEqual([]);
  }, 60_000);

  test("serve one of 50 calls at once on a balance of one price", async () => {
    const { store, database } = open();
    const { key } = await openTestAccount(testServices(store), "per_call", 50_000n);
    const outcomes = await twoProcesses(database.address, key, 25);
    expect(Object.fromEntries(outcomes)).toEqual({ charge: 1, insufficient_balance: 49 });
    expect((await verifyLedger(store)).differences).toEqual([]);
  }, 60_000);

  test("serve exactly 120 of 400 calls at once on a budget of 120 of a quota of 300", async () => {
    const { store, database } = open();
    const services = testServices(store);
    const { key, prefix } = await openTestAccount(services, "basic");
    await services.keyLimits.setBudget(prefix, { callsPerDay: 120 }, "test");
    const outcomes = await twoProcesses(database.address, key, 200);
    expect(Object.fromEntries(outcomes)).toEqual({ call: 120, budget_exhausted: 280 });
    expect((await verifyLedger(store)).differences).toEqual([]);
  }, 60_000);

  test("charge seven of 50 calls at once on a budget of seven prices", async () => {
    const { store, database } = open();
    const services = testServices(store);
    const { key, prefix } = await openTestAccount(services, "per_call", 5_000_000n);
    await services.keyLimits.setBudget(prefix, { dropsTotal: 399_999n }, "test");
    const outcomes = await twoProcesses(database.address, key, 25);
    expect(Object.fromEntries(outcomes)).toEqual({ charge: 7, budget_exhausted: 43 });
    expect((await verifyLedger(store)).differences).toEqual([]);
  }, 60_000);

  test("see within half a second that a key was limited in the other, and at once in their own", async () => {
    const { store, database } = open();
    const clock = testClock(Date.now());
    const here = testServices(store, {}, clock);
    await using otherStore = await database.open();
    const there = testServices(otherStore, {}, clock);
    const { key, prefix } = await openTestAccount(here, "basic");
    const scopesIn = async ({ accounts }: typeof here) => {
      const standing = await accounts.standing(callerWith(key));
      return standing.state === "known" ? standing.holder.scopes : standing;
    };
    expect([await scopesIn(here), await scopesIn(there)]).toEqual([undefined, undefined]);
    await here.keyLimits.setScopes(prefix, ["search"], "test");
    expect(await scopesIn(here)).toEqual(["search"]);
    clock.advance(500);
    expect(await scopesIn(there)).toEqual(["search"]);
  });

  test("see within half a second that a key was revoked in the other, and at once in their own", async () => {
    const { store, database } = open();
    const clock = testClock(Date.now());
    const here = testServices(store, {}, clock);
    await using otherStore = await database.open();
    const there = testServices(otherStore, {}, clock);
    const { key } = await openTestAccount(here, "basic");
    for (const { accounts } of [here, there]) expect((await accounts.standing(callerWith(key))).state).toBe("known");
    const holder = await here.directory.find(key);
    if (holder === undefined) throw new Error("no such key");
    await here.keyCare.revoke(holder);
    expect(await here.accounts.standing(callerWith(key))).toEqual({ state: "refused", code: "key_unknown" });
    clock.advance(500);
    expect(await there.accounts.standing(callerWith(key))).toEqual({ state: "refused", code: "key_unknown" });
  });

  test("see at once what limits a key in the other, and within half a second what the shell does, which tells nobody", async () => {
    const { store, database } = open();
    const clock = testClock(Date.now()); // It stands still: what is believed for a while is believed all the time.
    await using otherStore = await database.open();
    const way = toyWay();
    const [here, there, shell] = [
      testServices(store, { news: openNews([way]) }, clock),
      testServices(otherStore, { news: openNews([way]) }, clock),
      testServices(otherStore, {}, clock),
    ];
    const { key, prefix } = await openTestAccount(here, "basic");
    const seen = async (): Promise<unknown> => {
      const standing = await there.accounts.standing(callerWith(key));
      return standing.state === "known" ? (standing.holder.scopes ?? "all") : standing.state;
    };
    expect(await seen()).toBe("all");
    await here.keyLimits.setScopes(prefix, ["search"], "test");
    expect(await seen()).toEqual(["search"]);
    await here.keyLimits.setBudget(prefix, { callsPerDay: 0 }, "test");
    expect(await makeCall(there, key)).toBe("budget_exhausted");
    await here.operator.suspend(prefix, "test");
    expect(await seen()).toBe("refused");
    await here.operator.unsuspend(prefix, "test");
    expect(await seen()).toEqual(["search"]);
    await shell.keyLimits.setScopes(prefix, ["run"], "test");
    clock.advance(500);
    expect(await seen()).toEqual(["run"]);
    await shell.operator.suspend(prefix, "test");
    clock.advance(500);
    expect(await seen()).toBe("refused");
  });

  test("see at once what ends a key in the other, by either way of news, though the other way is gone", async () => {
    const { store, database } = open();
    const clock = testClock(Date.now()); // It stands still: what is believed for a while is believed all the time.
    await using otherStore = await database.open();
    const gone: OpenChannel = () => ({ send: () => undefined, [Symbol.asyncDispose]: async () => undefined });
    for (const order of [0, 1]) {
      const ways = [toyWay(), gone];
      if (order === 1) ways.reverse();
      const here = testServices(store, { news: openNews(ways) }, clock);
      const there = testServices(otherStore, { news: openNews(ways) }, clock);
      const ends: Readonly<Record<string, (prefix: string, holder: KeyHolder) => Promise<unknown>>> = {
        revoke: (_, holder) => here.keyCare.revoke(holder),
        rotate: (_, holder) => here.keyCare.rotate(holder, 0),
        suspend: (prefix) => here.operator.suspend(prefix, "test"),
        rekey: (prefix) => here.operator.rekey(prefix, "test"),
      };
      for (const [what, end] of Object.entries(ends)) {
        const { key, prefix } = await openTestAccount(here, "basic");
        const { key: kept } = await openTestAccount(here, "basic");
        for (const each of [key, kept]) expect((await there.accounts.standing(callerWith(each))).state).toBe("known");
        const holder = await here.directory.find(key);
        if (holder === undefined) throw new Error("no such key");
        await end(prefix, holder);
        expect([what, await there.accounts.standing(callerWith(key))]).toEqual([
          what,
          { state: "refused", code: "key_unknown" },
        ]);
        expect(there.accounts.standing(callerWith(kept))).not.toBeInstanceOf(Promise); // Nobody else is asked for anew.
      }
    }
  });

  test(`keep a ledger that adds up through ${OPERATIONS} random operations and random kills (seed ${SEED})`, async () => {
    const { store, database } = open();
    const services = testServices(store);
    const random = randomOf(SEED);
    const accounts = await Promise.all(
      (["basic", "per_call", "free_testnet", "enterprise"] as const).map((tier) =>
        openTestAccount(services, tier, 300_000n),
      ),
    );
    const keys = accounts.map(({ key }) => key);
    const callsBefore = await callsOf(store);

    let done = 0;
    let kills = 0;
    let told = 0;
    const life = async (seed: number): Promise<void> => {
      let left = 1 + Math.floor(random() * (OPERATIONS / 8));
      const worker = startWorker(["random", database.address, String(seed), ...keys], (line) => {
        if (line === "done") done++;
        if (line === "call" || line === "charge") told++;
        if ((line === "done" && --left === 0) || done >= OPERATIONS) worker.child.kill("SIGKILL");
      });
      await worker.ready;
      worker.child.stdin?.write("go\n");
      await worker.ended;
      kills++;
    };
    const lane = async (first: number): Promise<void> => {
      for (let seed = first; done < OPERATIONS; seed += 2) await life(SEED + seed);
    };
    await Promise.all([lane(0), lane(1)]);

    expect((await verifyLedger(store)).differences).toEqual([]);
    // Nothing that was told to a caller is missing, and what was not told is at most what was under way at the kills.
    const kept = (await callsOf(store)) - callsBefore;
    expect(kept).toBeWithin(told, told + kills * LANES + 1);
    await store.transact(() => giveBackLapsed(Date.now() + 3_600_000));
    const stillHeld = await store.ask((db, { holds }) => db.select().from(holds));
    expect(stillHeld.length).toBe(0);
    expect((await verifyLedger(store)).differences).toEqual([]);
    expect(kills).toBeGreaterThan(4);
  }, 120_000);
});

async function callsOf(store: Parameters<typeof verifyLedger>[0]) {
  const entries = await store.ask((db, { entries: table }) => db.select().from(table));
  return entries.reduce((sum, { kind, calls }) => sum + (kind === "call" ? calls : Number(kind === "charge")), 0);
}
