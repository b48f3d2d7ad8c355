/** What a public web page says: its main text and Markdown, what it says about itself, and where it leads. */
import { defineActor, Genius, Type, withGenius } from "../src/runtime/actor.ts";
import { PageFields, WALLS } from "../src/page/fields.ts";
import { fetchPage, pageAddress } from "./_shared/web/page.ts";
import { extraction } from "./_shared/web/intents.ts";

export default defineActor({
  slug: "web-extract",
  name: "Web Extract",
  description:
    "Reads any public web page: its main text without menus, banners, comments and hidden parts, as text and as " +
    "Markdown, with title, author, dates, language, headings and links. Plain text, Markdown, JSON, feeds and PDF are read, too.",
  category: "extraction",
  version: "2.0.0",
  tags: ["web", "page", "article", "text", "markdown", "extract"],
  input: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: 8192,
      description: `Address of the page, for example "https://example.com/article".`,
    }),
  }),
  output: Type.Object({
    url: Type.String({ description: "The address that was asked for." }),
    final_url: Type.String({ description: "The address that answered, after redirects." }),
    ...PageFields,
    _genius: Genius,
  }),
  intents: extraction,
  examples: [
    { title: "An article", input: { url: "https://blog.example.org/2025/rye-harvest" } },
    { title: "A page that has moved", input: { url: "https://blog.example.org/old/rye" } },
    { title: "A feed", input: { url: "https://blog.example.org/feed.xml" } },
  ],
  cacheTtlSeconds: 1800,
  qualityScore: 0.88,
  computeUnits: 0.08,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: ["*"],
  timeoutMs: 30_000,
  nextActors: ["web-brief", "data-clean"],

  check: ({ url }) => void pageAddress(url),

  canonical: ({ url }) => pageAddress(url),

  async run({ url }, context) {
    const { url: address, finalUrl, page: read } = await fetchPage(url, context);
    const { wall, cut, ...page } = read;
    const items = withGenius(
      [{ url: address, final_url: finalUrl, ...page }],
      new URL(finalUrl).hostname,
      context.now(),
    );
    if (wall !== undefined) return { items, warnings: [`${wall}: ${WALLS[wall]}`] };
    if (cut !== undefined) return { items, warnings: [cut] };
    return page.text === "" ? { items, warnings: [`no_content: ${WALLS.no_content}`] } : items;
  },
});
