/** What stands beside `/mcp`: its card, the catalogue that names it, and the bridge for clients that start a process. */
import { readFile } from "node:fs/promises";
import { Type } from "@sinclair/typebox";
import packageJson from "../../../package.json";
import { offerOf } from "../../mcp/offer.ts";
import { MCP_CARD_TYPE, mcpCard, mcpCatalog } from "../../presenters/mcp-card.ts";
import type { Mount } from "../http/mount.ts";
import { answerVersioned, keptWhile, type VersionedText, withVersion } from "../http/versioned.ts";

export interface McpDocumentDeps {
  readonly hubUrl: () => string;
}

const BRIDGE = new URL("../../mcp/stdio.mjs", import.meta.url);
const Card = Type.Object({ serverInfo: Type.Record(Type.String(), Type.Unknown()), tools: Type.Array(Type.Unknown()) });
const McpCatalog = Type.Object({ specVersion: Type.String(), entries: Type.Array(Type.Unknown()) });

export function mcpDocumentRoutes({ hubUrl }: McpDocumentDeps, mount: Mount): void {
  const { listed: tools } = offerOf([], { isReadOnly: false });
  const card = keptWhile(() => JSON.stringify(mcpCard({ hubUrl: hubUrl(), version: packageJson.version, tools })));
  const catalog = keptWhile(() => JSON.stringify(mcpCatalog({ hubUrl: hubUrl() })));
  const common = { method: "GET", tag: "discovery", access: "open", isVersioned: true } as const;
  for (const [id, path, type] of [
    ["get_mcp_card", "/mcp/server-card", MCP_CARD_TYPE],
    ["get_well_known_mcp_card", "/.well-known/mcp/server-card.json", "application/json"],
  ] as const)
    mount(
      {
        ...common,
        id,
        path,
        summary: "What a client of the Model Context Protocol finds at /mcp.",
        ok: { description: "The server card.", type, schema: Card },
      },
      ({ request, set }) => answerVersioned({ request, set }, card(hubUrl()), type),
    );
  for (const [id, path] of [
    ["get_mcp_catalog", "/.well-known/mcp/catalog.json"],
    ["get_ai_catalog", "/.well-known/ai-catalog.json"],
  ] as const)
    mount(
      {
        ...common,
        id,
        path,
        summary: "Where the card of /mcp is.",
        ok: { description: "A catalogue with one entry.", schema: McpCatalog },
      },
      ({ request, set }) => answerVersioned({ request, set }, catalog(hubUrl()), "application/json"),
    );

  let bridge: Promise<VersionedText> | undefined;
  const type = "text/javascript; charset=utf-8";
  mount(
    {
      ...common,
      id: "get_mcp_bridge",
      path: "/mcp/stdio.mjs",
      summary: "A bridge to /mcp for clients that start a process: one file, without dependencies.",
      ok: { description: "The file; HUB_URL and HUB_API_KEY say where to ask.", type: "text/javascript" },
    },
    async ({ request, set }) =>
      answerVersioned({ request, set }, await (bridge ??= readFile(BRIDGE, "utf8").then(withVersion)), type),
  );
}
