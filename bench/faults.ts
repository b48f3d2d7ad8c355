/**
 * A hub under load while its PostgreSQL or its Redis is frozen, killed or stopped for a while, each a server of its own.
 * Fails where an answer is late or not documented, or where not all is well three seconds after.
 *   bun run bench faults [requests a second] [seconds]
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answer, runFault, tally } from "../test/support/fault-run.ts";
import { startHubProcess } from "../test/support/hub-process.ts";
import { type OwnServer, ownPostgres, ownRedis } from "../test/support/own-servers.ts";

const HANG_MS = 1_000;
const RECOVERED_MS = 3_000;
const PERMITTED =
  /^(?:keyed|free|ready) 200$|^unpaid 402 payment_required$|^(?:keyed|unpaid) 503 overloaded$|^ready 503$/;

const [rate = 200, during = 10] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), "hub-faults-"));
const servers = { PostgreSQL: await ownPostgres(), Redis: await ownRedis() };
const hub = await startHubProcess({
  HUB_DATA_DIR: folder,
  DATABASE_URL: servers.PostgreSQL.url,
  REDIS_URL: servers.Redis.url,
  LIMIT_ANON_PER_MINUTE: "1000000000",
  LIMIT_ANON_PER_DAY: "1000000000",
  LIMIT_KEY_PER_MINUTE: "1000000000",
});
const FAULTS: Readonly<Record<string, readonly ((server: OwnServer) => void | Promise<void>)[]>> = {
  frozen: [(server) => server.freeze(), (server) => server.thaw()],
  killed: [(server) => server.kill(), (server) => server.start()],
  stopped: [(server) => server.stop(), (server) => server.start()],
};
try {
  for (const [name, server] of Object.entries(servers))
    for (const [fault, [begin, end]] of Object.entries(FAULTS)) {
      const { answers, endedAt, recoveredAfterMs } = await runFault({
        hub,
        rate,
        seconds: { before: 3, during, after: 5 },
        begin: () => begin?.(server),
        end: () => end?.(server),
      });
      const latest = (from: number, to: number): number =>
        Math.round(Math.max(0, ...answers.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms)));
      const slowest = latest(0, endedAt);
      const strange = Object.keys(tally(answers)).filter((each) => !PERMITTED.test(each));
      console.log(`${name} ${fault}: slowest ${slowest} ms (before: ${latest(-1_000, 0)} ms)`, tally(answers));
      const p99 = (from: number, to: number): string => p99Of(answers, from, to).toFixed(1);
      console.log(
        `  p99 of a keyed run: ${p99(-2_000, 0)} ms before, ${p99(0, 1_000)} in the first second, ${p99(1_000, endedAt)} then`,
      );
      console.log(
        `  well again ${Math.round(recoveredAfterMs)} ms after; undocumented: ${strange.join(", ") || "none"}`,
      );
      if (slowest > HANG_MS || recoveredAfterMs > RECOVERED_MS || strange.length > 0) process.exitCode = 1;
    }
} finally {
  await hub[Symbol.asyncDispose]();
  for (const server of Object.values(servers)) await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}

/** Of those that were asked between two moments. */
function p99Of(answers: readonly Answer[], from: number, to: number): number {
  const sorted = answers
    .filter(({ kind, at }) => kind === "keyed" && at >= from && at < to)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}
