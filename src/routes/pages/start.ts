/**
 * How to begin, for an agent that knows only the address: at `/`, and in every 404 and 402. Each step says its method,
 * address and body, so that it can be taken as it stands.
 */
import { LRUCache } from "lru-cache";
import { CATEGORIES } from "../../catalog/categories.ts";
import { Start } from "../../presenters/schemas/health.ts";
import type { StartHints } from "../../runtime/run/problem.ts";
import { inner } from "../../text/json-text.ts";
import { prefersPage } from "../http/accept.ts";
import type { Home } from "./explorer.ts";
import type { Mount } from "../http/mount.ts";
import { answerVersioned, keptWhile } from "../http/versioned.ts";

export interface StartRoutesDeps {
  readonly hubUrl: () => string;
  /** The same for people. */
  readonly home: Home;
}

/** The steps, by what they are for. */
function startOf(hubUrl: string) {
  const agent = `${hubUrl}/api/v1/agent`;
  return {
    free_key: {
      method: "POST",
      url: `${agent}/register/`,
      headers: { "content-type": "application/json" },
      body: { email: "you@example.com", tier: "free_testnet" },
      note: "Costs nothing. Send the `api_key` of the answer as X-API-Key.",
    },
    search: {
      method: "GET",
      url: `${agent}/search/?q={what+it+should+do}`,
      example: `${agent}/search/?q=send+sms`,
      headers: { "x-api-key": "{api_key}" },
      note: "With `category` only within one. A key pays with one of its daily calls; without one the 402 says the price.",
    },
    categories: {
      method: "GET",
      url: `${agent}/categories/`,
      slugs: CATEGORIES.map(({ slug }) => slug),
      note: "Free. What is in one: GET the same address with its slug and a slash.",
    },
    actors: {
      method: "GET",
      url: `${hubUrl}/api/v1/genius/actors/`,
      note: "Free. Ready-made tools of this hub, each with its input schema and price.",
    },
  };
}

/** The same hub by other means, each at its address. */
function interfacesOf(hubUrl: string) {
  return {
    mcp: { url: `${hubUrl}/mcp`, note: "Model Context Protocol, by POST; the key in X-API-Key." },
    openapi: { url: `${hubUrl}/openapi.json` },
    docs: { url: `${hubUrl}/docs` },
    llms_txt: { url: `${hubUrl}/llms.txt` },
    skills: { url: `${hubUrl}/skills/index.json` },
  };
}

/** The same in three lines, for `next_actions`. */
function startActions(hubUrl: string): readonly string[] {
  const { free_key, search, categories } = startOf(hubUrl);
  return [
    `Get a free key: POST ${free_key.url} with the JSON body ${JSON.stringify(free_key.body)}.`,
    `Search: GET ${search.example} with X-API-Key.`,
    `Browse: GET ${categories.url} lists the categories.`,
  ];
}

/** As an error tells it, written once for each address. */
export function startFor(): (hubUrl: string) => StartHints {
  const written = new LRUCache<string, StartHints>({ max: 10 });
  return (hubUrl) => {
    const known = written.get(hubUrl);
    if (known !== undefined) return known;
    const start = { members: inner({ start: startOf(hubUrl) }), actions: startActions(hubUrl) };
    written.set(hubUrl, start);
    return start;
  };
}

export function startRoutes({ hubUrl, home }: StartRoutesDeps, mount: Mount): void {
  const steps = keptWhile(() => JSON.stringify(stepsAt(hubUrl())));
  mount(
    {
      id: "start",
      method: "GET",
      path: "/",
      tag: "start",
      summary: "How to begin: the free key, the search and the categories.",
      ok: {
        description:
          "The first steps, each with method, address and body; a page for whoever accepts text/html before JSON.",
        schema: Start,
        alsoTypes: ["text/html"],
      },
      isVersioned: true,
      access: "open",
    },
    ({ request, set }) => {
      set.headers["vary"] = "accept";
      return prefersPage(request)
        ? home({ request, set })
        : answerVersioned({ request, set }, steps(hubUrl()), "application/json");
    },
  );
}

function stepsAt(hubUrl: string): object {
  return {
    name: "Agent API Hub",
    description:
      "Find an API, call it and pay for it: a catalogue of API operations with a proxy, and ready-made actors.",
    start: startOf(hubUrl),
    next_actions: startActions(hubUrl),
    interfaces: interfacesOf(hubUrl),
    well_known: ["x402", "api-catalog", "mcp/catalog.json", "agent-skills/index.json", "jwks.json"].map(
      (name) => `${hubUrl}/.well-known/${name}`,
    ),
  };
}
