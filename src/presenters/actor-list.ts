/** An actor as the actors list shows it. */
import type { Actor } from "../runtime/actor.ts";

export function actorEntry(actor: Actor): Record<string, unknown> {
  return {
    slug: actor.slug,
    name: actor.name,
    description: actor.description,
    category: actor.category,
    version: actor.version,
    tags: actor.tags,
    input_schema: actor.input,
    cache_ttl_seconds: actor.cacheTtlSeconds,
    quality_score: actor.qualityScore,
    estimated_compute_units: actor.computeUnits,
    pricing_tier: actor.price.tier,
    uses_llm: actor.usesLlm,
    examples: actor.examples,
    next_actors: actor.nextActors,
  };
}
