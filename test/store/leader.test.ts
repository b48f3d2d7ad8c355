/** One process leads, for as long as its connection to PostgreSQL stands, and no two at any moment. */
import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startJobs } from "../../src/app/jobs/jobs.ts";
import { soleLeader } from "../../src/store/processes/leader.ts";
import { postgresLeader } from "../../src/store/drivers/postgres/leader.ts";
import { hasOwnPostgres, ownPostgres } from "../support/own-servers.ts";
import { isUp, POSTGRES_URL, postgresDatabase, queryPostgres } from "../support/stores.ts";

const MEMBER = fileURLToPath(new URL("../support/leader-process.ts", import.meta.url));
/** The server ends a connection that has asked nothing for three seconds. */
const TAKEN_OVER_MS = 30_000;

interface Member extends AsyncDisposable {
  readonly name: string;
  leads(): boolean;
  /** How often it has said that it leads. */
  terms(): number;
  signal(name: NodeJS.Signals): void;
}

function startMember(url: string, name: string): Member {
  const child = spawn(process.execPath, [MEMBER, url, name], { stdio: ["ignore", "pipe", "inherit"] });
  const gone = once(child, "exit");
  let leads = false;
  let terms = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    leads = line === "leads";
    if (leads) terms++;
  });
  void gone.then(() => (leads = false));
  return {
    name,
    leads: () => leads,
    terms: () => terms,
    signal: (signal) => void child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

async function until<T>(read: () => T | undefined | false): Promise<T> {
  for (;;) {
    const found = read();
    if (found !== undefined && found !== false) return found;
    await pause(10);
  }
}

/** Waits until it has done the leader's job. */
async function ticked(url: string, { name }: Member): Promise<void> {
  for (;;) {
    if ((await queryPostgres(url, `SELECT 1 FROM ticks WHERE member = '${name}' LIMIT 1`)).length > 0) return;
    await pause(25);
  }
}

/** How often two processes in turn have begun the leader's job, by the clock of the machine that both are on. */
async function changes(url: string): Promise<number> {
  const [found] = await queryPostgres(
    url,
    `SELECT count(*)::int AS count FROM (SELECT member, lag(member) OVER (ORDER BY began) AS before FROM ticks) turns
     WHERE member <> before`,
  );
  return Number(found?.["count"]);
}

test("of a store with one process that one leads, from the beginning", async () => {
  const done: string[] = [];
  await using leadership = soleLeader();
  const log = { failure: () => undefined } as never; // Nothing fails.
  const job = (name: string, isLeaders: boolean) => ({
    complaint: name,
    everyMs: 60_000,
    run: async () => void done.push(name),
    isLeaders,
  });
  startJobs([job("everybody's", false), job("the leader's", true)], { log, clock: Date, leadership }).end();
  expect(done).toEqual(["everybody's", "the leader's"]);
});

describe.skipIf(!hasOwnPostgres)("on PostgreSQL", () => {
  test(
    "another process takes over from one that is killed, stands still or loses its connection; no job is done by two at once",
    async () => {
      await using server = await ownPostgres();
      const { url } = server;
      await queryPostgres(url, "CREATE TABLE ticks (member text, began bigint)");
      await using one = startMember(url, "one");
      await using two = startMember(url, "two");
      const members = [one, two];
      const leader = (): Member | undefined => members.find((each) => each.leads());

      const otherThan = (one: Member): Member => members.find((each) => each !== one)!;
      const first = await until(leader);
      await ticked(url, first);
      // Its connection is cut: whoever is quicker leads next.
      const terms = first.terms();
      await queryPostgres(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'agent-api-hub leader'",
      );
      await until(() => !first.leads() || first.terms() > terms);
      // It stands still: nobody hears of that, and its connection looks alive.
      const frozen = await until(leader);
      frozen.signal("SIGSTOP");
      await until(() => otherThan(frozen).leads());
      await ticked(url, otherThan(frozen));
      frozen.signal("SIGCONT");
      await until(() => !frozen.leads());
      // It is killed.
      const killed = await until(leader);
      killed.signal("SIGKILL");
      await until(() => !killed.leads() && otherThan(killed).leads());
      // The server is gone for a while, and comes back.
      await server.kill();
      await until(() => leader() === undefined);
      await server.start();
      await until(leader);

      // Were two at it at once, their beginnings would alternate: each takes dozens in a second.
      expect(await changes(url)).toBeLessThan(12);
    },
    TAKEN_OVER_MS * 4,
  );

  test("a leader ends although its server answers nothing any more", async () => {
    await using server = await ownPostgres();
    const leadership = postgresLeader(server.url);
    await until(() => leadership.leads());
    server.freeze();
    // The test's own limit of time ends one that waits for the server's farewell.
    await leadership[Symbol.asyncDispose]();
    expect(leadership.leads()).toBe(false);
    server.thaw();
  }, 30_000);

  test("a leader whose connection is lost or silent has stopped to lead within a second", async () => {
    await using server = await ownPostgres();
    const leadership = postgresLeader(server.url);
    await until(() => leadership.leads());
    const began = performance.now();
    server.freeze();
    await until(() => !leadership.leads());
    expect(performance.now() - began).toBeLessThan(10_000);
    server.thaw();
    await until(() => leadership.leads());
    await leadership[Symbol.asyncDispose]();
    expect(leadership.leads()).toBe(false);

    // By its own reckoning, whatever the machine is busy with: an answer is believed for less than a second.
    let ahead = 0;
    await using clocked = postgresLeader(server.url, () => performance.now() + ahead);
    await until(() => clocked.leads());
    ahead += 1_000;
    expect(clocked.leads()).toBe(false);
  }, 60_000);
});

test.skipIf(!(await isUp(POSTGRES_URL)))(
  "whoever begins to listen as leadership begins is told of it once",
  async () => {
    await using database = await postgresDatabase();
    await using leader = postgresLeader(database.address);
    const told: string[] = [];
    const begun = new Promise<void>((resolve) => leader.onLead(() => (told.push("before"), resolve())));
    while (!leader.leads()) await pause(1);
    leader.onLead(() => told.push("after"));
    await begun;
    expect(told.toSorted()).toEqual(["after", "before"]);
  },
  TAKEN_OVER_MS,
);
