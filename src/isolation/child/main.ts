/**
 * The program of a child: runs actors on Deno, lends them what the hub answers over the pipe, and ends with its input.
 * What an actor does in here is its own affair; nothing here is trusted by the hub.
 */
import type { Actor } from "../../runtime/actor.ts";
import { answerTooLarge } from "../../runtime/errors.ts";
import { MAX_DEPTH } from "../../runtime/json.ts";
import { lookOver } from "../../text/json-fault.ts";
import { atOnce } from "../../text/long-work.ts";
import { createFrameReader, encodeFrame, MAX_FRAME_BYTES } from "../frames.ts";
import { excessOf, LONG, MAX_ASIDE } from "../message-limits.ts";
import type { FromChild, ToChild, WireError } from "../messages.ts";
import { descriptionOf } from "./describe.ts";
import { createRuns, thrownText } from "./runs.ts";

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
// What an actor has left to fail by itself would end this process, with all other runs in it.
for (const event of ["unhandledrejection", "error"]) addEventListener(event, (failure) => failure.preventDefault());
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
    send({ kind: "unready", actor, error: { message: thrownText(error) } });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** @throws {TypeError} for more than a message holds; {HubError} for an answer that is too large. */
function send(message: FromChild | { readonly kind: "failed"; readonly run: number; readonly error: WireError }): void {
  const json = JSON.stringify(message);
  if (message.kind === "done") judgeAnswer(json);
  else if (json.length > MAX_ASIDE)
    throw new TypeError(
      message.kind === "ready" ? "it says more than 256 KiB of itself" : "A call sends at most 1 MiB",
    );
  const frame = encodeFrame(json);
  for (let sent = 0; sent < frame.length;) sent += write(frame.subarray(sent));
}

/** The hub would end this process for it, with all other runs in it. */
function judgeAnswer(json: string): void {
  if (json.length <= LONG) return;
  const bytes = new TextEncoder().encode(json);
  if (bytes.length >= MAX_FRAME_BYTES) throw answerTooLarge();
  const excess = excessOf(atOnce(lookOver(bytes)));
  if (excess === "deep") throw new TypeError(`Its answer nests deeper than ${MAX_DEPTH} levels`);
  if (excess !== undefined) throw answerTooLarge();
}

/** Standard output is the wire. */
function silenceConsole(): void {
  for (const name of ["log", "info", "debug", "table", "dir", "group"] as const) console[name] = () => undefined;
}
