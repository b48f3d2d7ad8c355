/** Which of the catalogue's thirty categories an API operation, a provider or any web page belongs to, and why. */
import { type ActorContext, defineActor, Genius, type Static, Type, withGenius } from "../../src/runtime/actor.ts";
import { HubError, invalidInput } from "../../src/runtime/errors.ts";
import { expectPage } from "../../src/net/read.ts";
import type { ActorCatalog, Classification } from "../../src/runtime/catalog.ts";
import { blend } from "./classify-blend.ts";
import { filedEntry, filedProvider } from "./classify-filed.ts";
import type wordsIn from "./page-words.ts";
import type { PageWords } from "./page-words.ts";
import { intents } from "./intents.ts";

const HEAD_WEIGHT = 2;

const Verdict = Type.Object({
  slug: Type.Union([Type.String(), Type.Null()], { description: "The entry, where one was asked about." }),
  url: Type.Union([Type.String(), Type.Null()], { description: "The address, where one was asked about." }),
  category: Type.String({ description: "Slug of one of the thirty categories." }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  alternatives: Type.Array(Type.Object({ category: Type.String(), confidence: Type.Number() }), {
    description: "At most three further categories, the likeliest first.",
  }),
  signals: Type.Array(Type.String(), { description: "What spoke for the category." }),
  basis: Type.Union([Type.Literal("entry"), Type.Literal("provider"), Type.Literal("page")], {
    description: "Whether the entry itself, the catalogue's entries of that provider, or the page's words decided.",
  }),
  _genius: Genius,
});
type Verdict = Omit<Static<typeof Verdict>, "_genius">;

export default defineActor({
  slug: "catalog-classify",
  name: "Catalog Classify",
  description:
    "Files an API operation of the catalogue, a provider or any public web page under one of the catalogue's thirty " +
    "categories, with the evidence. Takes a slug, an address or both.",
  category: "catalog",
  version: "2.0.0",
  tags: ["catalog", "classify", "category", "taxonomy", "api"],
  input: Type.Object({
    url: Type.Optional(
      Type.String({
        maxLength: 2048,
        description: `An address or a domain, for example "https://stripe.com". This or slug.`,
      }),
    ),
    slug: Type.Optional(
      Type.String({
        maxLength: 100,
        description: `Slug of an entry of the catalogue, for example "stripe-com--getcharges". This or url.`,
      }),
    ),
  }),
  output: Verdict,
  intents,
  examples: [
    { title: "An operation of the catalogue", input: { slug: "stripe-com--getcharges" } },
    { title: "A provider the catalogue knows", input: { url: "https://docs.stripe.com/api" } },
    { title: "Any other page", input: { url: "https://www.openstreetmap.org/about" } },
  ],
  cacheTtlSeconds: 3600,
  qualityScore: 0.97,
  computeUnits: 0.002,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: ["*"],
  timeoutMs: 20_000,
  nextActors: ["api-match"],

  check({ slug, url }) {
    if (slug === undefined && url === undefined) throw invalidInput("", "needs a url or a slug");
    if (url !== undefined) addressOf(url);
  },

  canonical: ({ slug, url }) => [slug ?? null, url === undefined ? null : addressOf(url).href],

  async run({ slug, url }, context) {
    const verdicts = [
      ...(slug === undefined ? [] : [await bySlug(slug, context)]),
      ...(url === undefined ? [] : [await byUrl(url, context)]),
    ];
    return withGenius(verdicts, "catalog", context.now());
  },
});

async function bySlug(slug: string, { catalog }: ActorContext): Promise<Verdict> {
  const filed = await filedEntry(slug, await catalog());
  if (filed === undefined) throw invalidInput("/slug", "is not the slug of an entry of the catalogue");
  return { slug, url: null, ...shown(filed), basis: "entry" };
}

async function byUrl(text: string, context: ActorContext): Promise<Verdict> {
  const url = addressOf(text);
  const catalog = await context.catalog();
  const filed = await filedProvider(url.hostname, catalog);
  if (filed !== undefined) return { slug: null, url: url.href, ...shown(filed), basis: "provider" };
  const judged = await judgePage(await readPageWords(url.href, context), catalog);
  return { slug: null, url: url.href, ...shown(judged), basis: "page" };
}

/** @throws {HubError} `upstream_failed`, or `upstream_status` when there is no page, or no text in it. */
async function readPageWords(url: string, { fetch, offload }: ActorContext): Promise<PageWords> {
  const { bytes, headers } = expectPage(await fetch(url, { headers: { accept: "text/html, text/*;q=0.5" } }));
  const page = { bytes, contentType: headers.get("content-type") };
  const words = await offload<typeof wordsIn>(new URL("page-words.ts", import.meta.url), page);
  if (words.head === "" && words.body === "")
    throw new HubError("upstream_status", "The page has no text to judge it by.");
  return words;
}

/** Judged apart, so that the few words of the head are not lost among the many of the body. */
async function judgePage({ head, body }: PageWords, catalog: ActorCatalog): Promise<Classification> {
  const parts = [
    { words: head, weight: HEAD_WEIGHT },
    { words: body, weight: 1 },
  ].filter(({ words }) => words !== "");
  const judged = await Promise.all(
    parts.map(async ({ words, weight }) => ({ weight, said: await catalog.classify(words) })),
  );
  const [best, ...alternatives] = blend(
    judged.map(({ weight, said }) => ({ weight, shares: [said, ...said.alternatives] })),
  );
  // The classifier always names a category, if only its fallback.
  const { category = "", confidence = 0 } = best ?? {};
  const signals = judged.flatMap(({ said }) => (said.category === category ? said.signals : []));
  return { category, confidence, alternatives, signals: [...new Set(signals)] };
}

function shown({ category, confidence, alternatives, signals }: Classification) {
  return {
    category,
    confidence,
    alternatives: alternatives.slice(0, 3).map((one) => ({ ...one })),
    signals: [...signals],
  };
}

/** A domain alone is meant as the address of its site. */
function addressOf(text: string): URL {
  const written = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`);
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalidInput("/url", "must be an http or https address");
  return url;
}
