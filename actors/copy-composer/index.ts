/** Writes marketing copy for one channel, within what the channel takes. */
import { defineActor, OneOf, PaymentSignature, type Static, Type } from "../../src/runtime/actor.ts";
import {
  type MarketingChannel,
  CHANNELS,
  type Copy,
  lengthFaults,
  LIMITS,
  limitsIn,
} from "../_shared/marketing/channels.ts";
import { withPlainMarks } from "../_shared/marketing/text-size.ts";
import { lengthOf, MODEL_TIMEOUT_MS, modelReport, proseField, words } from "../_shared/model/run.ts";
import { COPY_PROMPT } from "./prompt.ts";
import { intents } from "./intents.ts";

const USUAL_CHANNEL = "email";
const MAX_VARIANTS = 3;

const Written = Type.Object({
  headline: Type.String({ maxLength: 200 }),
  body: proseField(2_000),
  cta: proseField(120),
});
const Answer = Type.Object({
  ...Written.properties,
  variants: Type.Array(Written, { minItems: 1, maxItems: 6 }),
  assumed_target: Type.String({ maxLength: 300 }),
  assumed_offer: Type.String({ maxLength: 300 }),
});

const Shown = Type.Object({
  headline: Type.Union([Type.String(), Type.Null()], { description: "null where the channel has none." }),
  body: Type.String(),
  cta: Type.String(),
  characters: Type.Integer({ description: "Of body and call to action, as they are sent." }),
});

export default defineActor({
  slug: "copy-composer",
  name: "Copy Composer",
  description:
    "Writes marketing copy for one channel (email, sms, x, linkedin, ad or push): headline, body, call to action and " +
    "variants, each counted against what the channel takes. What target or offer leaves open is assumed and named.",
  category: "marketing",
  version: "2.0.0",
  tags: ["marketing", "copywriting", "email", "ads", "llm"],
  input: Type.Object({
    target: Type.Optional(words(1_000, `Who reads it, for example "owners of small bakeries".`)),
    offer: Type.Optional(words(2_000, "What is offered to them, with the facts the copy may use.")),
    channel: Type.Optional(OneOf(CHANNELS, { description: `Where it appears; left out, "${USUAL_CHANNEL}".` })),
    payment_signature: PaymentSignature,
  }),
  output: Type.Object({
    channel: Type.String(),
    ...Shown.properties,
    variants: Type.Array(Shown),
    limits: Type.Object({ headline: Type.Integer(), body: Type.Integer(), cta: Type.Integer() }),
    length_ok: Type.Boolean({ description: "Counted by the hub." }),
  }),
  intents,
  examples: [
    {
      title: "A text message",
      input: { target: "regulars of a bakery", offer: "rye bread, fresh every Saturday from 7", channel: "sms" },
    },
  ],
  cacheTtlSeconds: 0,
  qualityScore: 0.93,
  computeUnits: 0.18,
  usesLlm: true,
  price: { tier: "campaign" },
  hosts: [],
  timeoutMs: MODEL_TIMEOUT_MS,
  nextActors: ["campaign-builder", "lead-icebreaker"],

  async run({ target, offer, channel = USUAL_CHANNEL }, { llm }) {
    const brief = [
      `channel: ${limitsIn(channel)}`,
      `target: ${target ?? "(not given)"}`,
      `offer: ${offer ?? "(not given)"}`,
    ].join("\n");
    const reply = await llm.ask({
      prompt: COPY_PROMPT,
      material: [{ label: "brief", text: brief, from: "caller" }],
      answer: Answer,
      maxTokens: 2_000,
      judge: (said) => {
        const { variants, ...copy } = asSent(channel, said);
        return [
          ...lengthFaults(channel, copy, "The"),
          ...(LIMITS[channel].headline > 0 && copy.headline === "" ? ["The headline is missing."] : []),
          // Of the variants those are kept that fit; one must.
          ...(variants.some((variant) => fits(channel, variant)) ? [] : ["No variant is within the limits."]),
        ];
      },
    });
    const answer = asSent(channel, reply.answer);
    const { headline, body, cta } = LIMITS[channel];
    const item = {
      channel,
      ...shown(channel, answer),
      variants: answer.variants
        .filter((variant) => fits(channel, variant))
        .slice(0, MAX_VARIANTS)
        .map((variant) => shown(channel, variant)),
      limits: { headline, body, cta },
      length_ok: fits(channel, answer),
    };
    return {
      items: [item],
      warnings: [
        ...(target === undefined ? [`No target was given; assumed: ${answer.assumed_target || "anybody"}.`] : []),
        ...(offer === undefined
          ? [`No offer was given; assumed: ${answer.assumed_offer || "what the copy names"}.`]
          : []),
        ...reply.warnings,
      ],
      report: modelReport(COPY_PROMPT, reply),
    };
  },
});

type Answer = Static<typeof Answer>;

function asSent(channel: MarketingChannel, answer: Answer): Answer {
  if (channel !== "sms") return answer;
  const plain = <Written extends Copy>(copy: Written): Written => ({
    ...copy,
    body: withPlainMarks(copy.body),
    cta: withPlainMarks(copy.cta),
  });
  return { ...plain(answer), variants: answer.variants.map(plain) };
}

function fits(channel: MarketingChannel, copy: Copy): boolean {
  return lengthFaults(channel, copy, "").length === 0;
}

function shown(channel: MarketingChannel, { headline, body, cta }: Copy) {
  const title = LIMITS[channel].headline === 0 || headline === "" ? null : headline;
  return { headline: title, body, cta, characters: lengthOf(`${body} ${cta}`) };
}
