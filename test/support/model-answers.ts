/** What a good model answers to the examples of each actor, and lending an actor a real model port over it. */
import { readFile } from "node:fs/promises";
import type { Actor, ActorContext } from "../../src/runtime/actor.ts";
import { modelAt } from "./connected-model.ts";
import { type Behaviour, type ModelServer, startModel } from "./model-server.ts";

/** By the title of the example; none for an actor that asks no model. */
export async function readAnswers(slug: string): Promise<Readonly<Record<string, unknown>>> {
  const file = new URL(`../fixtures/${slug}/model/answers.json`, import.meta.url);
  return JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
}

/** Whether a run of this example asks a model, as the hub decides it. */
export function asksModel({ usesLlm, price }: Actor, input: unknown): boolean {
  return usesLlm && (price.charged?.(input as never) ?? true); // The example is valid input.
}

export interface LentModel extends AsyncDisposable {
  readonly server: ModelServer;
  readonly llm: ActorContext["llm"];
}

/** The port every paid run is lent, over a model that does this. */
export async function lentModel(...behaviours: readonly Behaviour[]): Promise<LentModel> {
  const server = await startModel(...behaviours);
  const llm = modelAt(server).lend(new AbortController().signal);
  return { server, llm, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
