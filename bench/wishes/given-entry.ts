/**
 * The hub as it would be if it always chose the right entry: a door before it that makes the tool of a wish from the
 * entries of its label alone. What is wrong then is wrong with the request.
 */
import { Database } from "bun:sqlite";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { type Constants } from "../../src/dynamic-tools/slots/constants.ts";
import { rankedFor } from "../../src/dynamic-tools/compose.ts";
import { createOperations } from "../../src/proxy/operations.ts";
import { dynamicTool } from "../../src/presenters/dynamic-tool.ts";
import type { Catalog } from "../../src/runtime/catalog.ts";

export interface LabelledWish {
  readonly wish: string;
  readonly right: readonly string[];
}

export interface Door extends Disposable {
  readonly base: string;
}

const TOOLS = "/api/v1/agent/dynamic-tool/";
const CALLS = "/given/";

/** `hub` is the address of the hub behind it. */
export function openDoor(hub: string, catalogPath: string, wishes: readonly LabelledWish[]): Door {
  const catalog = openCatalog(catalogPath, Math.random);
  const find = createOperations();
  const slugs = slugsOf(catalogPath);
  const labels = new Map(wishes.map(({ wish, right }) => [wish, right] as const));
  const made: { readonly entry: string; readonly constants: Constants }[] = [];

  async function make(description: string): Promise<Response> {
    const right = (labels.get(description) ?? []).flatMap((one) => matching(one, slugs));
    const { ranked } = await rankedFor(onlyWith(catalog, right), find, { description, limit: 5, now: Date.now() });
    const match = ranked[0]?.match;
    if (match === undefined) return Response.json({}, { status: 404 });
    const { entry, operation, constants } = match;
    const tool = {
      slug: entry.slug,
      version: 1,
      description,
      entry: entry.slug,
      constants,
      createdAt: 0,
      expiresAt: 0,
    };
    const number = made.push({ entry: entry.slug, constants }) - 1;
    return Response.json({
      tool: dynamicTool(tool, { entry, operation }, (await catalog.spec(entry.slug)) ?? {}),
      call_url: `http://127.0.0.1:${server.port}${CALLS}${number}`,
      needs: [],
    });
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const sent = request.method === "GET" ? undefined : ((await request.json()) as Record<string, unknown>);
      if (pathname === TOOLS && sent !== undefined) return await make(String(sent["description"]));
      const { entry, constants } = made[Number(pathname.slice(CALLS.length))] ?? {};
      const isCall = pathname.startsWith(CALLS) && entry !== undefined;
      const body = isCall ? withConstants(sent, constants) : sent;
      return fetch(isCall ? `${hub}/api/v1/agent/proxy/${entry}/call/` : `${hub}${pathname}${search}`, {
        method: request.method,
        headers: headersOf(request),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
  });
  return {
    base: `http://127.0.0.1:${server.port}`,
    [Symbol.dispose]() {
      void server.stop(true);
      catalog.close();
    },
  };
}

function headersOf({ headers }: Request): Record<string, string> {
  const key = headers.get("x-api-key");
  return { ...(key !== null && { "x-api-key": key }), "content-type": "application/json" };
}

function withConstants(sent: Record<string, unknown> = {}, constants: Constants = { params: {} }): object {
  return { ...constants, ...sent, params: { ...constants.params, ...(sent["params"] as object | undefined) } };
}

/** It finds these entries alone, whatever is searched for. */
function onlyWith(catalog: Catalog, slugs: readonly string[]): Catalog {
  return {
    ...catalog,
    async search(query) {
      const found = await catalog.search(query);
      const entries = await Promise.all(slugs.slice(0, 20).map((slug) => catalog.entry(slug)));
      return { ...found, hits: entries.flatMap((entry) => (entry === undefined ? [] : [{ entry, score: 1 }])) };
    },
  };
}

function slugsOf(path: string): readonly string[] {
  using database = new Database(path, { readonly: true });
  return database
    .query<{ slug: string }, []>("SELECT slug FROM entries WHERE vanished_at IS NULL ORDER BY slug")
    .all()
    .map(({ slug }) => slug);
}

function matching(label: string, slugs: readonly string[]): readonly string[] {
  const [start = ""] = /^[\w-]*/.exec(label.replace(/[\w-][?*+{].*$/, "")) ?? [];
  const pattern = new RegExp(`^(?:${label})$`);
  return slugs.filter((slug) => slug.startsWith(start) && pattern.test(slug));
}
