/** Servers for the benches, each in a process of its own, and what they take of the machine. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface Served extends Disposable {
  readonly port: number;
  readonly pid: number;
  /** User and system time so far, in microseconds; NaN where the system does not tell. */
  cpu(): number;
  /** Resident memory in MiB. */
  memory(): number;
  signal(name: "SIGUSR2"): void;
  /** Lets it end in order, and comes back when it has. */
  end(): Promise<void>;
}

/** Starts a script of this folder that listens on PORT, and waits until `path` answers. */
export async function serve(script: string, path: string, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const port = await freePort();
  const child = spawn("bun", [fileURLToPath(new URL(script, import.meta.url))], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await answers(`http://127.0.0.1:${port}${path}`, child);
  return {
    port,
    pid: child.pid ?? 0,
    cpu: () => cpuOf(child),
    memory: () => Number(spawnSync("ps", ["-o", "rss=", "-p", String(child.pid)]).stdout.toString()) / 1024,
    signal: (name) => void child.kill(name),
    async end() {
      if (child.exitCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await gone;
    },
    [Symbol.dispose]: () => void child.kill(),
  };
}

/** Linux counts it in hundredths of a second. */
function cpuOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 2_400 && child.exitCode === null; tries++) {
    const isThere = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing answers at ${url}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
