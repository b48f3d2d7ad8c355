/** What a good model answers to the examples of each actor, and lending an actor a real model port over it. */
import { readFile } from "node:fs/promises";
import type { Actor, ActorContext } from "../../src/runtime/actor.ts";
import type { HubError } from "../../src/runtime/errors.ts";
import { contextFor, runActor } from "./actor-context.ts";
import { modelAt } from "./connected-model.ts";
import { type Behaviour, type ModelServer, startModel } from "./model-server.ts";
import { type Exchange, recordedUpstream } from "./recorded-upstream.ts";

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

/** Runs an actor as a paid run does, with a model that says these answers one after the other. */
export async function runWithModel(
  actor: Actor,
  input: unknown,
  answers: readonly unknown[],
  circumstances: Partial<ActorContext> & { readonly exchanges?: readonly Exchange[] } = {},
) {
  const { exchanges = [], ...lent } = circumstances;
  await using upstream = await recordedUpstream(exchanges);
  await using model = await lentModel(...answers.map((say) => ({ say })));
  const context = { ...contextFor(actor, upstream), ...lent, llm: model.llm };
  const outcome = await runActor(actor, input, context).then(
    (report) => ({ report, error: undefined }),
    (error: unknown) => ({ report: undefined, error: error as HubError }), // Tests expect no other.
  );
  const prompts = model.server.asked.map(({ body }) => body.messages.map(({ content }) => content));
  return { ...outcome, item: outcome.report?.items[0] as Record<string, unknown> | undefined, prompts };
}
