/** Plans a marketing campaign: one angle, copy and schedule for each channel, and a budget that adds up. */
import { defineActor, PaymentSignature, Type } from "../../src/runtime/actor.ts";
import { CHANNELS } from "../_shared/marketing/channels.ts";
import { MODEL_TIMEOUT_MS, modelReport, proseField, words } from "../_shared/model/run.ts";
import { CAMPAIGN_PROMPT } from "./prompt.ts";
import { percentages } from "./percentages.ts";
import { intents } from "./intents.ts";

const Answer = Type.Object({
  name: proseField(120),
  audience: proseField(600),
  offer: proseField(600),
  angle: proseField(600),
  channels: Type.Array(
    Type.Object({
      channel: proseField(60, `One of ${CHANNELS.join(", ")}, or another in one or two words.`),
      copy: proseField(1_500),
      schedule: proseField(300),
      weight: Type.Number({ minimum: 0, maximum: 100 }),
    }),
    { minItems: 1, maxItems: 6 },
  ),
  kpis: Type.Array(proseField(300), { minItems: 1, maxItems: 8 }),
  risks: Type.Array(proseField(400), { minItems: 1, maxItems: 8 }),
});

export default defineActor({
  slug: "campaign-builder",
  name: "Campaign Builder",
  description:
    "Plans a marketing campaign for a target and an offer: audience, angle, copy and schedule for each channel, a budget " +
    "split that the hub makes add up to 100 percent, key figures and risks. What the input leaves open is assumed and named.",
  category: "marketing",
  version: "2.0.0",
  tags: ["marketing", "campaign", "planning", "budget", "llm"],
  input: Type.Object({
    target: Type.Optional(words(1_000, `Whom it addresses, for example "owners of small bakeries".`)),
    offer: Type.Optional(words(2_000, "What is offered to them, with the facts the campaign may use.")),
    payment_signature: PaymentSignature,
  }),
  output: Type.Object({
    name: Type.String(),
    audience: Type.String(),
    offer: Type.String(),
    angle: Type.String(),
    channels: Type.Array(Type.Object({ channel: Type.String(), copy: Type.String(), schedule: Type.String() })),
    budget_split: Type.Array(
      Type.Object({ channel: Type.String(), percent: Type.Integer({ minimum: 0, maximum: 100 }) }),
      {
        description: "Whole percentages of the budget, computed by the hub; they add up to 100.",
      },
    ),
    kpis: Type.Array(Type.String()),
    risks: Type.Array(Type.String()),
  }),
  intents,
  examples: [
    { title: "A launch", input: { target: "owners of small bakeries", offer: "an app that plans how much to bake" } },
  ],
  cacheTtlSeconds: 0,
  qualityScore: 0.94,
  computeUnits: 0.28,
  usesLlm: true,
  price: { tier: "campaign" },
  hosts: [],
  timeoutMs: MODEL_TIMEOUT_MS,
  nextActors: ["copy-composer", "lead-icebreaker"],

  async run({ target, offer }, { llm }) {
    const brief = `target: ${target ?? "(not given)"}\noffer: ${offer ?? "(not given)"}`;
    const reply = await llm.ask({
      prompt: CAMPAIGN_PROMPT,
      material: [{ label: "brief", text: brief, from: "caller" }],
      answer: Answer,
      maxTokens: 3_000,
      judge: ({ channels }) => {
        const names = channels.map(({ channel }) => channel.toLowerCase());
        return [
          ...(new Set(names).size < names.length ? ["A channel is named twice."] : []),
          ...(channels.every(({ weight }) => weight === 0) ? ["No channel has a weight."] : []),
        ];
      },
    });
    const { channels, ...plan } = reply.answer;
    const shares = percentages(channels.map(({ weight }) => weight));
    const item = {
      name: plan.name,
      audience: plan.audience,
      offer: plan.offer,
      angle: plan.angle,
      channels: channels.map(({ channel, copy, schedule }) => ({ channel, copy, schedule })),
      budget_split: channels.map(({ channel }, index) => ({ channel, percent: shares[index] ?? 0 })),
      kpis: plan.kpis,
      risks: plan.risks,
    };
    return {
      items: [item],
      warnings: [
        ...(target === undefined ? [`No target was given; assumed: ${plan.audience}`] : []),
        ...(offer === undefined ? [`No offer was given; assumed: ${plan.offer}`] : []),
        ...reply.warnings,
      ],
      report: modelReport(CAMPAIGN_PROMPT, reply),
    };
  },
});
