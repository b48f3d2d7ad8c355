/** What programs are told of `/mcp` before they speak to it: its card, and the catalogue that names the card. */

export interface McpFacts {
  readonly hubUrl: string;
  readonly version: string;
  /** As `tools/list` tells them. */
  readonly tools: readonly object[];
}

export const MCP_CARD_TYPE = "application/mcp-server-card+json";
const PROTOCOLS = ["2026-07-28", "2025-11-25"];

/** The server card (a draft of the protocol, and the form that was dropped for it: both are read). */
export function mcpCard({ hubUrl, version, tools }: McpFacts): object {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/mcp-server-card/v1.json",
    version: "1.0",
    protocolVersion: PROTOCOLS[0],
    supportedProtocolVersions: PROTOCOLS,
    serverInfo: { name: "agent-api-hub", title: "Agent API Hub", version },
    name: "agent-api-hub",
    title: "Agent API Hub",
    description:
      "Find an API, call it and pay for it: a catalogue of API operations with a proxy, and ready-made actors.",
    documentationUrl: `${hubUrl}/docs`,
    transport: { type: "streamable-http", endpoint: "/mcp", url: `${hubUrl}/mcp` },
    remotes: [
      {
        type: "streamable-http",
        url: `${hubUrl}/mcp`,
        supportedProtocolVersions: PROTOCOLS,
        headers: [
          {
            name: "X-API-Key",
            description: `The key of an account; a free one: POST ${hubUrl}/api/v1/agent/register/.`,
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
    capabilities: { tools: {} },
    authentication: { required: false, schemes: [] },
    tools,
    stdio: { url: `${hubUrl}/mcp/stdio.mjs`, command: "node stdio.mjs", environment: ["HUB_URL", "HUB_API_KEY"] },
  };
}

/** Names the card, so that whoever knows only the address finds it. */
export function mcpCatalog({ hubUrl }: Pick<McpFacts, "hubUrl">): object {
  return {
    specVersion: "draft",
    host: { displayName: "Agent API Hub" },
    entries: [
      {
        identifier: `urn:mcp:${new URL(hubUrl).host}:agent-api-hub`,
        displayName: "Agent API Hub",
        mediaType: MCP_CARD_TYPE,
        url: `${hubUrl}/mcp/server-card`,
      },
    ],
  };
}
