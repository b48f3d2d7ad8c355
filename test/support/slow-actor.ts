/** An actor whose runs the test ends. */
import { type Actor, type ActorContext, Type } from "../../src/runtime/actor.ts";

export interface SlowActor {
  readonly actor: Actor;
  /** The inputs of the runs under way, in order. */
  readonly begun: string[];
  /** Settles once so many were begun. */
  reached(count: number): Promise<void>;
  /** Ends the oldest run of this input. */
  end(q: string, answer?: string | Error): void;
  /** Inputs of runs whose signal was aborted. */
  readonly aborted: string[];
}

export function slowActor(slug = "slow", overrides: Partial<Actor> = {}): SlowActor {
  const begun: string[] = [];
  const aborted: string[] = [];
  const open: { q: string; resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const awaited: { count: number; resolve: () => void }[] = [];
  const actor = {
    slug,
    name: "Slow",
    description: "Answers when it is told to.",
    category: "test",
    version: "1.0.0",
    tags: [],
    input: Type.Object({ q: Type.String() }),
    output: Type.Object({ q: Type.String() }),
    examples: [{ title: "One", input: { q: "one" } }],
    cacheTtlSeconds: 0,
    qualityScore: 1,
    computeUnits: 0,
    usesLlm: false,
    price: { tier: "enhanced" },
    hosts: [],
    timeoutMs: 30_000,
    nextActors: [],
    async run({ q }: { readonly q: string }, { signal }: ActorContext) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      signal.addEventListener("abort", () => void aborted.push(q), { once: true });
      open.push({ q, resolve, reject });
      begun.push(q);
      for (const { count, resolve: tell } of awaited) if (begun.length >= count) tell();
      return [{ q: await promise }];
    },
    ...overrides,
  } as unknown as Actor; // What overrides it fits.
  return {
    actor,
    begun,
    aborted,
    reached: (count) =>
      new Promise((resolve) => (begun.length >= count ? resolve() : awaited.push({ count, resolve }))),
    end(q, answer = `${q}, answered`) {
      const at = open.findIndex((each) => each.q === q);
      const [one] = open.splice(at, 1);
      if (at < 0 || one === undefined) throw new Error(`No run of "${q}" is under way`);
      if (typeof answer === "string") one.resolve(answer);
      else one.reject(answer);
    },
  };
}
