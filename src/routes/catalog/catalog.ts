/** The catalogue, as far as it is open to everybody: categories, feed, random discovery, specifications. */
import { CATEGORIES } from "../../catalog/categories.ts";
import { unknownApi } from "../../catalog/unknown-api.ts";
import type { AccessPlan } from "../../runtime/access.ts";
import type { Catalog } from "../../runtime/catalog.ts";
import { accessJson } from "../../presenters/access.ts";
import { actorSpec } from "../../presenters/actor-spec.ts";
import { categoryDetailJson, categoryJson } from "../../presenters/category.ts";
import { entryJson } from "../../runtime/entries/entry-json.ts";
import { FEED_PAGE, feedJson } from "../../presenters/feed.ts";
import type { Words } from "../../presenters/words.ts";
import {
  categoryDetail,
  categoryListing,
  Feed,
  RandomEntry,
  Specification,
  ToolAccess,
} from "../../presenters/schemas/catalog.ts";
import { nameParameter } from "../../presenters/route.ts";
import { Type, withDefault } from "../../runtime/actor.ts";
import { HubError } from "../../runtime/errors.ts";
import type { Registry } from "../../runtime/actors/registry.ts";
import { nearest } from "../../runtime/meant-name.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { isAllowed } from "../../runtime/scopes.ts";
import type { ConnectionService } from "../../connections/service.ts";
import type { Connection } from "../../connections/model.ts";
import type { Awaitable } from "../../runtime/world.ts";
import type { Accounts } from "../../runtime/ports/accounts.ts";
import { type CallerDeps, callerOf } from "../http/caller.ts";
import type { Mount } from "../http/mount.ts";
import { expectValidQuery, queryInput } from "../http/query.ts";
import { answerVersioned, type VersionedText, withVersion } from "../http/versioned.ts";
import { sentKey } from "../http/sent-key.ts";

export interface CatalogRoutesDeps extends CallerDeps {
  /** @throws {HubError} `overloaded` while the first import is under way. */
  readonly catalog: () => Catalog;
  readonly registry: Registry;
  readonly words: Words;
  readonly hubUrl: () => string;
  readonly accounts: Pick<Accounts, "standing">;
  readonly connections: { readonly service: Pick<ConnectionService, "list"> };
}

/** Shown by every listing of the catalogue. */
export const CATALOG_SOURCE = { source: "hub_catalog", version: "2.2" } as const;

/** An actor brings what its sources want. */
const ACTOR_ACCESS: AccessPlan = { state: "open", methods: [], source: "stated", ways: [], hosts: [] };

/** Of a slug that nobody has, what is compared to those of actors. */
const MAX_GUESSED = 64;

const FeedQuery = Type.Object({
  featured: withDefault(Type.Boolean(), false),
  offset: withDefault(Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), 0),
});

