/** Digests a news feed: what happened, which stories matter and why, each with the feed's own title and link. */
import { defineActor, PaymentSignature, Type, withDefault } from "../../src/runtime/actor.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { feedAddress } from "../../src/feed/address.ts";
import { PRESETS, presetList } from "../../src/feed/presets.ts";
import { fetchFeed } from "../../src/feed/read.ts";
import { strangeNumbers } from "../_shared/model/grounding.ts";
import { MODEL_TIMEOUT_MS, modelReport, proseField, words } from "../_shared/model/run.ts";
import { DIGEST_PROMPT } from "./prompt.ts";
import { digest } from "../_shared/news/intents.ts";

const MAX_ITEMS = 40;
const SUMMARY_CHARS = 300;

const Answer = Type.Object({
  headline: proseField(200),
  summary: proseField(2_500),
  stories: Type.Array(Type.Object({ item: Type.Integer(), why: proseField(500) }), { minItems: 1, maxItems: 12 }),
  themes: Type.Array(proseField(120), { maxItems: 8 }),
});

export default defineActor({
  slug: "news-digest",
  name: "News Digest",
  description:
    "Digests the items of any news feed for a focus: headline, summary, themes, and the stories that matter with the " +
    `reason why. Titles and links are the feed's own. Takes an address or one of ${PRESETS.length} presets.`,
  category: "llm",
  version: "2.0.0",
  tags: ["news", "digest", "summary", "feeds", "llm"],
  input: Type.Object({
    feed: withDefault(
      words(8_192, `Address of a feed or of a page that names one, or a preset. Presets: ${presetList()}.`),
      "world",
    ),
    focus: Type.Optional(words(1_000, `What you care about, for example "energy prices".`)),
    payment_signature: PaymentSignature,
  }),
  output: Type.Object({
    headline: Type.String(),
    summary: Type.String(),
    stories: Type.Array(
      Type.Object({
        title: Type.Union([Type.String(), Type.Null()]),
        link: Type.Union([Type.String(), Type.Null()]),
        why: Type.String(),
      }),
    ),
    themes: Type.Array(Type.String()),
  }),
  intents: digest,
  examples: [
    { title: "A blog, for bakers", input: { feed: "https://blog.example.org/", focus: "what matters to bakers" } },
  ],
  cacheTtlSeconds: 600,
  qualityScore: 0.91,
  computeUnits: 0.12,
  usesLlm: true,
  price: { tier: "enhanced" },
  hosts: ["*"],
  timeoutMs: MODEL_TIMEOUT_MS,
  nextActors: ["news-rss", "web-brief"],

  check: ({ feed }) => void feedAddress(feed),

  canonical: ({ feed, focus }) => [new URL(feedAddress(feed)).href, focus?.trim() ?? null],

  async run({ feed, focus }, context) {
    const { items } = await fetchFeed(feedAddress(feed), MAX_ITEMS, context);
    if (items.length === 0) throw new HubError("upstream_invalid", "The feed has no items to digest.");
    const lines = items.map(({ title, published, summary }, index) =>
      [index + 1, title ?? "(no title)", published ?? "(no date)", (summary ?? "").slice(0, SUMMARY_CHARS)]
        .join(" | ")
        .replace(/\s+/g, " "),
    );
    const reply = await context.llm.ask({
      prompt: DIGEST_PROMPT,
      material: [
        { label: "focus", text: focus ?? "(none)", from: "caller" },
        { label: "items", text: lines.join("\n"), from: "stranger", maxChars: 20_000 },
      ],
      answer: Answer,
      maxTokens: 2_500,
      judge: ({ headline, summary, stories }) => [
        ...(stories.every(({ item }) => items[item - 1] !== undefined)
          ? []
          : [`"stories" names an item that is not there.`]),
        ...strangeNumbers(`${headline}\n${summary}`, [...lines, focus ?? ""]).map(
          (number) => `The number ${number} does not stand in the feed.`,
        ),
      ],
    });
    const { headline, summary, stories, themes } = reply.answer;
    const chosen = new Map(stories.map(({ item, why }) => [item, why]));
    const told = [...chosen].map(([item, why]) => ({
      title: items[item - 1]?.title ?? null,
      link: items[item - 1]?.link ?? null,
      why,
    }));
    return {
      items: [{ headline, summary, stories: told, themes }],
      warnings: reply.warnings,
      report: modelReport(DIGEST_PROMPT, reply),
    };
  },
});
