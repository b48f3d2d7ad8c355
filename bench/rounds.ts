/** Cases measured in turn over HTTP, each server and the load in a process of its own. */
import { load, type Loaded } from "./loaded.ts";
import type { Served } from "./served.ts";

export interface Case {
  readonly name: string;
  readonly server: Served;
  /** A whole HTTP request, in base64; or those of the next round, sent in turn. */
  readonly request: string | (() => readonly string[]);
}

export interface Measured extends Loaded {
  /** Processor time of the server for one request, in microseconds. */
  readonly cpu: number;
  /** What the server has of memory right after, in MiB. */
  readonly memory: number;
}

interface RoundOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** How long each case is warmed up, at least. */
  readonly warmUpSeconds: number;
  /** How often it is asked before anything counts: on a busy machine that takes longer. */
  readonly warmUpRequests?: number;
}

/** However slow it is. */
const WARM_UP_MOST_SECONDS = 20;

export const CONNECTIONS = 32;

/** Warms each case up, until everything is compiled, and then measures all of them in turn, again and again. */
export async function inTurn(
  cases: readonly Case[],
  { rounds, seconds, warmUpSeconds, warmUpRequests = 0 }: RoundOptions,
): Promise<ReadonlyMap<string, readonly Measured[]>> {
  for (const each of cases) {
    const begun = performance.now();
    let asked = 0;
    do asked += (await measure(each, warmUpSeconds)).rate * warmUpSeconds;
    while (asked < warmUpRequests && performance.now() - begun < WARM_UP_MOST_SECONDS * 1000);
  }
  const results = new Map(cases.map(({ name }) => [name, [] as Measured[]]));
  for (let round = 0; round < rounds; round++) {
    for (const each of cases) results.get(each.name)?.push(await measure(each, seconds));
  }
  console.log(`\n${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s in turn, medians\n`);
  console.log(row("case", "requests/s", "p50 ms", "p99 ms", "cpu us"));
  for (const [name, measured] of results) {
    const middle = (figure: "rate" | "p50" | "p99" | "cpu") => median(measured.map((each) => each[figure]));
    const figures = [
      middle("rate").toFixed(0),
      middle("p50").toFixed(2),
      middle("p99").toFixed(2),
      middle("cpu").toFixed(1),
    ];
    console.log(`${row(name, ...figures)}  ${JSON.stringify(measured.at(-1)?.statuses)}`);
  }
  return results;
}

/** How a case does beside a peer: by requests in the same round, and by the processor time of a request. */
export function compare(results: ReadonlyMap<string, readonly Measured[]>, name: string, peer: string): void {
  const ours = results.get(name) ?? [];
  const theirs = results.get(peer) ?? [];
  const byRate = ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? Number.NaN));
  const byCpu = median(theirs.map(({ cpu }) => cpu)) / median(ours.map(({ cpu }) => cpu));
  const rounds = byRate.map(percent).join(", ");
  console.log(
    `\n${name} / ${peer}: ${percent(median(byRate))} % by requests (${rounds}), ${percent(byCpu)} % by processor time`,
  );
}

export async function measure({ server, request }: Case, seconds: number): Promise<Measured> {
  const requests = typeof request === "string" ? request : request();
  const cpuBefore = server.cpu();
  const measured = await load(server.port, requests, { seconds, connections: CONNECTIONS });
  const answered = Object.values(measured.statuses).reduce((sum, count) => sum + count, 0);
  return { ...measured, cpu: (server.cpu() - cpuBefore) / answered, memory: server.memory() };
}

export function prepare(method: string, path: string, body?: unknown, key?: string): string {
  const content = body === undefined ? "" : JSON.stringify(body);
  const head = [
    `${method} ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    ...(key === undefined ? [] : [`X-API-Key: ${key}`]),
    "Content-Type: application/json",
    `Content-Length: ${content.length}`,
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${content}`).toString("base64");
}

function row(name: string, ...figures: string[]): string {
  return name.padEnd(26) + figures.map((figure) => figure.padStart(11)).join("");
}

function percent(ratio: number): string {
  return (ratio * 100).toFixed(0);
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
