/** The enhanced path of api-match: a language model ranks what the search found, and says why. */
import { type ActorContext, Type } from "../../src/runtime/actor.ts";
import type { Hit } from "../../src/runtime/catalog.ts";
import { modelReport, proseField } from "../_shared/model/run.ts";
import { RANK_PROMPT } from "./prompt.ts";

const Answer = Type.Object({
  ranking: Type.Array(Type.Object({ slug: Type.String(), why: proseField(400) }), { maxItems: 30 }),
});

export interface Ranking {
  readonly hits: readonly Hit[];
  readonly warnings: readonly string[];
  readonly report: Readonly<Record<string, unknown>>;
}

/** At most `limit` of the hits, the best first; each has its place as its score, from 1 down, and the model's reason first. */
export async function rankHits(
  q: string,
  hits: readonly Hit[],
  limit: number,
  { llm }: ActorContext,
): Promise<Ranking> {
  const bySlug = new Map(hits.map((hit) => [hit.entry.slug, hit]));
  const reply = await llm.ask({
    prompt: RANK_PROMPT,
    material: [
      { label: "task", text: q, from: "caller" },
      { label: "operations", text: hits.map(line).join("\n"), from: "stranger", maxChars: 14_000 },
    ],
    answer: Answer,
    maxTokens: 1_500,
    judge: ({ ranking }) =>
      ranking.every(({ slug }) => bySlug.has(slug)) ? [] : [`"ranking" names a slug that is not in the list.`],
  });
  const chosen = new Map(reply.answer.ranking.map(({ slug, why }) => [slug, why]));
  const best = [...chosen].slice(0, limit).flatMap(([slug, why], index) => {
    const hit = bySlug.get(slug);
    if (hit === undefined) return [];
    return [{ ...hit, score: Math.round((1 - index / limit) * 100) / 100, why: [why, ...(hit.why ?? [])] }];
  });
  return {
    hits: best,
    warnings: [
      ...(best.length === 0
        ? [`None of the ${hits.length} nearest operations does this, the language model finds.`]
        : []),
      ...reply.warnings,
    ],
    report: modelReport(RANK_PROMPT, reply),
  };
}

function line({ entry }: Hit): string {
  const about = entry.description.replace(/\s+/g, " ").slice(0, 220);
  return `${entry.slug} | ${entry.apiTitle}: ${entry.name} | ${about} | ${entry.method} ${entry.path}, auth ${entry.auth}`;
}
