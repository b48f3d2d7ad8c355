import { afterAll, beforeAll, expect, test } from "bun:test";
import { appendFile, mkdir, mkdtemp, rename, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { openSandbox } from "../../../src/app/ledgers/sandbox.ts";
import { loadConfig } from "../../../src/app/settings/config.ts";
import { createLog } from "../../../src/app/telemetry/log.ts";
import { LEDGER_TRANSACTIONS } from "../../../src/sandbox-ledger/chain/queue.ts";
import type { Sandbox } from "../../../src/sandbox-ledger/sandbox.ts";
import { walletOf } from "../../support/payer.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";

const PAYER = walletOf("payer").address;
const FULL = "Cannot write the sandbox ledger down: the disk is full (ENOSPC)";
let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "hub-sandbox-"))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The process before is gone: of what it knew nothing was written down at its end, as where one is killed. */
function startedAgain(...how: Parameters<typeof sandboxAt>): Promise<Sandbox> {
  ends.get(how[1] ?? folder)?.abort();
  return sandboxAt(...how).get();
}

const ends = new Map<string, { stop(): void; abort(): void }>();

function sandboxAt(now = Date.UTC(2026, 0, 1), at = folder, told: (line: string) => void = () => undefined) {
  const end = new AbortController();
  const opened = openSandbox({
    config: loadConfig({ HUB_DATA_DIR: at, SANDBOX_CLOSE_MS: "3600000" }),
    clock: { now: () => now },
    wallet: async () => walletOf("hub").address,
    log: { ...createLog("error", "json"), failure: told, error: told, info: told },
    signal: end.signal,
  });
  const abort = (): void => {
    end.abort();
    opened[Symbol.dispose]();
  };
  ends.set(at, { stop: () => end.abort(), abort });
  return opened;
}

test("what was sent to the sandbox is there, and what it has validated is validated, after a process was killed", async () => {
  const first = await startedAgain();
  first.chain.close();
  const paid = first.faucet({ destination: PAYER });
  const hash = hashOf(paid);
  const closed = first.chain.close();
  first.chain.close();
  const late = first.faucet({ destination: PAYER });
  // Its last line was being written.
  await appendFile(join(folder, "sandbox-ledgers.jsonl"), '{"index":99,"closeT');

  const second = await startedAgain();
  expect(second.chain.history.last.hash).toBe(first.chain.history.last.hash);
  expect(second.chain.history.transaction(hash)?.ledger.hash).toBe(closed.hash);
  const { transactions } = second.chain.close();
  expect(transactions.map(({ transaction }) => transaction.hash)).toEqual([hashOf(late)]);

  const third = await startedAgain();
  expect(third.chain.history.last.hash).toBe(second.chain.history.last.hash);
  expect(third.chain.history.transaction(hash)?.ledger.hash).toBe(closed.hash);
});

test("what waits for room in a ledger still does after a process was killed", async () => {
  const first = await startedAgain();
  for (let sent = 0; sent <= LEDGER_TRANSACTIONS; sent++) first.faucet({ destination: PAYER });
  const waiting = first.chain.queue.transactions.map(({ hash }) => hash);
  expect(waiting).toHaveLength(1);

  const second = await startedAgain();
  second.chain.close();
  const { transactions } = second.chain.close();
  expect(transactions.map(({ transaction }) => transaction.hash)).toEqual(waiting);
});

test("what a full disk has kept from being written down is there once it has room, with all that came after", async () => {
  using disk = mountSmallDisk(1);
  if (disk === undefined) return;
  const log: string[] = [];
  const first = await startedAgain(undefined, disk.folder, (line) => log.push(line));
  const before = hashOf(first.faucet({ destination: PAYER }));
  disk.fill();
  const during = Array.from({ length: 40 }, () => hashOf(first.faucet({ destination: PAYER })));
  first.chain.close();
  disk.free();
  while (log.length < 2) {
    first.chain.close();
    await setImmediate();
  }
  const after = hashOf(first.faucet({ destination: PAYER }));
  first.chain.close();
  expect(log).toEqual([FULL, "The sandbox ledger is written down again."]);

  const second = await startedAgain(undefined, disk.folder);
  expect(second.chain.history.last.hash).toBe(first.chain.history.last.hash);
  for (const hash of [before, ...during, after]) expect(second.chain.history.transaction(hash)).toBeDefined();
});

