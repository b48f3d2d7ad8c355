/** Runs a self-contained actor in a thread of its own, on an input of which the long parts are still text. */
import { pathToFileURL } from "node:url";
import type { Actor, ActorContext } from "../actor.ts";
import { collectorOfTexts } from "../../text/collector.ts";
import { freeBytes } from "../../text/bytes.ts";
import { OPEN_LIST, QUOTE } from "../../text/json-codes.ts";
import { textOfJson } from "../../text/json-string.ts";
import { type EncodedAnswer, toEncodedAnswer } from "./actor-answer.ts";
import { parseJson } from "../json.ts";
import { listElements } from "../list-elements.ts";
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
  const { runInRows } = actor;
  const unread = new Set(Object.values(long));
  /** Before it is built, which takes its room once more. Other parts may stand in the same buffer. */
  const giveBack = (bytes: Uint8Array<ArrayBuffer>): void => {
    unread.delete(bytes);
    if (![...unread].some(({ buffer }) => buffer === bytes.buffer)) freeBytes(bytes);
  };
  const leave = collectorOfTexts();
  const parts = Object.entries(long).map(([name, bytes]) => {
    if (runInRows !== undefined && bytes[0] === OPEN_LIST) return [name, listElements(bytes)] as const;
    if (bytes[0] === QUOTE) return [name, textOfJson(bytes, () => giveBack(bytes))] as const;
    const text = UTF8.decode(bytes);
    giveBack(bytes);
    const value = parseJson(text);
    leave(text.length);
    return [name, value] as const;
  });
  // The edge has held it against the schema.
  const whole = { ...input, ...Object.fromEntries(parts) } as never;
  const said = runInRows === undefined ? await actor.run(whole, contextAt(now)) : runInRows(whole, now);
  const answer = toEncodedAnswer(said, faultFinder(actor.output));
  for (const bytes of Object.values(long)) freeBytes(bytes);
  return answer;
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
