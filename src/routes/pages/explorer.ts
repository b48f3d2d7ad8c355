/** The pages for people: a search, the categories, the operations and the actors. They read without script. */
import { unknownApi } from "../../catalog/unknown-api.ts";
import type { AddressLimit } from "../../accounts/limits/address-limits.ts";
import { PAGE_HEADERS } from "../../presenters/html/page.ts";
import { actorBody, actorsBody } from "../../presenters/pages/actors.ts";
import { categoryBody } from "../../presenters/pages/category.ts";
import { entryBody } from "../../presenters/pages/entry.ts";
import { HOME_TITLE, homeBody } from "../../presenters/pages/home.ts";
import { type ResultPage, MAX_OFFSET, resultsList } from "../../presenters/pages/results.ts";
import { nameParameter } from "../../presenters/route.ts";
import { OneOf, Type, withDefault } from "../../runtime/actor.ts";
import { CATEGORIES } from "../../catalog/categories.ts";
import type { Catalog, CategorySummary } from "../../runtime/catalog.ts";
import { HubError } from "../../runtime/errors.ts";
import { boundedJsonIn } from "../../runtime/json.ts";
import { xrpNumber } from "../../runtime/money.ts";
import { type PriceList, priceOfInput } from "../../runtime/run/prices.ts";
import type { Registry, ServedActor } from "../../runtime/actors/registry.ts";
import { inputValidator } from "../../runtime/schema.ts";
import { isObject, type JsonObject } from "../../text/foreign.ts";
import type { Assets } from "./assets.ts";
import { type CallerDeps, callerOf } from "../http/caller.ts";
import type { Mount, RouteContext } from "../http/mount.ts";
import { expectValidQuery, queryInput } from "../http/query.ts";

export interface ExplorerRoutesDeps extends CallerDeps {
  /** @throws {HubError} `overloaded` while the first import is under way. */
  readonly catalog: () => Catalog;
  readonly registry: Registry;
  readonly prices: PriceList;
  readonly hubUrl: () => string;
  readonly assets: Assets;
  readonly limitExplorer: AddressLimit;
}

/** The page at `/`, for whoever asks for one. */
export type Home = (context: Pick<RouteContext, "request" | "set">) => Promise<string>;

const ROWS = 8;
const Offset = withDefault(Type.Integer({ minimum: 0, maximum: MAX_OFFSET }), 0);
const Words = Type.String({ minLength: 1, maxLength: 300, pattern: "\\S" });
const HomeQuery = Type.Object({ q: Type.Optional(Type.String({ maxLength: 300 })), offset: Offset });
const FoundQuery = Type.Object({
  q: Words,
  category: Type.Optional(OneOf(CATEGORIES.map(({ slug }) => slug))),
  offset: Offset,
});

/** What stands in a form, so that a link leads to exactly that. */
const FilledQuery = Type.Object({
  input: Type.Optional(Type.String({ maxLength: 8000, description: "JSON of what the form is to hold." })),
});

const HTML = "text/html; charset=utf-8";
const A_PAGE = { description: "A page.", type: "text/html" } as const;

