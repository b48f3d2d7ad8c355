/** What an actor says of itself, as plain JSON. */
import type { Actor } from "../../runtime/actor.ts";

export function descriptionOf(actor: Actor): Record<string, unknown> {
  if (typeof actor !== "object" || actor === null)
    throw new TypeError("its default export is not an actor: use defineActor({...})");
  if (typeof actor.run !== "function") throw new TypeError("it has no run function");
  const { slug, name, description, category, version, tags, input, output, examples } = actor;
  const { cacheTtlSeconds, qualityScore, computeUnits, usesLlm, hosts, timeoutMs, maxInputBytes, nextActors } = actor;
  return JSON.parse(
    JSON.stringify({
      slug,
      name,
      description,
      category,
      version,
      tags,
      input,
      output,
      examples,
      cacheTtlSeconds,
      qualityScore,
      computeUnits,
      usesLlm,
      price: { tier: actor.price?.tier, isChargedByInput: typeof actor.price?.charged === "function" },
      hosts,
      timeoutMs,
      maxInputBytes,
      nextActors,
      hasCheck: typeof actor.check === "function",
      ...(actor.intents !== undefined && {
        intents: { cues: actor.intents.cues, hasOtherwise: typeof actor.intents.otherwise === "function" },
      }),
    }),
  );
}
