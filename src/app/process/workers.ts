/**
 * `HUB_WORKERS`: several processes of the hub behind one port, which the kernel shares out among them. The process that
 * starts them serves nothing: it starts again what has died, ends what has fallen silent, and passes the signal to stop on.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createServer } from "node:net";
import { OperatorError } from "../../runtime/errors.ts";
import { cannotListen } from "./cannot-listen.ts";
import type { Config } from "../settings/config.ts";
import type { Log } from "../telemetry/log.ts";
import { gatherMetrics } from "./worker-metrics.ts";

export interface WorkersOptions {
  readonly config: Pick<
    Config,
    "HOST" | "PORT" | "HUB_WORKERS" | "DATABASE_URL" | "DATABASE_WAIT_SECONDS" | "XRPL_WALLET_ADDRESS"
  >;
  /** What a worker runs. */
  readonly main: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly timing?: WorkerTimes;
}

export interface Workers {
  /** Passes the signal to stop on. */
  stop(): void;
  /** Settles when all of them are gone after that. */
  readonly ended: Promise<void>;
}

/** All in milliseconds. */
export interface WorkerTimes {
  /** What has died is started again after this time, and after twice as long each time. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** What has lived as long as this, since it had started, is started again as if it had never died. */
  readonly aliveMs: number;
  /** What says nothing for this time is ended; a worker says every two seconds that it lives. */
  readonly silenceMs: number;
  /** The same, until it has started and says so for the first time: a busy machine is slow at that. It may wait for the database besides. */
  readonly startMs: number;
  /** Who was ended while it started has twice as long the next time, up to this: to begin anew is no faster. */
  readonly longestStartMs: number;
  readonly lookMs: number;
  /** What has not ended this time after the signal to stop is ended; longer than it may finish what it has accepted. */
  readonly stopMs: number;
}

const TIMING: WorkerTimes = {
  firstRetryMs: 200,
  longestRetryMs: 10_000,
  aliveMs: 60_000,
  silenceMs: 10_000,
  startMs: 60_000,
  longestStartMs: 960_000,
  lookMs: 1_000,
  stopMs: 15_000,
};
const HEARTBEAT_MS = 2_000;

/** By `performance.now()`: setting the clock ends nobody. */
interface Life {
  /** How long it may take to start. */
  readonly startMs: number;
  /** Since when it has started. */
  upSince: number | undefined;
  /** Until when it has to say that it lives. */
  until: number;
}

/** Names a worker to itself: its number. */
export const WORKER = "HUB_WORKER";

/**
 * Starts the workers. @throws {OperatorError} where they could not share what they need to, or the port is taken.
 */
export async function startWorkers({ config, main, env, log, timing = TIMING }: WorkersOptions): Promise<Workers> {
  refuseUnshared(config);
  await refuseTakenPort(config);
  const stopping = new AbortController();
  const running = new Map<ChildProcess, Life>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const metrics = gatherMetrics();
  const watch = setInterval(killSilent, timing.lookMs);
  let lookedAt = performance.now();
  const firstStartMs = timing.startMs + config.DATABASE_WAIT_SECONDS * 1000;
  for (let number = 1; number <= config.HUB_WORKERS; number++) start(number, timing.firstRetryMs, firstStartMs);
  return { stop, ended };

  function start(number: number, retryMs: number, startMs: number): void {
    if (stopping.signal.aborted) return;
    // One of them imports a missing catalogue, refreshes or fetches it; the others find it when it is there.
    const others = {
      CATALOG_AUTO_IMPORT: "false",
      CATALOG_REFRESH_URL: "",
      CATALOG_STORAGE_URL: "",
      CATALOG_HUB_URL: "",
    };
    const only = number === 1 ? {} : others;
    const child = fork(main, { env: { ...env, ...only, [WORKER]: String(number) }, stdio: "inherit" });
    const life: Life = { startMs, upSince: undefined, until: performance.now() + startMs };
    running.set(child, life);
    metrics.add(child, String(number));
    log.info(`Worker ${number} is process ${child.pid}.`);
    child.on("message", () => {
      const now = performance.now();
      life.upSince ??= now;
      life.until = now + timing.silenceMs;
    });
    child.once("exit", (code, signal) => {
      running.delete(child);
      if (stopping.signal.aborted) return void (running.size === 0 && finish());
      const now = performance.now();
      const hasLived = life.upSince !== undefined && now - life.upSince > timing.aliveMs;
      const nextMs = hasLived ? timing.firstRetryMs : retryMs;
      const isSlow = life.upSince === undefined && now > life.until;
      const nextStartMs = isSlow ? Math.min(startMs * 2, timing.longestStartMs) : firstStartMs;
      log.warn(`Worker ${number} has ended (${signal ?? code}); another starts in ${nextMs} ms.`);
      const again = setTimeout(() => start(number, Math.min(nextMs * 2, timing.longestRetryMs), nextStartMs), nextMs);
      stopping.signal.addEventListener("abort", () => clearTimeout(again), { once: true });
    });
  }

  function killSilent(): void {
    const now = performance.now();
    // While this process stood still it heard nobody: what was said meanwhile is heard after this look.
    const deafMs = Math.max(0, now - lookedAt - timing.lookMs);
    lookedAt = now;
    for (const [child, life] of running) {
      life.until += deafMs;
      const { until, upSince, startMs } = life;
      if (now <= until) continue;
      const why = upSince === undefined ? `not started within ${startMs / 1000} s` : "been silent for too long";
      log.warn(`Process ${child.pid} has ${why} and is ended.`);
      child.kill("SIGKILL");
    }
  }

  function stop(): void {
    if (stopping.signal.aborted) return;
    stopping.abort();
    clearInterval(watch);
    for (const child of running.keys()) child.kill("SIGTERM");
    if (running.size === 0) return finish();
    setTimeout(() => {
      for (const child of running.keys()) child.kill("SIGKILL");
    }, timing.stopMs).unref();
  }

  function finish(): void {
    clearInterval(watch);
    end();
  }
}

/** A worker's side: it says that it lives, and ends when nobody is left to hear that. */
export function reportToParent(leave: () => void): void {
  if (process.send === undefined) return;
  // The parent may have died while this worker was still starting.
  if (!process.connected) return leave();
  const beat = setInterval(() => process.send?.("alive"), HEARTBEAT_MS);
  beat.unref();
  process.once("disconnect", () => {
    clearInterval(beat);
    leave();
  });
}

/** What lives in one process, or is locked by it, cannot be served by several. */
function refuseUnshared({ HUB_WORKERS: count, DATABASE_URL, XRPL_WALLET_ADDRESS }: WorkersOptions["config"]): void {
  const missing = [
    DATABASE_URL === undefined ? "DATABASE_URL: a SQLite store has one writer, so name a PostgreSQL database" : "",
    XRPL_WALLET_ADDRESS === undefined
      ? "XRPL_WALLET_ADDRESS: the sandbox ledger lives in one process, so name a wallet on another ledger"
      : "",
  ].filter((sentence) => sentence !== "");
  if (missing.length > 0)
    throw new OperatorError(`Cannot start ${count} workers (HUB_WORKERS):\n  ${missing.join("\n  ")}`);
}

/** The workers share the port with each other and would share it with a stranger, too. */
async function refuseTakenPort({ HOST: host, PORT: port }: WorkersOptions["config"]): Promise<void> {
  if (port === 0) throw new OperatorError("Cannot start workers on PORT 0: each would take a port of its own");
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (cause) {
    throw cannotListen({ host, port }, cause);
  }
  await new Promise((resolve) => probe.close(resolve));
}
