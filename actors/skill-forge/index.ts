/** Makes a skill for an agent out of a job in plain words and the tools of this hub that do it. */
import { type ActorContext, defineActor, PaymentSignature, Type } from "../../src/runtime/actor.ts";
import { MODEL_TIMEOUT_MS, modelReport, proseField, words } from "../_shared/model/run.ts";
import { SKILL_PROMPT } from "./prompt.ts";
import { skillName, skillText } from "./skill-text.ts";
import { intents } from "./intents.ts";

const CANDIDATES = 24;
const PER_PART = 10;
const MAX_PARTS = 6;
/** Where a job in plain words goes on to its next step. */
const JOINTS =
  /[,.;:\n]|\b(?:and|then|when(?:ever)?|if|for (?:each|every)|after|before|so that|using|with|from|into|und|dann|y|et|puis)\b/iu;
const MAX_TOOLS = 8;
const MAX_DESCRIPTION = 600;

const Answer = Type.Object({
  name: proseField(80),
  description: proseField(MAX_DESCRIPTION),
  tools: Type.Array(Type.String(), { maxItems: MAX_TOOLS }),
  steps: Type.Array(Type.Object({ do: proseField(600), tool: Type.String() }), { minItems: 1, maxItems: 15 }),
  tests: Type.Array(Type.Object({ given: proseField(400), expect: proseField(400) }), { minItems: 1, maxItems: 8 }),
});

interface ForgedTool {
  readonly slug: string;
  readonly name: string;
  readonly call_url: string;
  /** What the model reads of it. */
  readonly line: string;
}

export default defineActor({
  slug: "skill-forge",
  name: "Skill Forge",
  description:
    "Forges a skill for an agent from a job in plain words: a ready SKILL.md with front matter, steps and tests, using " +
    "only tools of this hub (catalogue entries and actors) whose addresses the hub itself writes.",
  category: "agents",
  version: "2.0.0",
  tags: ["skills", "agents", "tools", "catalog", "llm"],
  input: Type.Object({
    job: words(2_000, `What the skill has to do, for example "open a GitHub issue when a charge fails".`),
    payment_signature: PaymentSignature,
  }),
  output: Type.Object({
    name: Type.String(),
    description: Type.String(),
    skill_md: Type.String({ description: "The whole SKILL.md." }),
    tools: Type.Array(
      Type.Object({
        slug: Type.String(),
        call_url: Type.String({ description: "POST here. Relative to the hub." }),
      }),
    ),
    steps: Type.Array(Type.Object({ do: Type.String(), tool: Type.Union([Type.String(), Type.Null()]) })),
    tests: Type.Array(Type.Object({ given: Type.String(), expect: Type.String() })),
  }),
  intents,
  examples: [
    { title: "Two APIs together", input: { job: "list all charges, then open a github issue for each that failed" } },
  ],
  cacheTtlSeconds: 0,
  qualityScore: 0.96,
  computeUnits: 0.2,
  usesLlm: true,
  price: { tier: "campaign" },
  hosts: [],
  timeoutMs: MODEL_TIMEOUT_MS,
  nextActors: ["api-match", "intent-router"],

  async run({ job }, context) {
    const tools = await toolsFor(job, context);
    const bySlug = new Map(tools.map((tool) => [tool.slug, tool]));
    const reply = await context.llm.ask({
      prompt: SKILL_PROMPT,
      material: [
        { label: "job", text: job, from: "caller" },
        // Entries are described by whoever wrote their API's description.
        {
          label: "tools",
          text: tools.map(({ line }) => line).join("\n") || "(none)",
          from: "stranger",
          maxChars: 12_000,
        },
      ],
      answer: Answer,
      maxTokens: 3_000,
      judge: ({ name, tools: chosen, steps }) => [
        ...(skillName(name) === undefined ? [`"name" has no letters.`] : []),
        ...chosen.filter((slug) => !bySlug.has(slug)).map(() => `"tools" names a slug that is not in the list.`),
        ...(steps.every(({ tool }) => tool === "" || chosen.includes(tool))
          ? []
          : [`A step uses a tool that "tools" does not name.`]),
      ],
    });
    const { answer } = reply;
    const chosen = [...new Set(answer.tools)].flatMap((slug) => bySlug.get(slug) ?? []);
    const skill = {
      name: skillName(answer.name) ?? "skill", // The judge has seen that there is one.
      description: answer.description.replace(/\s+/g, " "),
      tools: chosen.map(({ slug, name, call_url }) => ({ slug, name, call_url })),
      steps: answer.steps.map((step) => ({ do: step.do, tool: step.tool === "" ? null : step.tool })),
      tests: answer.tests,
    };
    const item = {
      name: skill.name,
      description: skill.description,
      skill_md: skillText(skill),
      tools: skill.tools.map(({ slug, call_url }) => ({ slug, call_url })),
      steps: skill.steps,
      tests: skill.tests,
    };
    return {
      items: [item],
      warnings: [
        ...(chosen.length === 0 ? ["No tool of this hub does the job; the skill works without any."] : []),
        ...reply.warnings,
      ],
      report: modelReport(SKILL_PROMPT, reply),
    };
  },
});

/** The entries nearest to the job, and all actors but this one. */
async function toolsFor(job: string, { catalog, actors }: ActorContext): Promise<ForgedTool[]> {
  const entriesOf = await catalog();
  const found = await Promise.all(
    partsOf(job).map(async (text) => (await entriesOf.search({ text, limit: PER_PART, byMeaning: true })).hits),
  );
  // The best of every part, then the second best: a job that needs three services sees all three.
  const ranks = Array.from({ length: PER_PART }, (_, rank) => found.flatMap((hits) => hits[rank]?.entry ?? []));
  const distinct = new Map(ranks.flat().map((entry) => [entry.slug, entry]));
  const entries = [...distinct.values()].slice(0, CANDIDATES).map((entry) => ({
    slug: entry.slug,
    name: entry.name,
    call_url: `/api/v1/agent/proxy/${entry.slug}/call/`,
    line: `${entry.slug} | ${entry.name}: ${entry.description.replace(/\s+/g, " ").slice(0, 200)} | ${entry.method} ${entry.path}, auth ${entry.auth}`,
  }));
  const served = (await actors.list())
    .filter(({ slug }) => slug !== "skill-forge")
    .map(({ slug, name, description, input }) => ({
      slug,
      name,
      call_url: `/api/v1/genius/actors/${slug}/run/`,
      line: `${slug} | ${name}: ${description.slice(0, 200)} | inputs ${Object.keys(input.properties)
        .filter((field) => field !== "payment_signature")
        .join(", ")}`,
    }));
  return [...entries, ...served];
}

/** The job as a whole and its parts: one search for all of it finds the API that most words name, and no other. */
function partsOf(job: string): string[] {
  const parts = job.split(JOINTS).map((part) => part.trim());
  return [...new Set([job, ...parts.filter((part) => part.length > 3)])].slice(0, MAX_PARTS);
}
