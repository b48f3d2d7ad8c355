/** What a hub lists, over HTTP, is the specification's table: its eighteen actors, and whatever else lies in the folder. */
import { expect, test } from "bun:test";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { startHub } from "../support/hub.ts";
import { SPECIFICATION, type SpecifiedInput } from "./specification.ts";

interface ListedActor {
  readonly slug: string;
  readonly [field: string]: unknown;
  readonly input_schema: {
    readonly type: string;
    readonly required?: readonly string[];
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

await using hub = await startHub({ actors: await Promise.all((await actorSlugs()).map(loadActor)) });
const response = await fetch(`${hub.url}/api/v1/genius/actors/`);
const { actors, count } = (await response.json()) as { actors: readonly ListedActor[]; count: number };

test("the eighteen actors of the table are listed, in the order of their slugs", () => {
  const slugs = actors.map(({ slug }) => slug);
  expect(slugs).toEqual(slugs.toSorted());
  expect(slugs).toEqual(expect.arrayContaining(Object.keys(SPECIFICATION)));
  expect(count).toBe(slugs.length);
});

test.each(Object.entries(SPECIFICATION))("%s is listed as the table has it", (slug, row) => {
  const listed = actors.find((actor) => actor.slug === slug);
  expect(listed).toMatchObject({
    category: row.category,
    version: "2.0.0",
    cache_ttl_seconds: row.cacheTtlSeconds,
    quality_score: row.qualityScore,
    estimated_compute_units: row.computeUnits,
    pricing_tier: row.tier,
    uses_llm: row.usesLlm,
  });
  const { type, properties, required = [] } = listed?.input_schema ?? { type: "", properties: {} };
  expect(type).toBe("object");
  const told = Object.entries(properties).map(([name, field]) => [
    name,
    asInTheTable(row.inputs[name], field, required.includes(name)),
  ]);
  expect(Object.fromEntries(told)).toEqual(row.inputs);
});

/** Of defaults and choices, only those the table speaks of. */
function asInTheTable(
  specified: SpecifiedInput | undefined,
  field: Readonly<Record<string, unknown>>,
  isRequired: boolean,
) {
  return {
    type: field["type"],
    ...(isRequired && { required: true }),
    ...(specified?.default !== undefined && { default: field["default"] }),
    ...(specified?.enum !== undefined && { enum: field["enum"] }),
  };
}
