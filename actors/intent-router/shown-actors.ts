/** Which actors a language model chooses from: all of them, or the likeliest where the list would be too long for it. */
import type { ListedActor } from "../../src/runtime/actor.ts";
import { readUtterance } from "../../src/utterance/utterance.ts";
import { fittingByWords } from "./by-words.ts";
import type { Proposal } from "./route.ts";

export interface ShownActors {
  /** A line for each. */
  readonly text: string;
  readonly left: readonly string[];
}

/** At most so many characters. A line is whole or left out: half a schema says something else. */
export function shownActors(
  q: string,
  guesses: readonly Proposal[],
  served: readonly ListedActor[],
  maxChars: number,
): ShownActors {
  const lines = served.map((actor) => ({ actor, line: lineOf(actor) }));
  const whole = lines.map(({ line }) => line).join("\n");
  if (whole.length <= maxChars) return { text: whole, left: [] };

  const utterance = readUtterance(q);
  const likeliness = (actor: ListedActor): number => {
    const { slug, intents } = actor;
    const guess = guesses.find((one) => one.actor === slug)?.confidence;
    // What is asked where nothing else fits must be there to be chosen.
    if (guess !== undefined || intents?.otherwise !== undefined) return 1 + (guess ?? 0);
    return fittingByWords(utterance, actor)[0]?.confidence ?? 0;
  };
  const ranked = lines
    .map(({ actor, line }) => ({ slug: actor.slug, line, rank: likeliness(actor) }))
    .toSorted((one, other) => other.rank - one.rank);
  const shown: string[] = [];
  const left: string[] = [];
  let room = maxChars;
  for (const { slug, line } of ranked) {
    if (line.length + 1 > room) left.push(slug);
    else {
      shown.push(line);
      room -= line.length + 1;
    }
  }
  return { text: shown.join("\n"), left };
}

function lineOf({ slug, description, input, intents }: ListedActor): string {
  const { payment_signature: _, ...fields } = input.properties;
  const mark = intents?.otherwise === undefined ? "" : " (otherwise)";
  return `${slug}${mark} | ${description} | ${JSON.stringify({ required: input.required ?? [], properties: fields })}`;
}
