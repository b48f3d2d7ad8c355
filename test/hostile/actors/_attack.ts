/** An attack as an actor: what it got hold of is its items, so that a good fence leaves none. */
import { defineActor, Type } from "agent-api-hub/actor";

export interface Loot {
  readonly way: string;
  readonly got: string;
}

/** What an actor on Deno would use. */
// oxlint-disable-next-line no-explicit-any
export const deno: any = (globalThis as { Deno?: unknown }).Deno;

/** Tries each way in turn; one that throws has got nothing. What should end by itself has time to on a busy machine. */
export function attack(slug: string, ways: Readonly<Record<string, () => unknown>>, timeoutMs = 20_000) {
  return defineActor({
    slug,
    name: slug,
    description: "Attacks the hub that runs it, as a stranger's actor might.",
    category: "test",
    version: "1.0.0",
    tags: ["hostile"],
    input: Type.Object({}),
    output: Type.Object({ way: Type.String(), got: Type.String() }),
    examples: [{ title: "Attack", input: {} }],
    cacheTtlSeconds: 0,
    qualityScore: 0,
    computeUnits: 0,
    usesLlm: false,
    price: { tier: "standard" },
    hosts: [],
    timeoutMs,
    nextActors: [],
    async run() {
      const loot: Loot[] = [];
      for (const [way, take] of Object.entries(ways)) {
        try {
          const got = await take();
          if (got !== undefined) loot.push({ way, got: String(got).slice(0, 100) });
        } catch {
          // It got nothing.
        }
      }
      return loot;
    },
  });
}

/** A module that the bundler does not see. */
export function load(name: string, type?: string): Promise<any> {
  return type === undefined ? import([name].join("")) : import([name].join(""), { with: { type } });
}
