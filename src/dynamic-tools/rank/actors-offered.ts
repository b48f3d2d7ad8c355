/**
 * Which actors answer a wish, with the input they take from its words. An actor that says itself what it answers is asked
 * that, so that none is offered for another thing; one that does not is told by the words it describes itself with.
 */
import { actorsFor } from "../../catalog/search/actors.ts";
import type { Actor } from "../../runtime/actor.ts";
import type { Utterance } from "../../runtime/intents.ts";
import { readUtterance } from "../../utterance/utterance.ts";
import { effectOf } from "../words/verbs/verbs.ts";
import type { Operation } from "../../runtime/run/operation.ts";

export interface OfferedActor {
  readonly actor: Actor;
  /** Valid input of the actor; left out where only its words tell that it may do it. */
  readonly payload?: Readonly<Record<string, unknown>>;
  /** How sure the actor is that it is asked, 0 to 1. */
  readonly confidence?: number;
}

interface OfferableActor {
  readonly actor: Actor;
  readonly operation: Pick<Operation, "validate">;
}

/** Below this a reading is a guess. */
const LEAST_CONFIDENCE = 0.5;

/** No actor sends, buys or publishes anything, whatever else the words speak of; "send me" only asks to be shown. */
const DONE_TO_OTHERS =
  /^\s*(?:please\s+)?(?:send|post|publish|book|buy|pay|order|call|invite|charge|refund|upload|reply|tweet|text|senden?|schicke?|envi[ae]r?|envoie|envoyer|mande?)\b(?!\s+(?:me|us|mir|uns|moi|nous)\b)/iu;

/**
 * Readings of this sureness are right: of the 22 tuning wishes that an actor answers 21 lie above, of the 90 others in
 * which one sees itself asked 20.
 */
const LEAST_TO_ANSWER = 0.87;

/**
 * The actor that is itself the answer: surer of being asked than the catalogue's operation is likely, and nobody else's
 * service was named. `likelihood` left out, there is no such operation.
 */
export function answeringActor([best]: readonly OfferedActor[], services: readonly string[], likelihood = 0) {
  if (best?.payload === undefined || best.confidence === undefined || services.length > 0) return undefined;
  const { actor, payload, confidence: sure } = best;
  return sure >= LEAST_TO_ANSWER && sure > likelihood ? { actor, payload, confidence: sure } : undefined;
}

/** The likeliest first. */
export async function offeredActors(served: readonly OfferableActor[], text: string): Promise<OfferedActor[]> {
  if (DONE_TO_OTHERS.test(text) || effectOf(text) === "delete") return [];
  const utterance = readUtterance(text);
  const readings = (await Promise.all(served.map((one) => likeliest(one, utterance)))).flat();
  const byWords = actorsFor(
    served.filter(({ actor }) => actor.intents === undefined),
    text,
  );
  return [...readings.toSorted((a, b) => b.confidence - a.confidence), ...byWords.map(({ actor }) => ({ actor }))];
}

/** What the actor itself makes of the words, where that is more than a guess and valid input of it. */
async function likeliest({ actor, operation }: OfferableActor, utterance: Utterance) {
  const sure = ((await actor.intents?.read(utterance)) ?? [])
    .filter(({ confidence }) => confidence >= LEAST_CONFIDENCE)
    .toSorted((a, b) => b.confidence - a.confidence);
  for (const { payload, confidence } of sure)
    if ((await operation.validate(payload)).ok) return [{ actor, payload, confidence }];
  return [];
}
