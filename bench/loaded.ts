/** Runs the load generator against a port and reads what it measured. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface Loaded {
  readonly rate: number;
  readonly p50: number;
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** `request` is a whole HTTP request, in base64. */
export function load(
  port: number,
  request: string,
  { seconds, connections }: { readonly seconds: number; readonly connections: number },
): Promise<Loaded> {
  const script = fileURLToPath(new URL("load.ts", import.meta.url));
  const child = spawn("bun", [script, String(port), String(seconds), String(connections), request], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk) => (printed += chunk));
  const { promise, resolve, reject } = Promise.withResolvers<Loaded>();
  child.on("close", (code) =>
    code === 0 ? resolve(JSON.parse(printed) as Loaded) : reject(new Error(`load ended with ${code}`)),
  ); // Our own generator's line.
  return promise;
}
