/** Runs the load generator against a port and reads what it measured. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Loaded {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Processor time of the generator for one request, in microseconds, its compilation included. */
  readonly clientCpu: number;
  /** Of one request and its answer, with their heads. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
}

/** `requests` are whole HTTP requests, in base64, sent in turn. */
export function load(
  port: number,
  requests: string | readonly string[],
  { seconds, connections }: { readonly seconds: number; readonly connections: number },
): Promise<Loaded> {
  const script = fileURLToPath(new URL("load.ts", import.meta.url));
  const child = spawn("bun", [script, String(port), String(seconds), String(connections)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(typeof requests === "string" ? requests : requests.join("\n"));
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  const { promise, resolve, reject } = Promise.withResolvers<Loaded>();
  child.on("close", (code) =>
    code === 0 ? resolve(JSON.parse(printed) as Loaded) : reject(new Error(`load ended with ${code}`)),
  ); // Our own generator's line.
  return promise;
}
