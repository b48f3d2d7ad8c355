/** What is for sale here, for those who look for it: x402's discovery, and `/.well-known/x402`. */
import { TOOLS } from "../mcp/tools.ts";
import { createDiscovery, type Resource } from "../payment/terms/discovery.ts";
import type { Payee } from "../payment/terms/terms.ts";
import { FoundResources, ResourceList, WellKnownX402 } from "../presenters/schemas/payment.ts";
import { type Static, Type, withDefault } from "../runtime/actor.ts";
import type { Clock } from "../runtime/world.ts";
import type { PriceList } from "../runtime/run/prices.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import { inputValidator } from "../runtime/schema.ts";
import type { Mount } from "./http/mount.ts";
import { expectValidQuery, queryInput } from "./http/query.ts";
import type { Operation } from "../runtime/run/operation.ts";

export interface DiscoveryRoutesDeps {
  readonly registry: Registry;
  /** What is sold besides the runs of actors. */
  readonly offered: readonly Operation[];
  readonly prices: PriceList;
  readonly payee: () => Promise<Payee>;
  readonly hubUrl: () => string;
  readonly clock: Clock;
}

const Name = Type.Optional(Type.String({ maxLength: 200 }));
const FILTERS = {
  type: Name,
  payTo: Name,
  scheme: Name,
  network: Name,
  /** Names of extensions, separated by commas. */
  extensions: Name,
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 20),
};
const ListQuery = Type.Object({
  ...FILTERS,
  offset: withDefault(Type.Integer({ minimum: 0, maximum: 1_000_000 }), 0),
});
const SearchQuery = Type.Object({
  ...FILTERS,
  query: Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S" }),
  cursor: Type.Optional(Type.String({ pattern: "^[0-9]{1,6}$" })),
});
type Filters = Pick<Static<typeof ListQuery>, "type" | "payTo" | "scheme" | "network" | "extensions">;

/** The tools of `/mcp` that may answer a 402, paid in `_meta["x402/payment"]`. */
const SOLD_TOOLS = TOOLS.filter(({ isSold }) => isSold === true).map(({ name, description }) => ({
  name,
  description,
}));

export function discoveryRoutes(deps: DiscoveryRoutesDeps, mount: Mount): void {
  const { registry, offered, prices, payee, hubUrl, clock } = deps;
  const judgeList = inputValidator(ListQuery);
  const judgeSearch = inputValidator(SearchQuery);
  const resources = createDiscovery({
    operations: () => [...offered, ...registry.list().map(({ operation }) => operation)],
    prices,
    payee,
    hubUrl,
    clock,
  });

  mount(
    {
      id: "get_x402",
      method: "GET",
      path: "/.well-known/x402",
      tag: "discovery",
      summary: "What can be paid for here, and to whom.",
      ok: { description: "Addresses of what is sold.", schema: WellKnownX402 },
      access: "open",
    },
    async () => {
      const { network, wallet } = await payee();
      return {
        version: 1,
        x402Version: 2,
        resources: (await resources()).map(({ resource }) => resource),
        discovery: `${hubUrl()}/discovery/resources`,
        facilitator: `${hubUrl()}/facilitator`,
        network,
        wallet_address: wallet,
        mcp: { url: `${hubUrl()}/mcp`, tools: SOLD_TOOLS },
      };
    },
  );
  // Clients that know the hub as their facilitator look below its address.
  for (const [base, prefix] of [
    ["/discovery", ""],
    ["/facilitator/discovery", "facilitator_"],
  ] as const) {
    const common = { method: "GET", tag: "discovery", access: "open" } as const;
    mount(
      {
        ...common,
        id: `${prefix}list_resources`,
        path: `${base}/resources`,
        summary: "What is sold here, as x402's discovery lists it.",
        query: ListQuery,
        ok: { description: "A page of resources.", schema: ResourceList },
        example: { query: { limit: 5 } },
      },
      async ({ request }) => {
        const query = expectValidQuery(judgeList(queryInput(ListQuery, request.url)));
        const { limit, offset } = query;
        const found = (await resources()).filter((each) => isWanted(each, query));
        const pagination = { limit, offset, total: found.length };
        return { x402Version: 2, items: found.slice(offset, offset + limit), pagination };
      },
    );
    mount(
      {
        ...common,
        id: `${prefix}search_resources`,
        path: `${base}/search`,
        summary: "What is sold here that shares a word with the question.",
        query: SearchQuery,
        ok: { description: "A page of resources, the nearest first.", schema: FoundResources },
        example: { query: { query: "weather" } },
      },
      async ({ request }) => {
        const query = expectValidQuery(judgeSearch(queryInput(SearchQuery, request.url)));
        const found = ranked(await resources(), query.query).filter((each) => isWanted(each, query));
        const from = Number(query.cursor ?? 0);
        const next = from + query.limit;
        const cursor = next < found.length ? String(next) : null;
        return { x402Version: 2, resources: found.slice(from, next), pagination: { limit: query.limit, cursor } };
      },
    );
  }
}

function isWanted({ type, accepts, extensions }: Resource, wanted: Filters): boolean {
  const names = wanted.extensions?.split(",").map((name) => name.trim()) ?? [];
  return (
    (wanted.type ?? type) === type &&
    names.every((name) => Object.hasOwn(extensions, name)) &&
    accepts.some(
      ({ payTo, scheme, network }) =>
        (wanted.payTo ?? payTo) === payTo &&
        (wanted.scheme ?? scheme) === scheme &&
        (wanted.network ?? network) === network,
    )
  );
}

/** Those that share a word with the question, the most words first. */
function ranked(resources: readonly Resource[], question: string): Resource[] {
  const asked = wordsOf(question);
  return resources
    .map((resource) => {
      const own = wordsOf([resource.serviceName, resource.description, ...resource.tags, resource.resource].join(" "));
      return { resource, score: [...asked].filter((word) => own.has(word)).length };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ resource }) => resource);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
