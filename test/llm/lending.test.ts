/** An actor is lent the model by the run's standing alone: no stage that is forgotten can give it away. */
import { expect, test } from "bun:test";
import { type ActorContext, Type } from "../../src/runtime/actor.ts";
import { createRegistry } from "../../src/runtime/actors/registry.ts";
import { echoActor } from "../support/actors.ts";
import { modelAt } from "../support/connected-model.ts";
import { startModel } from "../support/model-server.ts";
import { lendNothing } from "../support/operations.ts";

const { signal } = new AbortController();
const asking = echoActor({
  slug: "asking",
  usesLlm: true,
  price: { tier: "enhanced", charged: ({ q }: { q: string }) => q === "charged" },
  run: async (_input: unknown, { llm }: ActorContext) => {
    const { answer } = await llm.ask({
      prompt: { name: "asking", version: "1", text: "Say yes." },
      material: [],
      answer: Type.Object({ q: Type.String() }),
      maxTokens: 10,
    });
    return [answer];
  },
});

test.each([
  ["whose charge is not covered", "charged", false, "payment_required"],
  ["of the kind that is free, covered though it is", "free", true, "payment_required"],
  ["whose charge is covered", "charged", true, undefined],
])("a run %s", async (_, q, isCovered, code) => {
  await using server = await startModel({ say: { q: "yes" } });
  const registry = createRegistry(() => lendNothing(signal), modelAt(server));
  registry.offer("asking.ts", "asking.ts", asking, "1");
  const run = registry.get("asking")?.operation.perform({ q }, signal, {
    standing: { state: "anonymous" },
    isCovered,
    client: () => ({ name: "192.0.2.1", isStranger: true }),
    address: () => "192.0.2.1",
  });
  if (code === undefined) expect(await run).toMatchObject({ itemsJson: '[{"q":"yes"}]' });
  else await expect(run).rejects.toMatchObject({ code });
  expect(server.asked).toHaveLength(code === undefined ? 1 : 0);
});
