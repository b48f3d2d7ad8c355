/**
 * Which actors answer a wish, with the input they take from its words. An actor that says itself what it answers is asked
 * that, so that none is offered for another thing; one that does not is told by the words it describes itself with.
 */
import { actorsFor } from "../catalog/search/actors.ts";
import type { Actor } from "../runtime/actor.ts";
import { readUtterance } from "../utterance/utterance.ts";
import { effectOf } from "./verbs.ts";

export interface OfferedActor {
  readonly actor: Actor;
  /** Valid input of the actor; left out where only its words tell that it may do it. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

interface Served {
  readonly actor: Actor;
  readonly operation: { validate(input: unknown): { readonly ok: boolean } };
}

/** Below this a reading is a guess. */
const LEAST_CONFIDENCE = 0.5;

/** No actor sends, buys or publishes anything, whatever else the words speak of; "send me" only asks to be shown. */
const DONE_TO_OTHERS =
  /^\s*(?:please\s+)?(?:send|post|publish|book|buy|pay|order|call|invite|charge|refund|upload|reply|tweet|text|senden?|schicke?|envi[ae]r?|envoie|envoyer|mande?)\b(?!\s+(?:me|us|mir|uns|moi|nous)\b)/iu;

/** The likeliest first. */
export function offeredActors(served: readonly Served[], text: string): OfferedActor[] {
  if (DONE_TO_OTHERS.test(text) || effectOf(text) === "delete") return [];
  const utterance = readUtterance(text);
  const readings = served.flatMap(({ actor, operation }) =>
    (actor.intents?.read(utterance) ?? [])
      .filter(({ payload, confidence }) => confidence >= LEAST_CONFIDENCE && operation.validate(payload).ok)
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, 1)
      .map(({ payload, confidence }) => ({ actor, payload, confidence })),
  );
  const byWords = actorsFor(
    served.filter(({ actor }) => actor.intents === undefined),
    text,
  );
  return [
    ...readings.toSorted((a, b) => b.confidence - a.confidence).map(({ actor, payload }) => ({ actor, payload })),
    ...byWords.map(({ actor }) => ({ actor })),
  ];
}
