/** `/llms.txt` (llmstxt.org): what this hub is and where to go, short enough to be read whole. */
import type { Actor } from "../runtime/actor.ts";

export interface LlmsFacts {
  readonly hubUrl: string;
  readonly actors: readonly Actor[];
  /** Slugs. */
  readonly categories: readonly string[];
}

export function llmsText({ hubUrl, actors, categories }: LlmsFacts): string {
  const link = (path: string, name: string, what: string) => `- [${name}](${hubUrl}${path}): ${what}`;
  return [
    "# Agent API Hub",
    "",
    "> Find an API, call it and pay for it: a catalogue of API operations with a proxy, and ready-made actors. One key, or a payment in XRP by x402.",
    "",
    `A free key: POST ${hubUrl}/api/v1/agent/register/ with the JSON body {"email": "you@example.com", "tier": "free_testnet"}; send its api_key as X-API-Key.`,
    `Search: GET ${hubUrl}/api/v1/agent/search/?q=what+it+should+do. Call: POST {"params": {…}} to the proxy_url of a result.`,
    "",
    "## Interfaces",
    "",
    link("/mcp", "MCP", "the hub as tools, for clients of the Model Context Protocol (POST)"),
    link("/openapi.json", "OpenAPI", "every path, with one for each actor"),
    link("/docs", "Reference", "the same as a page"),
    link("/skills/index.json", "Skills", `one for each category: /skills/{category}/SKILL.md`),
    "",
    "## Catalogue",
    "",
    link("/api/v1/agent/categories/", "Categories", `${categories.length}: ${categories.join(", ")}`),
    link("/api/v1/agent/feed.json/?featured=true", "Feed", "featured operations as a JSON Feed"),
    link("/api/v1/genius/actors/", "Actors", "each with its schema and its price tier"),
    "",
    "## Actors",
    "",
    ...actors.map(
      ({ slug, description }) =>
        `- ${slug}: ${onOneLine(description)} POST ${hubUrl}/api/v1/genius/actors/${slug}/run/`,
    ),
    "",
    "## Paying",
    "",
    link("/.well-known/x402", "x402", "what is sold here, and to whom it is paid"),
    link("/api/v1/demo/402/", "Demo", "a 402 with the terms to pay by, and how paying works once it is paid"),
    "",
  ].join("\n");
}

/** A line of its own would be read as one of the hub's. */
function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}
