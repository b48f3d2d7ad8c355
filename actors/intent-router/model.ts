/** The enhanced path of intent-router: a language model decides, and every payload is held against its actor's schema. */
import { type ActorContext, Type } from "../../src/runtime/actor.ts";
import { parseJson } from "../../src/runtime/json.ts";
import { modelReport } from "../_shared/model/run.ts";
import { ROUTE_PROMPT } from "./prompt.ts";
import type { Proposal } from "./route.ts";
import { shownActors } from "./shown-actors.ts";

const MAX_LIST_CHARS = 24_000;

const Answer = Type.Object({
  routes: Type.Array(
    Type.Object({
      actor: Type.String(),
      payload: Type.String({ maxLength: 12_000, description: "One JSON object, as text." }),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
    }),
    { minItems: 1, maxItems: 5 },
  ),
});

export interface RouteResult {
  readonly routes: readonly Proposal[];
  readonly warnings: readonly string[];
  readonly report: Readonly<Record<string, unknown>>;
}

export async function routedByModel(
  q: string,
  guesses: readonly Proposal[],
  { llm, actors }: ActorContext,
): Promise<RouteResult> {
  const served = await actors.list();
  const { text: list, left } = shownActors(q, guesses, served, MAX_LIST_CHARS);
  const guessed = guesses
    .slice(0, 3)
    .map(({ actor, payload, confidence }) => JSON.stringify({ actor, payload, confidence }));
  const reply = await llm.ask({
    prompt: ROUTE_PROMPT,
    material: [
      { label: "request", text: q, from: "caller", maxChars: 10_000 },
      { label: "actors", text: list, from: "hub", maxChars: MAX_LIST_CHARS },
      { label: "guesses", text: guessed.join("\n") || "(none)", from: "caller", maxChars: 12_000 },
    ],
    answer: Answer,
    maxTokens: 3_000,
    judge: async ({ routes }) =>
      (await Promise.all(routes.map(({ actor, payload }) => faultsOf(actor, payload, actors)))).flat(),
  });
  const seen = new Set<string>();
  const routes = reply.answer.routes
    .filter(({ actor }) => !seen.has(actor) && seen.add(actor))
    .map(({ actor, payload, confidence }) => ({
      actor,
      payload: objectIn(payload) ?? {}, // The judge has read it.
      confidence: Math.round(confidence * 100) / 100,
    }));
  const cut = `The model chose among ${served.length - left.length} of ${served.length} actors: the list of all is too long for it.`;
  const warnings = left.length === 0 ? reply.warnings : [...reply.warnings, cut];
  return { routes, warnings, report: modelReport(ROUTE_PROMPT, reply) };
}

/** A payload that would be refused where it is sent is no answer. */
async function faultsOf(actor: string, payload: string, actors: ActorContext["actors"]): Promise<string[]> {
  const input = objectIn(payload);
  if (input === undefined) return [`The payload is not the text of one JSON object.`];
  const validation = await actors.validate(actor, input);
  if (validation === undefined) return [`An actor is named that is not in the list.`];
  if (!validation.ok)
    return validation.issues.map(({ pointer, detail }) => `Of the payload for ${actor}, "${pointer}" ${detail}.`);
  return validation.warnings.length === 0 ? [] : [`The payload for ${actor} has fields its schema does not know.`];
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const { payment_signature: _, ...value } = parseJson(text) as Record<string, unknown>; // Held against a schema next.
    return value;
  } catch {
    return undefined;
  }
}
