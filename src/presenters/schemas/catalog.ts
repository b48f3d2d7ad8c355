/** What the catalogue answers: entries, categories, feeds and what is found. */
import { type TSchema, Type } from "@sinclair/typebox";
import { ACCESS_METHODS, ACCESS_STATES } from "../../runtime/access.ts";
import { AUTHS } from "../../runtime/catalog.ts";
import type { Words } from "../words.ts";
import { ListedActor } from "./actors.ts";
import { Anything, Moment, NextAction, orNull, Warnings } from "./common.ts";
import { OneOf } from "../../runtime/schema-parts.ts";

const Access = Type.Object(
  {
    state: OneOf(ACCESS_STATES, {
      description: "What a call must bring; `connected` where a connection of yours does.",
    }),
    methods: Type.Array(OneOf(ACCESS_METHODS)),
    source: orNull(OneOf(["stated", "rule", "parameter", "observed"])),
  },
  { $id: "Access" },
);

const Count = Type.Integer({ minimum: 0 });
const Share = Type.Number({ minimum: 0, maximum: 1 });

const ENTRY = {
  slug: Type.String({ description: "Names the entry in the paths of its specification and of the proxy." }),
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  provider: Type.String({ description: "Registrable domain." }),
  api: Type.String(),
  api_title: Type.String(),
  method: Type.String(),
  path: Type.String(),
  base_url: Type.String(),
  auth: OneOf(AUTHS, { description: "What a call must bring for the upstream; `unknown` where nobody says." }),
  access: Access,
  featured: Type.Boolean(),
  quality_score: Share,
  quality_evidence: Anything,
  health: Type.Optional(Anything),
  deprecated: Type.Boolean(),
  updated_at: orNull(Type.String()),
  docs_url: orNull(Type.String()),
  spec_url: Type.String(),
  proxy_url: Type.String(),
  versions: Type.Array(Anything),
  vanished_at: Type.Optional(Type.String({ description: "Set where the last import no longer brought it." })),
};

/** One callable API operation. */
export const Entry = Type.Object(ENTRY, { $id: "Entry" });

const Source = { source: Type.String(), version: Type.String() };

function categoryMembers({ agent }: Words) {
  return {
    slug: Type.String(),
    name: Type.String(),
    description: Type.String(),
    api_count: Count,
    featured_count: Count,
    avg_quality_score: Share,
    trust_indicator: OneOf(["high", "medium", "low"]),
    [`${agent}_copy`]: Type.Object({
      [`${agent}_skill`]: Type.Object({
        name: Type.String(),
        description: Type.String(),
        version: Type.String(),
        endpoints: Type.Object({ search: Type.String(), proxy_call: Type.String(), register: Type.String() }),
        recommended_next_action: NextAction,
      }),
      copy_paste_note: Type.String(),
    }),
  };
}

export function categoryListing(words: Words): TSchema {
  return Type.Object({
    ...Source,
    categories: Type.Array(Type.Object(categoryMembers(words), { $id: "Category" })),
    total_categories: Count,
    totals: Type.Object({ providers: Count, apis: Count, entries: Count }),
    recommended_next_action: NextAction,
  });
}

export function categoryDetail(words: Words): TSchema {
  return Type.Object({
    ...Source,
    ...categoryMembers(words),
    top_providers: Type.Array(Type.Object({ provider: Type.String(), api_count: Count })),
    featured: Type.Array(Entry),
    sample: Type.Array(Entry),
    recommended_next_action: NextAction,
  });
}

export const RandomEntry = Type.Object({ ...Source, api: Entry, recommended_next_action: NextAction });

const FeedItem = Type.Object({
  id: Type.String(),
  url: Type.String(),
  title: Type.String(),
  content_text: Type.String(),
  _hub: Anything,
});

/** A JSON Feed 1.1. */
export const Feed = Type.Object(
  {
    version: Type.Literal("https://jsonfeed.org/version/1.1"),
    title: Type.String(),
    home_page_url: Type.String(),
    feed_url: Type.String(),
    next_url: Type.Optional(Type.String()),
    description: Type.String(),
    items: Type.Array(FeedItem),
  },
  { $id: "Feed" },
);

/** An OpenAPI 3.1 document of one operation. */
export const Specification = Type.Object(
  { openapi: Type.String(), info: Anything, paths: Anything },
  { $id: "Specification" },
);

export const ToolAccess = Type.Object(
  {
    slug: Type.String(),
    access: Access,
    methods: Type.Array(Type.String(), { description: "Those of access." }),
    hosts: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    ways: Type.Array(Anything),
    console_url: Type.Optional(Type.String({ description: "Where a person makes the credential." })),
    why: Type.Optional(Type.String({ description: "Why the hub cannot call it." })),
    connections: Type.Array(Anything, { description: "Of the key that was shown." }),
    next_actions: Type.Array(Type.String()),
  },
  { $id: "ToolAccess" },
);

const FoundEntry = Type.Object({
  kind: Type.Literal("api"),
  ...ENTRY,
  score: Type.Number({ description: "Higher is better, within one answer." }),
  why: Type.Optional(Type.Array(Type.String())),
});

const FoundActor = Type.Object({
  kind: Type.Literal("actor"),
  ...ENTRY,
  ...Type.Omit(ListedActor, ["level", "reach"]).properties,
  score: Type.Number(),
  proxy_url: Type.String({ description: "POST the input here, as it is: an actor is called without the proxy." }),
  run_url: Type.String(),
});

export const SearchResults = Type.Object({
  ...Source,
  query: Type.String(),
  category: orNull(Type.String()),
  limit: Type.Integer(),
  offset: Count,
  total: Type.Integer({
    minimum: 0,
    description: "How many match, what `per_api` leaves out included: with a cap the pages end before.",
  }),
  ranked_by: Type.Optional(Type.Array(OneOf(["words", "meaning"]))),
  corrected_to: Type.Optional(Type.String()),
  unknown_names: Type.Optional(Type.Array(Type.String())),
  results: Type.Array(Type.Union([FoundEntry, FoundActor])),
  warnings: Warnings,
  recommended_next_action: NextAction,
});

export const ToolResults = Type.Object({
  ...Source,
  query: Type.String(),
  format: Type.String(),
  count: Count,
  tools: Type.Array(
    Type.Object({
      slug: Type.String(),
      kind: OneOf(["actor", "api", "tool"]),
      call_url: Type.String(),
      access: Type.Optional(Access),
      definition: Anything,
    }),
  ),
  warnings: Warnings,
  recommended_next_action: NextAction,
});

export const Premium = Type.Object({
  source: Type.String(),
  version: Type.String(),
  best: Type.Array(Entry),
  picks: Type.Array(Type.Object({ category: Type.String(), entries: Type.Array(Entry) })),
  prices: Anything,
  recommended_next_action: NextAction,
});

export const PremiumFeed = Type.Composite([
  Feed,
  Type.Object({
    _hub: Type.Object({ rule: Type.String(), generated_at: Moment, changes: Type.Array(Anything) }),
  }),
]);
