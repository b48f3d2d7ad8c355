/** Actors without intents of their own, for example an operator's: fitting by the words they describe themselves with. */
import type { ListedActor } from "../../src/runtime/actor.ts";
import type { IntentReading, Utterance } from "../../src/runtime/intents.ts";
import { pointIn } from "../../src/utterance/points.ts";
import { foldProse } from "../../src/utterance/utterance.ts";

/** Words that describe any actor. */
const EMPTY = new Set(
  "the and for with from that this what which when where into about your you its are can get all any one has have how does use used show give find want need make please".split(
    " ",
  ),
);
const TEXT_FIELDS = ["q", "query", "text", "question", "prompt", "topic", "name", "term", "search", "keywords"];
const URL_FIELDS = ["url", "uri", "link", "address", "website"];
/** The most that words alone can say. */
const MOST = 0.8;

export function fittingByWords(utterance: Utterance, actor: ListedActor): readonly IntentReading[] {
  const asked = new Set(utterance.words.map(stem).filter((word) => word.length > 2 && !EMPTY.has(word)));
  const own = stemsOf(`${actor.slug} ${actor.name} ${actor.tags.join(" ")}`);
  const told = stemsOf(`${actor.description} ${actor.category}`);
  let points = 0;
  for (const word of asked) points += own.has(word) ? 1 : told.has(word) ? 0.35 : 0;
  if (points < 0.7) return [];
  const confidence = Math.min(MOST, 0.25 + 0.2 * points);
  return [{ payload: payloadFor(utterance, actor), confidence }];
}

/** Fills the fields whose names say what belongs there. */
function payloadFor(utterance: Utterance, { input }: ListedActor): Record<string, unknown> {
  const payload: Record<string, unknown> = {};
  const point = pointIn(utterance.said);
  for (const [field, schema] of Object.entries(input.properties)) {
    const choices: unknown = schema["enum"];
    if (URL_FIELDS.includes(field)) payload[field] = utterance.urls[0]?.href;
    else if (/^lat(?:itude)?$/.test(field)) payload[field] = point?.lat;
    else if (/^(?:lon|lng|longitude)$/.test(field)) payload[field] = point?.lon;
    else if (Array.isArray(choices))
      payload[field] = choices.find((one) => utterance.words.includes(foldProse(String(one))));
    else if (TEXT_FIELDS.includes(field) && schema["type"] === "string")
      payload[field] = utterance.data?.text ?? utterance.text;
  }
  return Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(
    (foldProse(text).match(/[a-z0-9]+/g) ?? []).map(stem).filter((word) => word.length > 2 && !EMPTY.has(word)),
  );
}

/** Plural and singular are one word. */
function stem(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}
