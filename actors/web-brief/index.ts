/** Briefs a reader on one web page: what it says, what it says to their goal, and its own words for it. */
import { defineActor, PaymentSignature, Type } from "../../src/runtime/actor.ts";
import { HubError, invalidInput } from "../../src/runtime/errors.ts";
import { quoteFinder, strangeNumbers, unquote } from "../_shared/model/grounding.ts";
import { MODEL_TIMEOUT_MS, modelReport, proseField, words } from "../_shared/model/run.ts";
import { fetchPage, pageAddress } from "../_shared/web/page.ts";
import { BRIEF_PROMPT } from "./prompt.ts";
import { briefing } from "../_shared/web/intents.ts";

const PAGE_CHARS = 16_000;

const Answer = Type.Object({
  summary: proseField(2_500),
  key_points: Type.Array(proseField(500), { minItems: 1, maxItems: 10 }),
  answer: Type.String({ maxLength: 2_500 }),
  quotes: Type.Array(Type.String({ maxLength: 800 }), { maxItems: 10 }),
  caveats: Type.Array(proseField(500), { maxItems: 8 }),
});

export default defineActor({
  slug: "web-brief",
  name: "Web Brief",
  description:
    "Reads a web page and briefs you on it: summary, key points, the answer to your goal, caveats, and quotes that were " +
    "checked to stand in the page word for word.",
  category: "extraction",
  version: "2.0.0",
  tags: ["web", "summary", "brief", "quotes", "llm"],
  input: Type.Object({
    url: words(8_192, `Address of the page, for example "https://example.com/article".`),
    goal: Type.Optional(words(1_000, `What you want of it, for example "what does it cost?".`)),
    payment_signature: PaymentSignature,
  }),
  output: Type.Object({
    url: Type.String({ description: "The address that answered." }),
    title: Type.Union([Type.String(), Type.Null()]),
    summary: Type.String(),
    key_points: Type.Array(Type.String()),
    answer: Type.Union([Type.String(), Type.Null()], { description: "To the goal; null without one." }),
    quotes: Type.Array(Type.String(), { description: "Each stands in the page." }),
    caveats: Type.Array(Type.String()),
  }),
  intents: briefing,
  examples: [
    {
      title: "An article",
      input: { url: "https://blog.example.org/2025/rye-harvest", goal: "How large was the harvest?" },
    },
  ],
  cacheTtlSeconds: 900,
  qualityScore: 0.89,
  computeUnits: 0.15,
  usesLlm: true,
  price: { tier: "enhanced" },
  hosts: ["*"],
  timeoutMs: MODEL_TIMEOUT_MS,
  nextActors: ["web-extract", "intel-brief"],

  check({ url }) {
    const address = pageAddress(url);
    if (!/^https?:/i.test(address) || !URL.canParse(address))
      throw invalidInput("/url", "must be an http or https address");
  },

  canonical: ({ url, goal }) => [pageAddress(url), goal?.trim() ?? null],

  async run({ url, goal }, context) {
    const { finalUrl, page } = await fetchPage(url, context);
    if (page.text.trim() === "") throw new HubError("upstream_invalid", "The page shows no text to brief you on.");
    const reply = await context.llm.ask({
      prompt: BRIEF_PROMPT,
      material: [
        { label: "goal", text: goal ?? "(none)", from: "caller" },
        { label: "title", text: page.title ?? "(none)", from: "stranger", maxChars: 300 },
        { label: "page", text: page.text, from: "stranger", maxChars: PAGE_CHARS },
      ],
      answer: Answer,
      maxTokens: 2_500,
      judge: (answer) => {
        const told = [answer.summary, answer.answer, ...answer.key_points].join("\n");
        return [
          ...strangeNumbers(told, [page.text, page.title ?? "", goal ?? ""]).map(
            (number) => `The number ${number} does not stand in the page.`,
          ),
          ...(goal !== undefined && answer.answer === "" ? [`"answer" does not answer the goal.`] : []),
        ];
      },
    });
    const { answer } = reply;
    const stands = quoteFinder(page.text);
    const standing = answer.quotes.filter(stands);
    const quotes = [...new Set(standing.map(unquote))];
    const dropped = answer.quotes.length - standing.length;
    const item = {
      url: finalUrl,
      title: page.title,
      summary: answer.summary,
      key_points: answer.key_points,
      answer: goal === undefined ? null : answer.answer,
      quotes,
      caveats: answer.caveats,
    };
    return {
      items: [item],
      warnings: [
        ...(page.text.length > PAGE_CHARS ? [`The page is long: the first ${PAGE_CHARS} characters were read.`] : []),
        ...(dropped > 0 ? [`${dropped} quote(s) that do not stand in the page were dropped.`] : []),
        ...reply.warnings,
      ],
      report: modelReport(BRIEF_PROMPT, reply),
    };
  },
});
