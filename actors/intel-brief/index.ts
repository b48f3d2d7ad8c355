/** Briefs an analyst on a name from what was fetched about it: every fact with its source. */
import { defineActor, PaymentSignature, Type } from "../../src/runtime/actor.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { strangeNumbers } from "../_shared/model/grounding.ts";
import { numberSources, sourcesFor } from "../_shared/intel/sources.ts";
import { MODEL_TIMEOUT_MS, modelReport, proseField, words } from "../_shared/model/run.ts";
import { INTEL_PROMPT } from "./prompt.ts";
import { intents } from "./intents.ts";

const SOURCE_CHARS = 5_000;
const MAX_SOURCES = 8;

const Answer = Type.Object({
  brief: proseField(2_500),
  facts: Type.Array(Type.Object({ text: proseField(600), source: Type.Integer() }), { minItems: 1, maxItems: 15 }),
  risks: Type.Array(proseField(500), { maxItems: 8 }),
  questions: Type.Array(proseField(400), { minItems: 1, maxItems: 8 }),
});

export default defineActor({
  slug: "intel-brief",
  name: "Intel Brief",
  description:
    "Briefs you on a company, a person, a place or a topic from the encyclopedia, its own site and the news: facts each " +
    "with the source that was fetched and holds it, risks, and the questions left open.",
  category: "intel",
  version: "2.0.0",
  tags: ["intelligence", "research", "companies", "people", "brief", "llm"],
  input: Type.Object({
    query: words(300, `Whom or what to brief you on, for example "Ripple Labs".`),
    angle: Type.Optional(words(1_000, `What you are after, for example "risks of a partnership".`)),
    payment_signature: PaymentSignature,
  }),
  output: Type.Object({
    query: Type.String(),
    brief: Type.String(),
    facts: Type.Array(
      Type.Object({ text: Type.String(), source: Type.String({ description: "Address of one of the sources." }) }),
    ),
    risks: Type.Array(Type.String()),
    questions: Type.Array(Type.String()),
    sources: Type.Array(Type.Object({ title: Type.String(), url: Type.String() })),
  }),
  intents,
  examples: [{ title: "A person", input: { query: "Ada Lovelace", angle: "her part in computing" } }],
  cacheTtlSeconds: 1800,
  qualityScore: 0.9,
  computeUnits: 0.12,
  usesLlm: true,
  price: { tier: "enhanced" },
  hosts: ["*"],
  timeoutMs: MODEL_TIMEOUT_MS,
  nextActors: ["intel-entity", "lead-icebreaker", "news-digest"],

  async run({ query, angle }, context) {
    const found = await sourcesFor(query, context);
    const sources = found.sources.slice(0, MAX_SOURCES);
    if (sources.length === 0)
      throw new HubError("upstream_invalid", "No source that could be fetched knows anything of this name.", {
        nextActions: ["Word the query as an encyclopedia would head it.", "Ask web-brief about a page you know."],
      });
    const reply = await context.llm.ask({
      prompt: INTEL_PROMPT,
      material: [
        { label: "query", text: query, from: "caller" },
        { label: "angle", text: angle ?? "(none)", from: "caller" },
        ...numberSources(sources, SOURCE_CHARS),
      ],
      answer: Answer,
      maxTokens: 2_500,
      links: sources.map(({ url }) => url),
      judge: ({ brief, facts }) => [
        ...facts.flatMap(({ text, source }) => {
          const named = sources[source - 1];
          if (named === undefined) return [`A fact names source ${source}, which is not there.`];
          return strangeNumbers(text, [named.text, named.title]).map(
            (number) => `The number ${number} does not stand in source ${source}.`,
          );
        }),
        ...strangeNumbers(brief, [query, angle ?? "", ...sources.flatMap(({ title, text }) => [title, text])]).map(
          (number) => `The number ${number} of the brief stands in no source.`,
        ),
      ],
    });
    const { brief, facts, risks, questions } = reply.answer;
    const item = {
      query,
      brief,
      facts: facts.map(({ text, source }) => ({ text, source: sources[source - 1]?.url ?? "" })), // The judge has seen it.
      risks,
      questions,
      sources: sources.map(({ title, url }) => ({ title, url })),
    };
    return {
      items: [item],
      warnings: [...found.warnings, ...reply.warnings],
      report: modelReport(INTEL_PROMPT, reply),
    };
  },
});
