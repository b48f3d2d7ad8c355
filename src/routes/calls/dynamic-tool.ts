/** Tools made from plain words: composed, kept for their key, listed and forgotten. */
import { nameParameter, rowOf } from "../../presenters/route.ts";
import { ComposedTool, DeletedTool, ShownTool, ToolList } from "../../presenters/schemas/proxy.ts";
import { callUrl, dynamicTool } from "../../presenters/dynamic-tool.ts";
import { asHubError, HubError } from "../../runtime/errors.ts";
import { inputValidator } from "../../runtime/schema.ts";
import type { Holder } from "../../runtime/ports/accounts.ts";
import { type ToolRepository, TOOL_SLUG } from "../../dynamic-tools/repository.ts";
import { DEFAULT_BODY_BYTES } from "../http/body.ts";
import { answerHolder, type HolderDeps } from "../http/holder.ts";
import type { Mount } from "../http/mount.ts";
import { DONE_LATER, laterOf, LaterQuery, settled } from "../http/later.ts";
import { documentOf, documentOperation, serveDocument, soldTo, unreadableOperation } from "../http/protected.ts";
import type { ComposeToolDeps } from "./compose-tool.ts";
import { NewTool, REFINE_MS, withLengthWarning } from "./new-tool.ts";
import type { ProxyRoutesDeps } from "./proxy.ts";
import { sentKey } from "../http/sent-key.ts";

const TIMEOUT_MS = REFINE_MS + 10_000;

const PATH = "/api/v1/agent/dynamic-tool/";
/** Of runs that are done later. */
const KIND = "tool";

export interface DynamicToolRoutesDeps extends ProxyRoutesDeps, HolderDeps, ComposeToolDeps {
  readonly proxy: ProxyRoutesDeps["proxy"];
}

export function dynamicToolRoutes(deps: DynamicToolRoutesDeps, mount: Mount): void {
  const { proxy, toolRepository, hubUrl } = deps;
  const operation = deps.offer(
    documentOperation({
      slug: "dynamic-tool",
      method: "POST",
      path: PATH,
      name: "Tool from plain words",
      description: "Makes a callable tool from plain words.",
      input: NewTool,
      validate: withLengthWarning(inputValidator(NewTool)),
      example: { description: "current weather in Paris", dry_run: true },
      timeoutMs: TIMEOUT_MS,
      asksModel: () => deps.model.fault() === undefined,
      needs: proxy.catalog,
      async perform(input, signal, admission) {
        const { composeTool } = await import("./compose-tool.ts");
        return composeTool(deps, input, signal, admission);
      },
    }),
  );
  const endpoint = { method: "GET", path: PATH, description: "The tools of a key.", area: "search" } as const;

  mount(
    {
      ...rowOf(operation),
      id: "create_tool",
      tag: "tools",
      query: LaterQuery,
      ok: {
        description: "The tool, with the address that calls it.",
        schema: ComposedTool,
        alsoStatuses: DONE_LATER,
      },
      headers: ["Location"],
      statuses: [404],
    },
    async ({ request, set }) => {
      const sent = await deps.bodies.json(request, DEFAULT_BODY_BYTES).catch(asHubError);
      if (sent instanceof HubError)
        return serveDocument(deps, { request, set }, unreadableOperation(operation, sent), {});
      // Whoever has no key and has not paid is told the price before anything else.
      const mayWait = sentKey(request.headers) !== undefined || request.headers.has("payment-signature");
      const wish = mayWait ? laterOf(deps, request.url, { kind: KIND, name: operation.slug, sent }) : undefined;
      const begun = await soldTo(deps, { request, set, later: wish?.later }, operation, sent);
      const outcome = await settled(deps, begun, wish?.waitMs, { request, set });
      if (typeof outcome === "string") return outcome;
      Object.assign(set.headers, outcome.headers);
      return documentOf(outcome);
    },
  );
  deps.runKinds.set(KIND, {
    operation: () => operation,
    write: (outcome) => (outcome.ok ? { status: 200, text: documentOf(outcome) } : undefined),
  });
  mount(
    {
      id: "list_tools",
      method: "GET",
      path: PATH,
      tag: "tools",
      summary: "The tools of a key.",
      ok: { description: "All of them.", schema: ToolList },
      statuses: [403],
      access: "holder",
    },
    ({ request, set }) =>
      answerHolder(deps, { request, set }, endpoint, async (holder) => {
        const tools = await toolRepository.list(holder);
        return { tools: tools.map((tool) => summary(tool, hubUrl())), count: tools.length };
      }),
  );
  const params = nameParameter("slug", "Slug of a tool of this key.");
  mount(
    {
      id: "get_tool",
      method: "GET",
      path: `${PATH}:slug/`,
      tag: "tools",
      summary: "One tool of a key.",
      params,
      ok: { description: "The tool.", schema: ShownTool },
      statuses: [403, 404],
      access: "holder",
      example: { params: { slug: "tool-weather" } },
    },
    ({ request, params, set }) =>
      answerHolder(deps, { request, set }, endpoint, async (holder) => shown(deps, holder, params["slug"] ?? "")),
  );
  mount(
    {
      id: "delete_tool",
      method: "DELETE",
      path: `${PATH}:slug/`,
      tag: "tools",
      summary: "Forgets a tool of a key.",
      params,
      ok: { description: "It is forgotten.", schema: DeletedTool },
      statuses: [403, 404],
      access: "holder",
      example: { params: { slug: "tool-weather" } },
    },
    ({ request, params, set }) =>
      answerHolder(deps, { request, set }, { ...endpoint, method: "DELETE" }, async (holder) => {
        const slug = params["slug"] ?? "";
        if (!TOOL_SLUG.test(slug) || !(await toolRepository.remove(holder, slug))) throw unknownTool();
        return { slug, deleted: true };
      }),
  );
}

async function shown(
  { proxy, toolRepository, hubUrl }: DynamicToolRoutesDeps,
  holder: Holder,
  slug: string,
): Promise<object> {
  const tool = TOOL_SLUG.test(slug) ? await toolRepository.find(holder, slug) : undefined;
  const catalog = proxy.catalog();
  const callee = tool && (await proxy.find(catalog, tool.entry));
  if (tool === undefined || callee === undefined) throw unknownTool();
  const spec = (await catalog.spec(tool.entry)) ?? {};
  return { tool: dynamicTool(tool, callee, spec), ...summary(tool, hubUrl()) };
}

function summary(tool: Awaited<ReturnType<ToolRepository["keep"]>>, hubUrl: string): object {
  return {
    slug: tool.slug,
    version: tool.version,
    description: tool.description,
    entry: tool.entry,
    constants: tool.constants,
    call_url: callUrl(tool, hubUrl),
    created_at: new Date(tool.createdAt).toISOString(),
    expires_at: new Date(tool.expiresAt).toISOString(),
  };
}

function unknownTool(): HubError {
  return new HubError("not_found", "No tool of this key has this slug.", {
    nextActions: [`List them at GET ${PATH}.`],
  });
}
