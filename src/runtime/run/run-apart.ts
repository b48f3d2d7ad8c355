/** Runs a self-contained actor in a thread of its own, on an input of which the long parts are still text. */
import { pathToFileURL } from "node:url";
import type { Actor, ActorContext } from "../actor.ts";
import { freeBytes } from "../../text/bytes.ts";
import { type EncodedAnswer, toEncodedAnswer } from "./actor-answer.ts";
import { parseJson } from "../json.ts";
import { UNPAID_LLM } from "../llm.ts";
import { inline } from "../offload.ts";
import { faultFinder } from "../schema.ts";

export interface RunApart {
  /** Path of the actor's file. */
  readonly file: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Parts of the input as JSON in UTF-8, by their names. They are given back as soon as they are built. */
  readonly long: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export default async function runApart({ file, input, long, now }: RunApart): Promise<EncodedAnswer> {
  const { default: actor }: { default: Actor } = await import(pathToFileURL(file).href); // It is served already.
  const parts = Object.entries(long).map(([name, bytes]) => [name, parseJson(UTF8.decode(bytes))] as const);
  for (const bytes of Object.values(long)) freeBytes(bytes);
  const whole = { ...input, ...Object.fromEntries(parts) };
  const said = await actor.run(whole as never, contextAt(now)); // The edge has held it against the schema.
  return toEncodedAnswer(said, faultFinder(actor.output));
}

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

function contextAt(now: number): ActorContext {
  return {
    signal: new AbortController().signal,
    now: () => now,
    llm: UNPAID_LLM,
    offload: inline,
    fetch: () => Promise.reject(lacking()),
    catalog: () => Promise.reject(lacking()),
    actors: { list: async () => [], validate: async () => undefined },
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    onDispose: nothing,
  };
}

function nothing(): void {}

function lacking(): TypeError {
  return new TypeError("The actor says that it is self-contained: its run is lent the time and nothing else");
}