test("a sandbox that is opened on a full disk goes on where it stood, and is written down once there is room", async () => {
  using disk = mountSmallDisk(1);
  if (disk === undefined) return;
  const before = await startedAgain(undefined, disk.folder);
  before.faucet({ destination: PAYER });
  const { index } = before.chain.close();
  disk.fill();
  const log: string[] = [];
  const full = await startedAgain(undefined, disk.folder, (line) => log.push(line));
  expect(full.chain.history.last.index).toBe(index);
  const paid = hashOf(full.faucet({ destination: PAYER }));
  disk.free();
  while (log.length < 2) {
    full.chain.close();
    await setImmediate();
  }
  expect(log).toEqual([FULL, "The sandbox ledger is written down again."]);
  const after = await startedAgain(undefined, disk.folder);
  expect(after.chain.history.transaction(paid)).toBeDefined();
});

test("a sandbox that another hub has is not opened a second time: each would tell other balances", async () => {
  const at = await mkdtemp(join(tmpdir(), "hub-sandbox-"));
  const log: string[] = [];
  const first = sandboxAt(undefined, at);
  const { chain, faucet } = await first.get();
  const end = ends.get(at);
  const second = sandboxAt(undefined, at, (line) => log.push(line));
  for (let times = 0; times < 3; times++)
    await expect(second.get()).rejects.toMatchObject({ code: "ledger_unavailable" });
  expect(log).toEqual([expect.stringContaining(`another hub with HUB_DATA_DIR=${at} has it`)]);
  // While it finishes what was accepted, payments are still sent to it.
  end?.stop();
  await expect(second.get()).rejects.toMatchObject({ code: "ledger_unavailable" });
  const late = hashOf(faucet({ destination: PAYER }));
  end?.abort();
  const after = (await second.get()).chain;
  expect(after.history.last.index).toBe(chain.history.last.index);
  expect(after.close().transactions.map(({ transaction }) => transaction.hash)).toEqual([late]);
  ends.get(at)?.abort();
  await rm(at, { recursive: true });
});

test("a sandbox whose files cannot be read is not begun anew over them, and opens once they can be", async () => {
  const at = await mkdtemp(join(tmpdir(), "hub-sandbox-"));
  const snapshot = join(at, "sandbox-ledger.json");
  const kept = join(at, "kept.json");
  const before = await startedAgain(undefined, at);
  const { index } = before.chain.close();
  ends.get(at)?.abort();
  await rename(snapshot, kept);
  await mkdir(snapshot); // Who reads it is refused.
  const opened = sandboxAt(undefined, at);
  await expect(opened.get()).rejects.toMatchObject({ code: "ledger_unavailable" });
  await rmdir(snapshot);
  await rename(kept, snapshot);
  expect((await opened.get()).chain.history.last.index).toBe(index);
  ends.get(at)?.abort();
  await rm(at, { recursive: true });
});

test("after a long pause the last ledger is of now, so that payments are taken at once", async () => {
  const before = await startedAgain();
  const last = before.chain.history.last;
  const again = await startedAgain(Date.UTC(2026, 0, 2));
  expect(again.chain.history.last.index).toBe(last.index + 1);
  expect(again.chain.now() - again.chain.history.last.closeTime).toBeLessThanOrEqual(1);
  const third = await startedAgain(Date.UTC(2026, 0, 2));
  expect(third.chain.history.last.hash).toBe(again.chain.history.last.hash);
});

function hashOf(answer: ReturnType<Sandbox["faucet"]>): string {
  if ("error" in answer) throw new Error(answer.error);
  return answer.transactionHash;
}
