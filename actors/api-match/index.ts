/** Finds the API operation that does what the caller says, with the reasons: the hub's own search as an actor. */
import { defineActor, Genius, PaymentSignature, Type, withGenius } from "../../src/runtime/actor.ts";
import { hitJson } from "../../src/runtime/entries/entry-json.ts";
import { rankHits } from "./api-rank.ts";
import { MODEL_TIMEOUT_MS, words } from "../_shared/model/run.ts";
import { intents } from "./intents.ts";

const RESULTS = 10;
/** How many of them a language model is shown. */
const CANDIDATES = 30;

const Match = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    category: Type.String(),
    provider: Type.String(),
    method: Type.String(),
    path: Type.String(),
    base_url: Type.String(),
    auth: Type.String(),
    quality_score: Type.Number(),
    score: Type.Number({ description: "Higher fits better; comparable within one run only." }),
    why: Type.Array(Type.String(), { description: "Which words were found where; the model's reason first." }),
    call_url: Type.String({
      description: "POST here and the hub calls it for you. Relative to the hub, as spec_url and proxy_url are.",
    }),
    _genius: Genius,
  },
  { additionalProperties: true, description: "A catalogue entry with all fields the search shows, and why it fits." },
);

export default defineActor({
  slug: "api-match",
  name: "API Match",
  description:
    "Finds API operations in the catalogue for a task in plain words, the best first, each with the reasons it fits " +
    "and the address that calls it. Free by keywords; a language model ranks them where `enhanced` is true.",
  category: "agents",
  version: "2.0.0",
  tags: ["api", "search", "discovery", "catalog", "tools"],
  input: Type.Object({
    q: words(1000, `What the API has to do, for example "send an SMS".`),
    enhanced: Type.Optional(
      Type.Boolean({ description: "Whether a language model ranks the results; such a run is charged." }),
    ),
    payment_signature: PaymentSignature,
  }),
  output: Match,
  intents,
  examples: [
    { title: "A task in plain words", input: { q: "create an issue on github" } },
    { title: "Ranked by a language model", input: { q: "create an issue on github", enhanced: true } },
  ],
  cacheTtlSeconds: 180,
  qualityScore: 0.92,
  computeUnits: 0.1,
  usesLlm: true,
  price: { tier: "enhanced", charged: (input) => input.enhanced === true },
  hosts: [],
  timeoutMs: MODEL_TIMEOUT_MS,
  nextActors: ["skill-forge", "catalog-classify"],

  canonical: ({ q, enhanced = false }) => [q.trim(), enhanced],

  async run({ q, enhanced }, context) {
    const isRanked = enhanced === true;
    const limit = isRanked ? CANDIDATES : RESULTS;
    const { hits, correctedTo } = await (
      await context.catalog()
    ).search({ text: q, limit, explain: true, byMeaning: isRanked });
    const ranking = isRanked && hits.length > 0 ? await rankHits(q, hits, RESULTS, context) : undefined;
    const items = (ranking?.hits ?? hits).map((hit) => {
      const entry = hitJson(hit, "");
      return { ...entry, why: [...(hit.why ?? [])], call_url: entry.proxy_url };
    });
    return {
      items: withGenius(items, "catalog", context.now()),
      warnings: [
        ...(correctedTo === undefined ? [] : [`Searched for ${JSON.stringify(correctedTo)} instead.`]),
        ...(hits.length === 0 ? ["No operation of the catalogue says any of these words; try others."] : []),
        ...(ranking?.warnings ?? []),
      ],
      ...(ranking && { report: ranking.report }),
    };
  },
});
