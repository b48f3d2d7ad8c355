/** Headlines of any feed: RSS, RDF, Atom or JSON Feed, by address, by a preset's name, or by the page that names it. */
import { defineActor, Genius, Type, withDefault, withGenius } from "../src/runtime/actor.ts";
import { FeedItem } from "../src/feed/feed.ts";
import { feedAddress } from "../src/feed/address.ts";
import { presetList, PRESETS } from "../src/feed/presets.ts";
import { fetchFeed } from "../src/feed/read.ts";
import { headlines } from "./_shared/news/intents.ts";

const Nullable = Type.Union([Type.String(), Type.Null()]);

const Headline = Type.Object({
  ...FeedItem.properties,
  feed: Type.Object({ title: Nullable, link: Nullable }),
  _genius: Genius,
});

export default defineActor({
  slug: "news-rss",
  name: "News Feeds",
  description:
    "Headlines of any RSS, RDF, Atom or JSON feed in one shape: clean text, safe HTML, absolute links, ISO dates. " +
    `Takes the address of a feed, of a page that names one, or one of ${PRESETS.length} presets.`,
  category: "news",
  version: "2.0.0",
  tags: ["news", "rss", "atom", "json-feed", "headlines"],
  input: Type.Object({
    feed: withDefault(
      Type.String({
        minLength: 1,
        maxLength: 8192,
        description: `Address of a feed or of a page that names one, or a preset. Presets: ${presetList()}.`,
        examples: ["hackernews", "bbc", "https://www.example.org/feed.xml"],
      }),
      "world",
    ),
    limit: withDefault(
      Type.Integer({ minimum: 1, maximum: 100, description: "How many items at most, in the feed's order." }),
      15,
    ),
  }),
  output: Headline,
  intents: headlines,
  examples: [
    { title: "World news", input: {} },
    { title: "Five headlines of Hacker News", input: { feed: "hackernews", limit: 5 } },
    { title: "A blog by the address of its page", input: { feed: "https://blog.example.org/" } },
  ],
  cacheTtlSeconds: 300,
  qualityScore: 0.9,
  computeUnits: 0.03,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: ["*"],
  timeoutMs: 20_000,
  nextActors: ["news-digest", "web-extract"],

  check: ({ feed }) => void feedAddress(feed),

  canonical: ({ feed, limit }) => [new URL(feedAddress(feed)).href, limit],

  async run(input, context) {
    const address = feedAddress(input.feed);
    const { about, items: found } = await fetchFeed(address, input.limit, context);
    const { title, link } = about;
    const items = found.map((item) => ({ ...item, feed: { title, link } }));
    return {
      items: withGenius(items, new URL(address).hostname, context.now()),
      ...(items.length === 0 && { warnings: ["The feed has no items."] }),
      report: { feed: about },
    };
  },
});
