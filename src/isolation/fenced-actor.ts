/** An actor behind the fence as the registry takes any other: what it does goes over the wire. */
import type { Actor, Report } from "../runtime/actor.ts";
import { HubError, type Issue } from "../runtime/errors.ts";
import type { Intents, IntentReading, Utterance } from "../runtime/intents.ts";
import type { Placement } from "../runtime/actors/placement.ts";
import { readerOf } from "../runtime/schema.ts";
import { beginSpan, inSpan } from "../runtime/span.ts";
import { Type } from "@sinclair/typebox";
import type { Deaths } from "./deaths.ts";
import type { DescribedActor, ActorDescription } from "./description.ts";
import type { ActorJob } from "./member.ts";
import type { Pool } from "./pool.ts";

/** For what is asked of an actor before it runs. */
const ASIDE_MS = 250;
/** A process comes up and loads the actor within five seconds each, and is slower where many do. */
const START_MS = 11_000;

const readIssues = readerOf(
  Type.Array(Type.Object({ pointer: Type.String({ maxLength: 500 }), detail: Type.String({ maxLength: 500 }) }), {
    maxItems: 20,
  }),
);
const Payload = Type.Record(Type.String(), Type.Unknown());
const readReadings = readerOf(
  Type.Array(
    Type.Object({
      payload: Payload,
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      warning: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    { maxItems: 20 },
  ),
);
const readPayload = readerOf(Payload);

export interface BundleSource {
  readonly code: Uint8Array;
  /** Left out, what the actor declares. */
  readonly reach?: { readonly hosts: readonly string[]; readonly llm: boolean };
  readonly level: "own" | "installed";
}

/** An actor as the registry takes it, or why there is none. */
export type FencedActor =
  | {
      readonly ok: true;
      /** What it says of itself, as plain JSON. */
      readonly description: ActorDescription;
      readonly actor: Actor;
      readonly placement: Placement;
    }
  | {
      readonly ok: false;
      readonly fault: string;
      /** It was the machine that failed: it may be opened another time. */
      readonly isPassing?: boolean;
    };

interface FencedDeps {
  readonly pool: Pool;
  readonly deaths: Deaths;
}

export function fencedActor(
  { description, facts, isChecked }: DescribedActor,
  { reach, level }: BundleSource,
  { pool, deaths }: FencedDeps,
): Extract<FencedActor, { ok: true }> {
  const { slug } = facts;
  const hosts = reach?.hosts ?? facts.hosts;
  const llm = facts.usesLlm && reach?.llm !== false;
  const aside = (act: "check" | "read" | "otherwise", input: unknown): Promise<unknown> =>
    pool.perform({ slug, act, input, limitMs: ASIDE_MS, signal: NEVER });
  return {
    ok: true,
    description,
    actor: {
      ...facts,
      hosts,
      ...(description.intents !== undefined && { intents: intentsOf(description.intents, aside) }),
      async run(input, context) {
        const { signal } = context;
        const job: ActorJob = { slug, act: "run", input, limitMs: facts.timeoutMs, signal, context, llm };
        const span = beginSpan("fenced run", "internal", { "hub.operation": slug });
        return (await inSpan(span, () => pool.perform(job))) as Report;
      },
    } satisfies Actor,
    placement: {
      level,
      reach: { hosts, llm },
      fenced: {
        startMs: START_MS,
        fault: () => deaths.fault(slug),
        ...(isChecked && {
          async check(input: unknown): Promise<readonly Issue[]> {
            const found = readIssues(await aside("check", input));
            if (found.ok) return found.value;
            throw new HubError("actor_failed", `The check of "${slug}" gave no list of issues.`);
          },
        }),
      },
    },
  };
}

/** Its own words are asked for only where one of its cues is said, and a silence is no answer. */
function intentsOf(
  { cues, hasOtherwise }: NonNullable<DescribedActor["description"]["intents"]>,
  ask: (act: "read" | "otherwise", input: unknown) => Promise<unknown>,
): Intents {
  const isMeant = ({ words }: Utterance): boolean =>
    cues === undefined || cues.length === 0 || words.some((word) => cues.some((cue) => word.startsWith(cue)));
  return {
    ...(cues !== undefined && { cues }),
    async read(utterance): Promise<readonly IntentReading[]> {
      if (!isMeant(utterance)) return [];
      const found = readReadings(await ask("read", utterance).catch(() => []));
      return found.ok
        ? found.value.map(({ warning, ...rest }) => ({ ...rest, ...(warning !== undefined && { warning }) }))
        : [];
    },
    ...(hasOtherwise && {
      async otherwise(utterance: Utterance) {
        const found = readPayload(await ask("otherwise", utterance).catch(() => undefined));
        return found.ok ? found.value : undefined;
      },
    }),
  };
}

const NEVER = new AbortController().signal;
