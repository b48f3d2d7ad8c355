/** PostgreSQL and Redis as processes of a test's own, which it may stop, kill and freeze. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./hub-process.ts";
import { isUp, queryPostgres } from "./stores.ts";

export interface OwnServer extends AsyncDisposable {
  readonly url: string;
  start(): Promise<void>;
  /** Lets it end in order. */
  stop(): Promise<void>;
  /** Ends it with all its processes at once. */
  kill(): Promise<void>;
  /** Has all its processes stand still, connections and all. */
  freeze(): void;
  thaw(): void;
  /** The processes it consists of, its first one first. */
  pids(): readonly number[];
}

const POSTGRES_ROOT = "/usr/lib/postgresql";
const POSTGRES_BIN = existsSync(POSTGRES_ROOT)
  ? readdirSync(POSTGRES_ROOT)
      .sort()
      .map((version) => join(POSTGRES_ROOT, version, "bin"))
      .at(-1)
  : undefined;

export const hasOwnPostgres = POSTGRES_BIN !== undefined;
export const hasOwnRedis = existsSync("/usr/bin/redis-server");

/**
 * A new cluster in a folder of its own. It trusts whoever connects, as the user "postgres".
 * @param identity lets connections be encrypted, too
 */
export async function ownPostgres(identity?: { readonly cert: string; readonly key: string }): Promise<OwnServer> {
  const bin = POSTGRES_BIN ?? "";
  const folder = await mkdtemp(join(tmpdir(), "hub-postgres-"));
  const user = postgresUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  execFileSync(join(bin, "initdb"), ["-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8"], {
    ...user,
    cwd: folder,
    stdio: "ignore",
  });
  if (identity !== undefined) {
    for (const [name, text] of [
      ["server.crt", identity.cert],
      ["server.key", identity.key],
    ] as const) {
      const path = join(data, name);
      writeFileSync(path, text, { mode: 0o600 });
      if (user !== undefined) chownSync(path, user.uid, user.gid);
    }
  }
  const port = await freePort();
  const ssl = identity === undefined ? {} : { ssl: "on" };
  const options = { port, listen_addresses: "127.0.0.1", unix_socket_directories: folder, ...ssl };
  const args = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ownServer(`postgres://postgres@127.0.0.1:${port}/postgres`, folder, "SIGINT", answersQueries, () =>
    spawn(join(bin, "postgres"), ["-D", data, ...args], { ...user, cwd: folder, stdio: "ignore" }),
  );
}

export async function ownRedis(settings: readonly string[] = []): Promise<OwnServer> {
  const folder = await mkdtemp(join(tmpdir(), "hub-redis-"));
  const port = await freePort();
  const args = ["--bind", "127.0.0.1", "--port", String(port), "--dir", folder, "--save", "", ...settings];
  return ownServer(`redis://127.0.0.1:${port}`, folder, "SIGTERM", isThere, () =>
    spawn("redis-server", args, { cwd: folder, stdio: "ignore" }),
  );
}

async function ownServer(
  url: string,
  folder: string,
  stopSignal: "SIGINT" | "SIGTERM",
  isReady: (url: string) => Promise<boolean>,
  launch: () => ChildProcess,
): Promise<OwnServer> {
  let child: ChildProcess | undefined;
  const pids = () => (child?.pid === undefined ? [] : [child.pid, ...childrenOf(child.pid)]);
  const signal = (name: NodeJS.Signals, all: readonly number[]) => {
    for (const pid of all) sendSignal(pid, name);
  };
  const server: OwnServer = {
    url,
    pids,
    async start() {
      child = launch();
      while (!(await isReady(url))) await nextMoment();
    },
    async stop() {
      await ended(() => signal(stopSignal, pids().slice(0, 1)));
    },
    async kill() {
      await ended(() => signal("SIGKILL", pids()));
    },
    freeze: () => signal("SIGSTOP", pids()),
    thaw: () => signal("SIGCONT", pids()),
    async [Symbol.asyncDispose]() {
      if (child !== undefined) await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;

  async function ended(act: () => void): Promise<void> {
    if (child === undefined) return;
    const gone = once(child, "exit");
    act();
    await gone;
    child = undefined;
  }
}

const isThere = (url: string): Promise<boolean> => isUp(url, true);

async function answersQueries(url: string): Promise<boolean> {
  return queryPostgres(url, "SELECT 1").then(
    () => true,
    () => false,
  );
}

function nextMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined; // It has ended meanwhile.
  }
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [, , uid, gid] = (/^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0] ?? "").split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
