/** Writes the first line to somebody one does not know yet, resting on public facts with their sources. */
import { type ActorContext, defineActor, PaymentSignature, Type } from "../../src/runtime/actor.ts";
import { strangeNumbers } from "../_shared/model/grounding.ts";
import { numberSources, siteOf, type FoundSources, sourcesFor } from "../_shared/intel/sources.ts";
import { lengthOf, MODEL_TIMEOUT_MS, modelReport, proseField, words } from "../_shared/model/run.ts";
import { ICEBREAKER_PROMPT } from "./prompt.ts";
import { intents } from "./intents.ts";

const MAX_OPENER = 300;
const SOURCE_CHARS = 4_000;
const MAX_SOURCES = 5;
const ADDRESS =
  /\bhttps?:\/\/[^\s<>"']+|\b(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|ai|co|de|fr|uk|eu|ch|app)(?:\/[^\s<>"']*)?(?![\w@])/i;

const Answer = Type.Object({
  opener: proseField(600),
  alternatives: Type.Array(proseField(600), { minItems: 1, maxItems: 6 }),
  hooks: Type.Array(Type.Object({ text: proseField(400), source: Type.Integer({ minimum: 0 }) }), { maxItems: 8 }),
  do_not_say: Type.Array(proseField(300), { minItems: 1, maxItems: 8 }),
});

export default defineActor({
  slug: "lead-icebreaker",
  name: "Lead Icebreaker",
  description:
    "Writes the first line of a message to a person or company you do not know yet, with alternatives, what they rest on " +
    "(public facts, each with its source) and what better to leave unsaid.",
  category: "marketing",
  version: "2.0.0",
  tags: ["sales", "outreach", "networking", "opener", "llm"],
  input: Type.Object({
    who: words(500, `The person or company; an address of theirs helps, for example "Ripple Labs, ripple.com".`),
    context: Type.Optional(words(2_000, "Who writes, and why.")),
    payment_signature: PaymentSignature,
  }),
  output: Type.Object({
    opener: Type.String(),
    alternatives: Type.Array(Type.String()),
    hooks: Type.Array(
      Type.Object({
        text: Type.String(),
        source: Type.String({ description: `An address that was fetched, or "context".` }),
      }),
    ),
    do_not_say: Type.Array(Type.String()),
  }),
  intents,
  examples: [
    { title: "Somebody well known", input: { who: "Ada Lovelace", context: "We restore calculating machines." } },
  ],
  cacheTtlSeconds: 0,
  qualityScore: 0.9,
  computeUnits: 0.12,
  usesLlm: true,
  price: { tier: "enhanced" },
  hosts: ["*"],
  timeoutMs: MODEL_TIMEOUT_MS,
  nextActors: ["copy-composer", "intel-brief"],

  async run({ who, context: why }, context) {
    const found = await publicSources(who, context);
    const sources = found.sources.slice(0, MAX_SOURCES);
    const reply = await context.llm.ask({
      prompt: ICEBREAKER_PROMPT,
      material: [
        { label: "who", text: who, from: "caller" },
        { label: "context", text: why ?? "(none)", from: "caller" },
        ...numberSources(sources, SOURCE_CHARS),
      ],
      answer: Answer,
      maxTokens: 1_500,
      links: sources.map(({ url }) => url),
      judge: ({ opener, alternatives, hooks }) => {
        const given = [who, why ?? "", ...sources.map(({ title, text }) => `${title}\n${text}`)];
        return [
          ...(lengthOf(opener) > MAX_OPENER
            ? [`"opener" has ${lengthOf(opener)} characters, at most ${MAX_OPENER} are read.`]
            : []),
          ...(alternatives.some((text) => lengthOf(text) <= MAX_OPENER) ? [] : [`All "alternatives" are too long.`]),
          ...(hooks.every(({ source }) => (source === 0 ? why !== undefined : sources[source - 1] !== undefined))
            ? []
            : [`A hook names a source that is not there.`]),
          ...strangeNumbers([opener, ...alternatives, ...hooks.map(({ text }) => text)].join("\n"), given).map(
            (number) => `The number ${number} stands in no source.`,
          ),
        ];
      },
    });
    const { opener, alternatives, hooks, do_not_say: unsaid } = reply.answer;
    const item = {
      opener,
      alternatives: alternatives.filter((text) => lengthOf(text) <= MAX_OPENER),
      hooks: hooks.map(({ text, source }) => ({ text, source: sources[source - 1]?.url ?? "context" })),
      do_not_say: unsaid,
    };
    return {
      items: [item],
      warnings: [
        ...(sources.length === 0 ? ["Nothing public was found; the lines rest on what you wrote alone."] : []),
        ...found.warnings,
        ...reply.warnings,
      ],
      report: modelReport(ICEBREAKER_PROMPT, reply),
    };
  },
});

/** A page of theirs where one is named, else what is known of the name. */
async function publicSources(who: string, context: ActorContext): Promise<FoundSources> {
  const address = ADDRESS.exec(who)?.[0].replace(/(?<![.,;:!?)])[.,;:!?)]+$/, "");
  return address === undefined ? sourcesFor(who, context) : { sources: await siteOf(address, context), warnings: [] };
}
