/** Actors for tests of what is around them. */
import { type Actor, defineActor, Type } from "../../src/runtime/actor.ts";
import { HubError } from "../../src/runtime/errors.ts";

/** An actor that answers its input; `overrides` may be as wrong as a test needs them. */
export function echoActor(overrides: Partial<Record<keyof Actor, unknown>> = {}): unknown {
  return {
    ...defineActor({
      slug: "echo",
      name: "Echo",
      description: "Answers what it is asked.",
      category: "utilities",
      version: "2.0.0",
      tags: ["test"],
      input: Type.Object({
        q: Type.String(),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 3 })),
      }),
      output: Type.Object({ q: Type.String() }, { additionalProperties: true }),
      examples: [{ title: "Hello", input: { q: "hello" } }],
      cacheTtlSeconds: 60,
      qualityScore: 0.9,
      computeUnits: 0.01,
      usesLlm: false,
      price: { tier: "standard" },
      hosts: [],
      timeoutMs: 2000,
      nextActors: ["data-clean"],
      run: async (input) => [{ ...input }],
    }),
    ...overrides,
  };
}

/**
 * One that must be paid. It answers otherwise at each run, and fails while a test says that its upstream is down. A test
 * may be told when it is reached, and let it wait at a gate.
 */
export function chargedActor({ isDown = false } = {}) {
  const state = { runs: 0, isDown, gate: Promise.resolve(), reached: (): void => undefined };
  const actor = echoActor({
    slug: "charged",
    price: { tier: "enhanced", charged: () => true },
    cacheTtlSeconds: 0,
    run: async () => {
      const answer = `answer ${++state.runs}`;
      state.reached();
      await state.gate;
      if (state.isDown) throw new HubError("upstream_failed", "The upstream is down.");
      return [{ q: answer }];
    },
  });
  return { actor, state };
}
