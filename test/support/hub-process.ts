/** The hub as a process of its own, started as `npm start` does it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

export interface HubProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly url: string;
  /** Settles when a line of the log contains `part`. */
  logged(part: string): Promise<void>;
  /** All that was logged so far. */
  log(): string;
  /** Ends it at once, as the machine would, and comes back when it is gone. */
  kill(): Promise<void>;
}

/** Comes back when it listens. Without a `PORT` it gets a free one. */
export async function startHubProcess(env: Readonly<Record<string, string>>, main = MAIN): Promise<HubProcess> {
  const port = env["PORT"] ?? String(await freePort());
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"] ?? "", CATALOG_AUTO_IMPORT: "false", ...env, PORT: port },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const waiting: { part: string; resolve: () => void }[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    for (const { part, resolve } of waiting) if (line.includes(part)) resolve();
  });
  const gone = once(child, "exit");
  const started: HubProcess = {
    child,
    url: `http://127.0.0.1:${port}`,
    logged: (part) =>
      new Promise((resolve) => {
        if (lines.some((line) => line.includes(part))) resolve();
        else waiting.push({ part, resolve });
      }),
    log: () => lines.join("\n"),
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
    [Symbol.asyncDispose]: () => started.kill(),
  };
  await started.logged("listens on");
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