export function catalogRoutes(deps: CatalogRoutesDeps, mount: Mount): void {
  const { catalog, registry, words, hubUrl } = deps;
  const judgeFeed = inputValidator(FeedQuery);
  /** Of each catalogue: another file is another one. */
  const listings = new WeakMap<Catalog, Promise<VersionedText>>();
  const categoriesOf = (current: Catalog): Promise<VersionedText> => {
    const known = listings.get(current) ?? categoriesText(current, words).then(withVersion);
    listings.set(current, known);
    known.catch(() => listings.delete(current)); // Whoever comes next tries again.
    return known;
  };
  /** Of those that the catalogue keeps. */
  const specTexts = new WeakMap<object, string>();

  mount(
    {
      id: "list_categories",
      method: "GET",
      path: "/api/v1/agent/categories/",
      tag: "catalogue",
      summary: "The thirty categories, the largest first.",
      ok: { description: "The categories, each with what hands it to an agent.", schema: categoryListing(words) },
      isVersioned: true,
      access: "open",
    },
    async ({ request, set }) => answerVersioned({ request, set }, await categoriesOf(catalog()), "application/json"),
  );
  mount(
    {
      id: "get_category",
      method: "GET",
      path: "/api/v1/agent/category/:slug/",
      tag: "catalogue",
      summary: "A category with its providers and best entries.",
      params: nameParameter("slug", "Slug of a category."),
      ok: { description: "The category.", schema: categoryDetail(words) },
      statuses: [404],
      access: "open",
      example: { params: { slug: CATEGORIES[0]?.slug ?? "" } },
    },
    async ({ params }) => {
      const category = await catalog().category(params["slug"] ?? "");
      if (category === undefined) throw new HubError("unknown_category", "No category has this slug.");
      return { ...CATALOG_SOURCE, ...categoryDetailJson(category, words, hubUrl()) };
    },
  );
  mount(
    {
      id: "get_feed",
      method: "GET",
      path: "/api/v1/agent/feed.json/",
      tag: "catalogue",
      summary: "Featured or recently updated entries as a JSON Feed.",
      query: FeedQuery,
      ok: { description: "A JSON Feed 1.1.", type: "application/feed+json", schema: Feed },
      access: "open",
      example: { query: { featured: true } },
    },
    async ({ request, set }) => {
      const question = expectValidQuery(judgeFeed(queryInput(FeedQuery, request.url)));
      const page = await catalog().feed({ ...question, limit: FEED_PAGE });
      set.headers["content-type"] = "application/feed+json";
      return JSON.stringify(feedJson(page, question, hubUrl()));
    },
  );
  mount(
    {
      id: "get_random",
      method: "GET",
      path: "/api/v1/agent/random/",
      tag: "catalogue",
      summary: "One entry, drawn at random.",
      ok: { description: "The entry.", schema: RandomEntry },
      statuses: [404],
      access: "open",
    },
    async ({ set }) => {
      const entry = await catalog().random();
      if (entry === undefined) throw new HubError("not_found", "The catalogue is empty.");
      set.headers["cache-control"] = "no-store";
      return {
        ...CATALOG_SOURCE,
        api: entryJson(entry, hubUrl()),
        recommended_next_action: `GET /api/v1/agent/tool/${entry.slug}/spec/ tells how it is called.`,
      };
    },
  );
  mount(
    {
      id: "get_tool_spec",
      method: "GET",
      path: "/api/v1/agent/tool/:slug/spec/",
      tag: "catalogue",
      summary: "How one entry or actor is called, as an OpenAPI document.",
      params: nameParameter("slug", "Slug of an entry or of an actor."),
      ok: { description: "An OpenAPI 3.1 document of this operation alone.", schema: Specification },
      statuses: [404],
      access: "open",
      example: { params: { slug: "crypto-prices" } },
    },
    async ({ params }) => {
      const slug = params["slug"] ?? "";
      const served = registry.get(slug);
      if (served !== undefined) return actorSpec(served.actor, hubUrl());
      const spec = await catalog().spec(slug);
      if (spec === undefined) throw await unknownTool(slug);
      const text = specTexts.get(spec) ?? JSON.stringify(spec);
      specTexts.set(spec, text);
      return text;
    },
  );
  mount(
    {
      id: "get_tool_access",
      method: "GET",
      path: "/api/v1/agent/tool/:slug/access/",
      tag: "catalogue",
      summary: "What a call of one entry must bring, where it goes and who gives it.",
      params: nameParameter("slug", "Slug of an entry or of an actor."),
      example: { params: { slug: "crypto-prices" } },
      ok: { description: "The ways to a credential, and its hosts.", schema: ToolAccess },
      statuses: [404],
      access: "open",
    },
    async ({ request, params, set }) => {
      const slug = params["slug"] ?? "";
      set.headers["vary"] = "x-api-key, authorization";
      if (sentKey(request.headers) !== undefined) set.headers["cache-control"] = "private, no-store";
      if (registry.get(slug) !== undefined) return accessJson(slug, ACTOR_ACCESS, []);
      const plan = await catalog().access(slug);
      if (plan === undefined) throw await unknownApi(catalog(), slug);
      return accessJson(slug, plan, await ownConnections(request, plan));
    },
  );

  function unknownTool(slug: string): Awaitable<HubError> {
    const message = "No API and no actor has this slug.";
    const actor = nearest(
      slug.slice(0, MAX_GUESSED),
      registry.list().map((one) => one.actor.slug),
    );
    if (actor === undefined) return unknownApi(catalog(), slug, message);
    return new HubError("unknown_api", message, { nextActions: [`Did you mean "${actor}"?`] });
  }

  /** Those of whoever shows a key. */
  async function ownConnections(request: Request, { hosts }: AccessPlan): Promise<readonly Connection[]> {
    if (sentKey(request.headers) === undefined) return [];
    const standing = await deps.accounts.standing(callerOf(request, deps));
    if (standing.state !== "known" || !isAllowed(standing.holder.scopes, { area: "connections" })) return [];
    return (await deps.connections.service.list(standing.holder.id)).filter((one) =>
      one.hosts.some((host) => hosts.includes(host)),
    );
  }
}

async function categoriesText(catalog: Catalog, words: Words): Promise<string> {
  const [categories, totals] = await Promise.all([catalog.categories(), catalog.totals()]);
  return JSON.stringify({
    ...CATALOG_SOURCE,
    categories: categories.map((category) => categoryJson(category, words)),
    total_categories: categories.length,
    totals: { providers: totals.providers, apis: totals.apis, entries: totals.entries },
    recommended_next_action: "GET /api/v1/agent/category/{slug}/ shows a category with its providers and best entries.",
  });
}
