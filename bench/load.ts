/**
 * A load generator that costs little itself: raw connections that each send a prepared request and wait for its answer.
 * One that the server ends is made anew, as nginx wants it after a thousand requests.
 * Runs in a process of its own and prints one line of JSON.
 * Usage: bun bench/load.ts <port> <seconds> <connections> < <prepared requests, base64, one a line, sent in turn>
 */
import { readFileSync } from "node:fs";

const [port, seconds, connections] = process.argv.slice(2);
const requests = readFileSync(0, "utf8")
  .trim()
  .split("\n")
  .map((line) => Buffer.from(line, "base64"));
let sent = 0;
let bytesSent = 0;
let bytesReceived = 0;
const latencies: number[] = [];
const statuses = new Map<string, number>();
const until = performance.now() + Number(seconds) * 1000;

const begun = process.cpuUsage();
await Promise.all(Array.from({ length: Number(connections) }, connection));
const { user, system } = process.cpuUsage(begun);
latencies.sort((a, b) => a - b);
const count = latencies.length;
const told = {
  rate: count / Number(seconds),
  p50: at(0.5),
  p99: at(0.99),
  statuses: Object.fromEntries(statuses),
  clientCpu: (user + system) / count,
  bytesSent: bytesSent / count,
  bytesReceived: bytesReceived / count,
};
console.log(JSON.stringify(told));
process.exit(0);

function at(share: number): number {
  return latencies[Math.floor(latencies.length * share)] ?? 0;
}

async function connection(): Promise<void> {
  while (performance.now() < until) await connected();
}

/** Settles when the time is over, or the server has ended the connection. */
async function connected(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let sentAt = 0;
  let head: Buffer = Buffer.alloc(0);
  let missing = 0;
  let status = "";
  let isLast = false;
  await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(port),
    socket: {
      open: send,
      data(socket, chunk) {
        bytesReceived += chunk.length;
        if (missing === 0) {
          head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
          const end = head.indexOf("\r\n\r\n") + 4;
          if (end < 4) return;
          const told = head.toString("latin1", 0, end);
          missing = end + Number(/content-length: (\d+)/i.exec(told)?.[1] ?? 0) - head.length;
          isLast = /^connection: close/im.test(told);
          head = head.subarray(0, 0);
          status = told.slice(9, 12);
        } else missing -= chunk.length;
        if (missing > 0) return;
        const now = performance.now();
        latencies.push(now - sentAt);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (now < until && !isLast) send(socket);
        else {
          socket.end();
          resolve();
        }
      },
      close: () => resolve(),
      error: (_socket, error) => reject(error),
    },
  });
  return promise;

  function send(socket: { write(data: Uint8Array): number }): void {
    const request = requests[sent++ % requests.length] as Buffer; // There is at least one.
    sentAt = performance.now();
    bytesSent += request.length;
    socket.write(request);
  }
}
