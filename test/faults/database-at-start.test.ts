/** A hub that begins before its database does, or on a machine that is too busy for either. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whenStoreAnswers } from "../../src/app/parts/store-at-start.ts";
import { OperatorError } from "../../src/runtime/errors.ts";
import { unavailable } from "../../src/store/faults.ts";
import { launchProgram, MAIN } from "../support/hub-process.ts";
import { hasOwnPostgres, type OwnServer, ownPostgres } from "../support/own-servers.ts";

const REFUSED = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });

function deps(waitMs: number, log: string[] = []) {
  const tell = (line: string): void => void log.push(line);
  let ticks = 0;
  return {
    ticks: { now: () => (ticks += 400) },
    log: { info: tell, warn: tell },
    waitMs,
    signal: new AbortController().signal,
  };
}

describe("the start of a hub", () => {
  test("goes on once the database answers, and has said once that it waits", async () => {
    const log: string[] = [];
    let left = 3;
    const opened = await whenStoreAnswers(
      async () => {
        if (left-- > 0) throw unavailable("the database does not answer");
        return "opened";
      },
      deps(10_000, log),
    );
    expect(opened).toBe("opened");
    expect(log).toEqual([
      "Cannot use the database of DATABASE_URL: the database does not answer. It is asked again for 10 s (DATABASE_WAIT_SECONDS).",
      "The database answers.",
    ]);
  });

  test("ends with the last reason when the time is up", async () => {
    const failing = async () => {
      throw new OperatorError("Cannot use the database of DATABASE_URL: connect ECONNREFUSED", { cause: REFUSED });
    };
    const refused = whenStoreAnswers(failing, deps(500));
    await expect(refused).rejects.toThrow("Cannot use the database of DATABASE_URL: connect ECONNREFUSED");
  });

  test("waits for nothing that waiting does not mend", async () => {
    let attempts = 0;
    const wrong = async () => {
      attempts++;
      throw new OperatorError("Cannot use the database of DATABASE_URL: its encoding is LATIN1");
    };
    await expect(whenStoreAnswers(wrong, deps(10_000))).rejects.toThrow("LATIN1");
    expect(attempts).toBe(1);
  });

  test("ends its wait when it is told to stop", async () => {
    const stop = new AbortController();
    const failing = async () => {
      stop.abort();
      throw unavailable("gone");
    };
    await expect(whenStoreAnswers(failing, { ...deps(600_000), signal: stop.signal })).rejects.toThrow("abort");
  });
});

describe.skipIf(!hasOwnPostgres)("a hub process", () => {
  let folder: string;
  let server: OwnServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "hub-database-"));
    server = await ownPostgres();
  }, 60_000);
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    ["is frozen", async () => server.freeze(), async () => server.thaw()],
    ["is not there yet", () => server.stop(), () => server.start()],
  ])(
    "begins while its database %s, and serves once it answers",
    async (_, begin, end) => {
      await begin();
      await using hub = await launchProgram(process.execPath, [MAIN], {
        HUB_DATA_DIR: folder,
        DATABASE_URL: server.url,
      });
      await Promise.race([hub.logged("It is asked again for 30 s (DATABASE_WAIT_SECONDS)."), hub.listens]);
      await end();
      await hub.listens;
      expect((await fetch(`${hub.url}/health`)).status).toBe(200);
      expect(hub.log()).toContain("It is asked again for 30 s (DATABASE_WAIT_SECONDS).");
      expect(hub.log()).toContain("The database answers.");
    },
    60_000,
  );
});