export function explorerRoutes(deps: ExplorerRoutesDeps, mount: Mount): Home {
  const { catalog, registry, prices, hubUrl, assets, limitExplorer } = deps;
  const judgeFilled = inputValidator(FilledQuery);
  const judgeHome = inputValidator(HomeQuery);
  const judgeFound = inputValidator(FoundQuery);
  const actors = () => registry.list().map(({ actor }) => actor);

  mount(
    {
      id: "search_page",
      method: "GET",
      path: "/ui/search",
      tag: "start",
      summary: "Results for the page's search, for pages of this hub only.",
      query: FoundQuery,
      ok: { description: "A part of a page.", type: "text/html" },
      statuses: [404],
      access: "open",
      example: { query: { q: "send sms" } },
    },
    async ({ request, set }) => {
      const query = expectValidQuery(judgeFound(queryInput(FoundQuery, request.url)));
      // Browsers say by themselves whose page asks; another page, or a program, has the search that is sold.
      if (request.headers.get("sec-fetch-site") !== "same-origin")
        throw new HubError(
          "not_found",
          "Only pages of this hub search here; GET /api/v1/agent/search/ is for everybody.",
        );
      const found = await search(request, query.q, query.offset);
      Object.assign(set.headers, PAGE_HEADERS);
      set.headers["content-type"] = HTML;
      set.headers["cache-control"] = "no-store";
      return resultsList(found).text;
    },
  );
  mount(
    {
      id: "get_entry_page",
      method: "GET",
      path: "/apis/:slug",
      tag: "start",
      summary: "An operation of the catalogue as a page.",
      params: nameParameter("slug", "Slug of an entry."),
      query: FilledQuery,
      ok: A_PAGE,
      statuses: [404],
      access: "open",
      example: { params: { slug: "github-com-api-github-com--issues-create" } },
    },
    async ({ request, params, set }) => {
      const slug = params["slug"] ?? "";
      const input = filledBy(request);
      const [entry, spec] = await Promise.all([catalog().entry(slug), catalog().spec(slug)]);
      if (entry === undefined || spec === undefined) throw await unknownApi(catalog(), slug);
      const body = entryBody({ entry, spec, hubUrl: hubUrl(), price: xrpNumber(prices.call), input });
      return assets.answer(set, "explorer", { title: entry.name, description: entry.description.slice(0, 200), body });
    },
  );
  mount(
    {
      id: "get_category_page",
      method: "GET",
      path: "/categories/:slug",
      tag: "start",
      summary: "A category as a page.",
      params: nameParameter("slug", "Slug of a category."),
      ok: A_PAGE,
      statuses: [404],
      access: "open",
      example: { params: { slug: CATEGORIES[0]?.slug ?? "" } },
    },
    async ({ params, set }) => {
      const category = await catalog().category(params["slug"] ?? "");
      if (category === undefined) throw new HubError("unknown_category", "No category has this slug.");
      const { name, description } = category;
      return assets.answer(set, "explorer", { title: name, description, body: categoryBody(category) });
    },
  );
  mount(
    {
      id: "get_actors_page",
      method: "GET",
      path: "/actors",
      tag: "start",
      summary: "The actors as a page.",
      ok: A_PAGE,
      access: "open",
    },
    ({ set }) =>
      assets.answer(set, "explorer", {
        title: "Actors",
        description: "Ready-made tools of this hub.",
        body: actorsBody(actors()),
      }),
  );
  mount(
    {
      id: "get_actor_page",
      method: "GET",
      path: "/actors/:slug",
      tag: "start",
      summary: "An actor as a page, with a form that runs it.",
      params: nameParameter("slug", "Slug of an actor."),
      query: FilledQuery,
      ok: A_PAGE,
      statuses: [404],
      access: "open",
      example: { params: { slug: "crypto-prices" } },
    },
    async ({ request, params, set }) => {
      const served = registry.get(params["slug"] ?? "");
      if (served === undefined) throw new HubError("unknown_actor", "No actor has this slug.");
      const { actor } = served;
      const input = filledBy(request);
      const body = actorBody({ actor, hubUrl: hubUrl(), price: await priceOf(served, input), input });
      return assets.answer(set, "explorer", { title: actor.name, description: actor.description, body });
    },
  );

  return async ({ request, set }) => {
    const { q = "", offset } = expectValidQuery(judgeHome(queryInput(HomeQuery, request.url)));
    const found = q.trim() === "" ? undefined : await search(request, q, offset);
    const body = homeBody({ categories: await categories(), actors: actors(), hubUrl: hubUrl(), found });
    return assets.answer(set, "explorer", {
      title: found === undefined ? HOME_TITLE : `Results for "${q}"`,
      description: "A catalogue of API operations with a proxy, and ready-made actors, for agents and developers.",
      body,
    });
  };

  async function search(request: Request, text: string, offset: number): Promise<ResultPage> {
    await limitExplorer(callerOf(request, deps).address());
    return { text, offset, limit: ROWS, result: await catalog().search({ text, limit: ROWS, offset }) };
  }

  /** What a link has put into the form; what is no object of JSON puts nothing there. */
  function filledBy(request: Request): JsonObject | undefined {
    const { input = "" } = expectValidQuery(judgeFilled(queryInput(FilledQuery, request.url)));
    const value = boundedJsonIn(input);
    return isObject(value) ? value : undefined;
  }

  /** Of a run of this input, or of the actor's example where that is none; in XRP. */
  async function priceOf({ actor, operation }: ServedActor, input: JsonObject | undefined): Promise<number> {
    const asked = await operation.validate(input);
    const judged = asked.ok ? asked : await operation.validate(actor.examples[0]?.input);
    if (!judged.ok) return 0;
    const { billing, price } = priceOfInput(prices, operation.pricing, judged.value, false);
    return billing === "open" ? 0 : xrpNumber(price);
  }

  /** While there is no catalogue the page says so. */
  async function categories(): Promise<readonly CategorySummary[]> {
    try {
      return await catalog().categories();
    } catch (error) {
      if (error instanceof HubError && error.code === "overloaded") return [];
      throw error;
    }
  }
}
