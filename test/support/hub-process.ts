/** The hub as a process of its own, started as `npm start` does it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** What a hub would do of itself at every start, in a process of its own: to build the catalogue, to verify the ledger. */
const QUIET = { CATALOG_AUTO_IMPORT: "false", HUB_VERIFY_MINUTES: "0" };

export interface HubProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly url: string;
  /** Settles when it listens, and fails when it ends before that. */
  readonly listens: Promise<void>;
  /** Settles when so many lines of the log contain `part`; one, when left out. */
  logged(part: string, times?: number): Promise<void>;
  /** All that was logged so far. */
  log(): string;
  /** Ends it at once, as the machine would, and comes back when it is gone. */
  kill(): Promise<void>;
}

/** Comes back when it listens. Without a `PORT` it gets a free one. */
export function startHubProcess(env: Readonly<Record<string, string>>, main = MAIN): Promise<HubProcess> {
  return startProgram(process.execPath, [main], env);
}

/** The same of a program that serves. */
export async function startProgram(...program: Parameters<typeof launchProgram>): Promise<HubProcess> {
  const launched = await launchProgram(...program);
  await launched.listens;
  return launched;
}

/** Comes back at once, for a test of what is said before it listens. */
export async function launchProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<HubProcess> {
  const port = env["PORT"] ?? String(await freePort());
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...QUIET, ...env, PORT: port },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const waiting: { part: string; times: number; resolve: () => void }[] = [];
  const has = (part: string, times: number): boolean => lines.filter((line) => line.includes(part)).length >= times;
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    for (const { part, times, resolve } of waiting) if (line.includes(part) && has(part, times)) resolve();
  });
  const gone = once(child, "exit");
  const logged = (part: string, times = 1): Promise<void> =>
    new Promise((resolve) => {
      if (has(part, times)) resolve();
      else waiting.push({ part, times, resolve });
    });
  const early = gone.then(([code, signal]) => {
    throw new Error(`It ended (${signal ?? code}) before it listened:\n${lines.join("\n")}`);
  });
  const listens = Promise.race([logged("listens on"), early]);
  listens.catch(() => {}); // A test that ends it before it listens does not look.
  const started: HubProcess = {
    child,
    url: `http://127.0.0.1:${port}`,
    listens,
    logged,
    log: () => lines.join("\n"),
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
    [Symbol.asyncDispose]: () => started.kill(),
  };
  return started;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a path.
  server.close();
  await once(server, "close");
  return port;
}
