/** From a request in plain words to the actors that fit it, the best first, each with a payload it accepts. */
import { type ActorDirectory, type ListedActor, nearest } from "../../src/runtime/actor.ts";
import type { IntentReading, Utterance } from "../../src/runtime/intents.ts";
import { foldProse, readUtterance } from "../../src/utterance/utterance.ts";
import { fittingByWords } from "./by-words.ts";

export interface Proposal extends IntentReading {
  /** Slug of the actor. */
  readonly actor: string;
}

const NAMED_BONUS = 0.1;
/** What a reading with corrected words counts less. */
const CORRECTED = 0.03;
/** English words that are near one that decides and are not meant as it. */
const SOUND = new Set(
  "whether prince pride prime prize praise wealth whither digits extra covert convent concert".split(" "),
);

/** At most one proposal for each served actor. Every payload is valid for its actor. */
export async function routesFor(text: string, actors: ActorDirectory): Promise<readonly Proposal[]> {
  const served = await actors.list();
  const utterance = readUtterance(text);
  const corrected = correctWords(utterance, [...new Set(served.flatMap(({ intents }) => intents?.cues ?? []))]);
  const proposals = [
    ...(await readings(utterance, served)),
    ...(corrected === undefined
      ? []
      : (await readings(corrected, served)).map((one) => ({ ...one, confidence: one.confidence - CORRECTED }))),
  ];
  const valid = await Promise.all(proposals.map((one) => validated(withBonus(one, utterance), actors)));
  return best(valid.flat());
}

/** What to ask where no actor understands a request, if there is one for that. */
export async function otherwise(
  text: string,
  actors: ActorDirectory,
): Promise<Omit<Proposal, "confidence"> | undefined> {
  const utterance = readUtterance(text);
  for (const { slug, intents } of await actors.list()) {
    const payload = await intents?.otherwise?.(utterance);
    if (payload !== undefined && (await actors.validate(slug, payload))?.ok === true) return { actor: slug, payload };
  }
  return undefined;
}

async function readings(utterance: Utterance, served: readonly ListedActor[]): Promise<Proposal[]> {
  const found = await Promise.all(
    served.map(async (actor) =>
      (await (actor.intents?.read(utterance) ?? fittingByWords(utterance, actor))).map((reading) => ({
        ...reading,
        actor: actor.slug,
      })),
    ),
  );
  return found.flat();
}

/** The request as it was probably meant, when words of it look like those that decide. */
function correctWords(utterance: Utterance, cues: readonly string[]): Utterance | undefined {
  const corrections = new Map<string, string>();
  for (const word of new Set(utterance.words)) {
    if (word.length < 5 || SOUND.has(word) || cues.some((one) => word.startsWith(one))) continue;
    const meant = nearest(word, cues);
    if (meant !== undefined && meant[0] === word[0]) corrections.set(word, meant);
  }
  if (corrections.size === 0) return undefined;
  const text = utterance.text.replace(/[\p{L}\p{M}]{5,}/gu, (word) => corrections.get(foldProse(word)) ?? word);
  return readUtterance(text);
}

function withBonus(proposal: Proposal, { text }: Utterance): Proposal {
  const isNamed = proposal.actor.includes("-") && text.toLowerCase().includes(proposal.actor);
  return isNamed ? { ...proposal, confidence: proposal.confidence + NAMED_BONUS } : proposal;
}

async function validated(proposal: Proposal, actors: ActorDirectory): Promise<Proposal[]> {
  const validation = await actors.validate(proposal.actor, proposal.payload);
  if (validation === undefined || !validation.ok || proposal.confidence <= 0) return [];
  return [{ ...proposal, confidence: Math.round(Math.min(proposal.confidence, 1) * 100) / 100 }];
}

function best(proposals: readonly Proposal[]): Proposal[] {
  const ranked = proposals.toSorted((a, b) => b.confidence - a.confidence || (a.actor < b.actor ? -1 : 1));
  const seen = new Set<string>();
  return ranked.filter(({ actor }) => !seen.has(actor) && seen.add(actor));
}
