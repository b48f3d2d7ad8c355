/**
 * By how much a hub grows while strangers send one shape: the most its process is resident in at any moment, beside what
 * it was resident in before, when it had answered ordinary requests and had come to rest. Linux counts the peak itself
 * (VmHWM), so that none is missed between two looks.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Served } from "../served.ts";
import type { Shape } from "./shapes.ts";
import { send } from "./send.ts";

export interface Growth {
  /** In MiB, as everything here. Of a process that has come to rest. */
  readonly before: number;
  /** While the shape was sent. */
  readonly peak: number;
  /** Of it, what belongs to no file (RssAnon), as far as a look every few milliseconds has met it. */
  readonly anonymous: number;
  /** When nothing had been sent for a while. */
  readonly after: number;
}

interface GrowthOptions {
  readonly atOnce: number;
  readonly seconds: number;
  /** At least so many, however long they take. */
  readonly requests: number;
  readonly restSeconds: number;
}

const LOOK_MS = 250;
const PEAK_LOOK_MS = 10;
/** Whoever moves by no more than this between looks has come to rest. */
const REST_MIB = 1;
const REST_LOOKS = 8;
const MAX_LOOKS = 80;

export async function growthOver(hub: Served, url: string, shape: Shape, options: GrowthOptions): Promise<Growth> {
  const before = await atRest(hub);
  writeFileSync(`/proc/${hub.pid}/clear_refs`, "5"); // The peak is counted anew (proc(5)).
  const anonymousBefore = resident(hub, "RssAnon");
  let anonymous = 0;
  const looks = setInterval(() => {
    anonymous = Math.max(anonymous, resident(hub, "RssAnon") - anonymousBefore);
  }, PEAK_LOOK_MS);
  const until = performance.now() + options.seconds * 1000;
  let left = options.requests;
  const senders = Array.from({ length: options.atOnce }, async () => {
    while (left-- > 0 || performance.now() < until) await send(url, shape);
  });
  await Promise.all(senders).finally(() => clearInterval(looks));
  const peak = resident(hub, "VmHWM") - before;
  await sleep(options.restSeconds * 1000);
  return { before, peak, anonymous, after: resident(hub, "VmRSS") - before };
}

/** The size of a process that has come to rest. */
async function atRest(hub: Served): Promise<number> {
  let calm = 0;
  let size = resident(hub, "VmRSS");
  for (let looks = 0; looks < MAX_LOOKS && calm < REST_LOOKS; looks++) {
    await sleep(LOOK_MS);
    const now = resident(hub, "VmRSS");
    calm = Math.abs(now - size) <= REST_MIB ? calm + 1 : 0;
    if (calm === 0) size = now;
  }
  return size;
}

function resident({ pid }: Served, field: "VmRSS" | "VmHWM" | "RssAnon"): number {
  const said = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  if (said === null) throw new Error(`Cannot measure: the system does not tell ${field}`);
  return Number(said[1]) / 1024;
}
