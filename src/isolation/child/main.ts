/**
 * The program of a child: runs actors on Deno, lends them what the hub answers over the pipe, and ends with its input.
 * What an actor does in here is its own affair; nothing here is trusted by the hub.
 */
import type { Actor } from "../../runtime/actor.ts";
import { createFrameReader, encodeFrame } from "../frames.ts";
import type { FromChild, ToChild, WireError } from "../messages.ts";
import { descriptionOf } from "./describe.ts";
import { createRuns } from "./runs.ts";

/** What is used of Deno. */
declare const Deno: {
  readonly stdin: { readonly readable: ReadableStream<Uint8Array> };
  readonly stdout: { writeSync(bytes: Uint8Array): number };
  exit(code: number): never;
};

/** A bundle as `bundleActor` makes it. */
interface ActorModule {
  readonly default: Actor;
  readonly HubError: new (code: string, message: string, details: object) => Error;
}

const DISPOSE_MS = 500;
const { stdout, stdin, exit } = Deno;
const write = stdout.writeSync.bind(stdout);
const runs = createRuns(send);

silenceConsole();
send({ kind: "up" });
const reader = createFrameReader();
for await (const chunk of stdin.readable)
  for (const { json, bytes } of reader.push(chunk)) void take(JSON.parse(json) as ToChild, bytes); // The hub's own.
await Promise.race([runs.dispose(), new Promise((resolve) => setTimeout(resolve, DISPOSE_MS))]);
exit(0);

async function take(message: ToChild, bytes: Uint8Array | undefined): Promise<void> {
  if (message.kind === "load") await load(message.actor, bytes ?? new Uint8Array());
  else if (message.kind === "run") await runs.begin(message);
  else if (message.kind === "answer") runs.answer(message, bytes);
  else runs.abort(message.run);
}

async function load(actor: string, code: Uint8Array): Promise<void> {
  const url = URL.createObjectURL(new Blob([code as Uint8Array<ArrayBuffer>], { type: "text/javascript" }));
  try {
    const module: ActorModule = await import(url); // As it was bundled.
    const description = descriptionOf(module.default);
    runs.add(actor, module.default, module.HubError);
    send({ kind: "ready", actor, description });
  } catch (error) {
    send({ kind: "unready", actor, error: { message: wireMessage(error) } });
  } finally {
    URL.revokeObjectURL(url);
  }
}

function send(message: FromChild | { readonly kind: "failed"; readonly run: number; readonly error: WireError }): void {
  let frame: Uint8Array;
  try {
    frame = encodeFrame(JSON.stringify(message));
  } catch (error) {
    if (!("run" in message)) throw error;
    frame = encodeFrame(JSON.stringify({ kind: "failed", run: message.run, error: { message: wireMessage(error) } }));
  }
  for (let sent = 0; sent < frame.length;) sent += write(frame.subarray(sent));
}

function wireMessage(error: unknown): string {
  return String(error instanceof Error ? (error.stack ?? error.message) : error).slice(0, 4_000);
}

/** Standard output is the wire. */
function silenceConsole(): void {
  for (const name of ["log", "info", "debug", "table", "dir", "group"] as const) console[name] = () => undefined;
}
