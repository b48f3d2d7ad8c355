/**
 * One process behind the fence, as the pipe to it: frames out, judged messages in, and one end with its cause. What is
 * no message ends it; so does memory beyond the limit.
 */
import { type ChildProcess as Spawned, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { lookOver } from "../text/json-fault.ts";
import { inTurns } from "../text/long-work.ts";
import type { Fence } from "./fence.ts";
import { createFrameReader, encodeFrame, type Frame } from "./frames.ts";
import { excessOf, LONG, MAX_ASIDE } from "./message-limits.ts";
import { type FromChild, readFromChild, type ToChild } from "./messages.ts";

/** Why a child ended: by itself, by memory, by what is no message, by a signal or its deadline, or because it was told to. */
export type Cause = "exit" | "memory" | "protocol" | "signal" | "deadline" | "ended";

export interface ChildProcess {
  /** Nothing is sent to one that has ended. @throws {TypeError} for what no frame holds. */
  send(message: ToChild, bytes?: Uint8Array): void;
  /** Settled when it has read of what it was sent, or has ended; `undefined` where little waits for it to be read. */
  drained(): Promise<void> | undefined;
  /** At once, with all that it has started. */
  kill(cause: Cause): void;
  /** Lets it end what its actors have going, and kills it after a second. */
  end(): void;
  /** Bytes in memory, where this system tells. */
  residentBytes(): number | undefined;
  readonly ended: Promise<{ readonly cause: Cause; readonly detail: string }>;
}

export interface ChildDeps {
  readonly fence: Fence;
  /** `chars` is how long it is as JSON. */
  readonly take: (message: FromChild, chars: number) => void;
}

const MAX_RESIDENT = 384 * 1024 * 1024;
/** Bytes that were sent and not read: beyond that nothing more that a child asks for is done. */
const MAX_UNREAD = 16 * 1024 * 1024;
const WATCH_MS = 50;
const END_MS = 1_000;
const PAGE = 4_096;
const MAX_COMPLAINT = 2_000;

export function startChild({ fence, take }: ChildDeps): ChildProcess {
  const child = spawn(fence.command, fence.args, {
    env: {},
    detached: true, // A group of its own, which is killed as one.
    stdio: ["pipe", "pipe", "pipe", fence.saysPid ? "pipe" : "ignore"],
  });
  const { promise: ended, resolve } = Promise.withResolvers<{ cause: Cause; detail: string }>();
  const reader = createFrameReader();
  let pid = fence.saysPid ? undefined : child.pid;
  let cause: Cause | undefined;
  let complaint = "";
  let isOver = false;
  let unread = 0;
  let draining: PromiseWithResolvers<void> | undefined;
  let reading: Promise<void> | undefined;

  const watching = setInterval(lookAtMemory, WATCH_MS);

  readPid(child, (said) => (pid = said));
  child.stderr?.on(
    "data",
    (chunk: Buffer) => (complaint = (complaint + chunk.toString("latin1")).slice(-MAX_COMPLAINT)),
  );
  child.stdin?.on("error", () => undefined); // It has ended, which is told by its exit.
  child.on("error", (error) => finish("exit", error.message));
  child.on("exit", (code, signal) => {
    const detail = `${signal ?? `code ${code}`}${complaint === "" ? "" : `: ${oneLine(complaint)}`}`;
    finish(cause ?? (isOutOfMemory(complaint) ? "memory" : signal === null ? "exit" : "signal"), detail);
  });
  child.stdout?.on("data", (chunk: Buffer) => {
    if (cause !== undefined) return;
    try {
      for (const frame of reader.push(chunk)) receive(frame);
    } catch {
      self.kill("protocol");
    }
  });

  const self: ChildProcess = {
    send(message, bytes) {
      if (isOver || cause !== undefined) return;
      const frame = encodeFrame(JSON.stringify(message), bytes);
      unread += frame.length;
      child.stdin?.write(frame, () => {
        unread -= frame.length;
        if (unread <= MAX_UNREAD) tellDrained();
      });
    },
    drained: () => (unread <= MAX_UNREAD || isOver ? undefined : (draining ??= Promise.withResolvers<void>()).promise),
    kill(why) {
      if (isOver) return; // Its number may be another's by now.
      cause ??= why;
      killGroup(child);
    },
    end() {
      cause ??= "ended";
      child.stdin?.end();
      setTimeout(() => isOver || killGroup(child), END_MS).unref();
    },
    residentBytes,
    ended,
  };
  return self;

  function finish(why: Cause, detail: string): void {
    if (isOver) return;
    isOver = true;
    clearInterval(watching);
    killGroup(child);
    tellDrained();
    resolve({ cause: why, detail });
  }

  function tellDrained(): void {
    draining?.resolve();
    draining = undefined;
  }

  /** In order: what follows a long one waits for it, and is not even taken from the pipe meanwhile. */
  function receive(frame: Frame): void {
    if (reading === undefined && frame.json.length <= LONG) return dispatch(frame);
    child.stdout?.pause();
    const mine = (reading ?? Promise.resolve()).then(async () => {
      if (cause !== undefined) return;
      try {
        if (frame.json.length > LONG) await lookOverLong(frame.json);
        dispatch(frame);
      } catch {
        self.kill("protocol");
      }
    });
    reading = mine;
    void mine.then(() => {
      if (reading !== mine) return;
      reading = undefined;
      child.stdout?.resume();
    });
  }

  function dispatch({ json, bytes }: Frame): void {
    if (bytes !== undefined) throw new RangeError("A child sends no raw bytes");
    const message = readFromChild(JSON.parse(json));
    if (!message.ok) throw new RangeError("A message that is none");
    if (json.length > MAX_ASIDE && message.value.kind !== "done") throw new RangeError("A message that is too long");
    take(message.value, json.length);
  }

  function residentBytes(): number | undefined {
    if (pid === undefined) return undefined;
    try {
      return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * PAGE;
    } catch {
      return undefined; // It has ended, or this system has no such file.
    }
  }

  function lookAtMemory(): void {
    if ((residentBytes() ?? 0) > MAX_RESIDENT) self.kill("memory");
  }
}

async function lookOverLong(json: string): Promise<void> {
  if (excessOf(await inTurns(lookOver(Buffer.from(json)))) !== undefined) throw new RangeError("JSON that is too much");
}

function readPid(child: Spawned, tell: (pid: number) => void): void {
  // As it was asked for. One that could not be started has none.
  const pipe = (child.stdio as Spawned["stdio"] | undefined)?.[3] as NodeJS.ReadableStream | null | undefined;
  let text = "";
  pipe?.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    const said = /"child-pid":\s*(\d+)/.exec(text)?.[1];
    if (said !== undefined) tell(Number(said));
  });
  pipe?.on("error", () => undefined);
}

function killGroup({ pid }: Spawned): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}

function isOutOfMemory(complaint: string): boolean {
  return /out of memory|heap limit|allocation failed|memory allocation of/i.test(complaint);
}

/** On one line, without where things lie on this machine: everybody may read it in /ready. */
function oneLine(text: string): string {
  const words = text.slice(-600).split(/[^\x21-\x7e]+/);
  return words
    .map((word) => (word.startsWith("/fence/") ? word : word.slice(word.lastIndexOf("/") + 1)))
    .join(" ")
    .trim()
    .slice(-300);
}
