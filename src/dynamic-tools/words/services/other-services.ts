/**
 * Names that stand where services do and that hardly any entry of the catalogue says: "a Shippo shipment", "a contact in
 * Brevo". Who wants something done there is served by nobody else. Who only asks to see something may speak of a thing,
 * and what an entry speaks of may be its own.
 */
import { STOP_WORDS } from "../../../catalog/words/stop-words.ts";
import { foreignFunctionStems } from "../verbs/asking.ts";
import { effectOf, isVerb } from "../verbs/verbs.ts";
import { isPlace } from "../wish/wish.ts";

/** Written as a name, before a word that is none: "a Shippo shipment". */
const BEFORE_NOUN =
  /(?<=\b(?:an?|the|my|our|this|new|to|on|in|of|from|for)\s)(\p{Lu}\p{Ll}[\p{L}\d]+)\s+(\p{Ll}{3,})\b/gu;
/** Where a wish or a part of it ends: "a contact in Brevo". */
const IN = /\bin\s+(\p{Lu}\p{Ll}[\p{L}\d]+)(?=\s*(?:$|[,.;:!?]|\p{Ll}))/gu;

/** Names only: whether an entry says them is for the catalogue to tell. */
export function namesWhereServicesStand(text: string): string[] {
  const effect = effectOf(text);
  if (effect === "read" || effect === "compute" || effect === "none" || foreignFunctionStems(text).size > 0) return [];
  const beforeNoun = [...text.matchAll(BEFORE_NOUN)].filter(([, , noun = ""]) => !STOP_WORDS.has(noun));
  return [...beforeNoun, ...text.matchAll(IN)]
    .map(([, name = ""]) => name)
    .filter((name) => !isPlace(name) && !isVerb(name) && !STOP_WORDS.has(name.toLowerCase()));
}
