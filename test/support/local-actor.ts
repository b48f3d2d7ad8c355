/** Running an actor that needs nothing from outside: every port it was lent refuses. */
import { inline } from "../../src/runtime/offload.ts";
import { UNPAID_LLM } from "../../src/runtime/llm.ts";
import { noCatalog } from "./operations.ts";
import { faultFinder } from "../../src/runtime/schema.ts";
import type { Actor, ActorContext, Item, Report } from "../../src/runtime/actor.ts";
import { runActor, TEST_TIME } from "./actor-context.ts";

/** The report of a run whose every item fits the actor's own schema. */
export async function runLocally(actor: unknown, input: unknown): Promise<Report> {
  const report = await runActor(actor, input, NO_WORLD);
  const faultOf = faultFinder((actor as Actor).output); // Every actor has the shape.
  for (const item of report.items) {
    const fault = faultOf(item);
    if (fault !== undefined) throw new Error(`An item breaks the output schema: ${fault.pointer} ${fault.detail}`);
  }
  return report;
}

/** The items as a caller reads them, without the bookkeeping at their end. */
export function plain(items: readonly Item[]): unknown {
  return JSON.parse(JSON.stringify(items), (key, value) => (key === "_genius" ? undefined : value));
}

const NO_WORLD: ActorContext = {
  signal: new AbortController().signal,
  fetch: () => Promise.reject(new Error("A local actor reached for the network")),
  now: () => TEST_TIME,
  log: { debug() {}, info() {}, warn() {}, error() {} },
  catalog: async () => noCatalog(),
  offload: inline,
  actors: { list: async () => [], validate: async () => undefined },
  onDispose: () => undefined,
  llm: UNPAID_LLM,
};
