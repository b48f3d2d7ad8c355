/** Runs a self-contained actor in a thread of its own, on an input of which the long parts are still text. */
import { pathToFileURL } from "node:url";
import type { Actor, ActorContext } from "../actor.ts";
import { toAnswer } from "./actor-answer.ts";
import { parseJson } from "../json.ts";
import { UNPAID_LLM } from "../llm.ts";
import { inline } from "../offload.ts";
import type { Answer } from "../ports/answer.ts";
import { faultFinder } from "../schema.ts";

export interface RunApart {
  /** Path of the actor's file. */
  readonly file: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Parts of the input as JSON, by their names. */
  readonly long: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export default async function runApart({ file, input, long, now }: RunApart): Promise<Answer> {
  const { default: actor }: { default: Actor } = await import(pathToFileURL(file).href); // It is served already.
  const parts = Object.entries(long).map(([name, text]) => [name, parseJson(text)] as const);
  const whole = { ...input, ...Object.fromEntries(parts) };
  const said = await actor.run(whole as never, contextAt(now)); // The edge has held it against the schema.
  return toAnswer(said, faultFinder(actor.output));
}

function contextAt(now: number): ActorContext {
  return {
    signal: new AbortController().signal,
    now: () => now,
    llm: UNPAID_LLM,
    offload: inline,
    fetch: () => Promise.reject(lacking()),
    catalog: () => {
      throw lacking();
    },
    actors: { list: () => [], validate: () => undefined },
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    onDispose: nothing,
  };
}

function nothing(): void {}

function lacking(): TypeError {
  return new TypeError("The actor says that it is self-contained: its run is lent the time and nothing else");
}
