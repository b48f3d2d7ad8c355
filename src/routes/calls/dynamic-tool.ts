/** Tools made from plain words: composed, kept for their key, listed and forgotten. */
import { CATEGORIES } from "../../catalog/categories.ts";
import { nameParameter, rowOf } from "../../presenters/route.ts";
import { ComposedTool, DeletedTool, ShownTool, ToolList } from "../../presenters/schemas/proxy.ts";
import { callUrl, dynamicTool } from "../../presenters/dynamic-tool.ts";
import { actorAsTool } from "./actor-as-tool.ts";
import { shownBody } from "../../proxy/answer.ts";
import { buildRequest } from "../../proxy/request/build.ts";
import { OneOf, type Static, Type, withDefault } from "../../runtime/actor.ts";
import { entryJson } from "../../runtime/entry-json.ts";
import { HubError } from "../../runtime/errors.ts";
import type { LanguageModel } from "../../runtime/llm.ts";
import type { Holder } from "../../runtime/ports/accounts.ts";
import type { Registry } from "../../runtime/run/registry.ts";
import { linkedSignal } from "../../runtime/linked-signal.ts";
import { answeringActor, offeredActors, type OfferedActor } from "../../dynamic-tools/rank/actors-offered.ts";
import { compose, type ToolDraft } from "../../dynamic-tools/compose.ts";
import { refine } from "../../dynamic-tools/refine.ts";
import { type ToolRepository, TOOL_SLUG } from "../../dynamic-tools/repository.ts";
import { DEFAULT_BODY_BYTES } from "../http/body.ts";
import { answerHolder, type HolderDeps } from "../http/holder.ts";
import type { Mount } from "../http/mount.ts";
import { DONE_LATER, laterOf, LaterQuery, settled } from "../http/later.ts";
import { documentOf, documentWork, soldTo } from "../http/protected.ts";
import type { ProxyRoutesDeps } from "./proxy.ts";
import type { QuestionLog } from "../catalog/search.ts";
import type { Admission } from "../../runtime/run/operation.ts";

export interface DynamicToolRoutesDeps extends ProxyRoutesDeps, HolderDeps {
  readonly toolRepository: ToolRepository;
  readonly registry: Registry;
  readonly hubUrl: () => string;
  readonly learning?: QuestionLog | undefined;
  /** Betters the catalogue's own draft, for calls whose charge is covered. */
  readonly model: LanguageModel;
}

const ToolRequest = Type.Object({
  description: Type.String({ minLength: 1, maxLength: 1000, pattern: "\\S", description: "What the tool shall do." }),
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 20, description: "How many candidates are told." }), 5),
  category: Type.Optional(OneOf(CATEGORIES.map(({ slug }) => slug))),
  dry_run: withDefault(Type.Boolean({ description: "Show the exact request of the tool, too." }), false),
});
type ToolRequest = Static<typeof ToolRequest>;

/** More of them would hide what the catalogue offers. */
const MAX_ACTORS = 2;
/** The model's share of a call; without its answer the catalogue's draft is given. */
const REFINE_MS = 20_000;
const TIMEOUT_MS = REFINE_MS + 10_000;

const PATH = "/api/v1/agent/dynamic-tool/";
/** Of runs that are done later. */
const KIND = "tool";

export function dynamicToolRoutes(deps: DynamicToolRoutesDeps, mount: Mount): void {
  const { proxy, toolRepository, hubUrl } = deps;
  const operation = deps.offer(
    documentWork({
      slug: "dynamic-tool",
      method: "POST",
      path: PATH,
      name: "Tool from plain words",
      description: "Makes a callable tool from plain words.",
      input: ToolRequest,
      example: { description: "current weather in Paris", dry_run: true },
      timeoutMs: TIMEOUT_MS,
      asksModel: () => deps.model.fault() === undefined,
      needs: proxy.catalog,
      perform: (input, signal, admission) => composed(deps, input, signal, admission),
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
      const sent = await deps.bodies.json(request, DEFAULT_BODY_BYTES);
      // Whoever has no key and has not paid is told the price before anything else.
      const mayWait = request.headers.has("x-api-key") || request.headers.has("payment-signature");
      const wish = mayWait ? laterOf(request.url, { kind: KIND, name: operation.slug, sent }) : undefined;
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

async function composed(
  deps: DynamicToolRoutesDeps,
  wish: ToolRequest,
  signal: AbortSignal,
  { standing, isCovered, spend, address, client }: Admission,
): Promise<object> {
  const { proxy, toolRepository, hubUrl } = deps;
  const catalog = proxy.catalog();
  const found = await compose(catalog, proxy.find, {
    description: wish.description,
    limit: wish.limit,
    now: deps.clock.now(),
    category: wish.category,
    signal,
    caller: client().name,
  });
  const url = hubUrl();
  const actors = (await offeredActors(deps.registry.list(), wish.description)).slice(0, MAX_ACTORS);
  const answering = answeringActor(actors, found.services, found.ok ? found.draft.likelihood : undefined);
  if (answering !== undefined) {
    return {
      ...actorAsTool(answering, url),
      candidates: (found.ok ? found.draft.candidates : found.candidates).map((entry) => entryJson(entry, url)),
      actors: offeredJson(actors, url),
    };
  }
  if (!found.ok) {
    throw new HubError("not_found", "No operation of the catalogue does what the words say.", {
      nextActions: [
        ...actors.map(({ actor, payload }) => {
          const run = `POST /api/v1/genius/actors/${actor.slug}/run/`;
          return payload === undefined
            ? `The actor ${actor.slug} may do it: ${run}`
            : `The actor ${actor.slug} does it: ${run} with the input that intent-router makes of these words.`;
        }),
        ...found.candidates.map(({ slug, name }) => `Nearest: ${name}, GET /api/v1/agent/tool/${slug}/spec/`),
        ...(found.absent.length > 0
          ? ["The words name a service that the catalogue lacks: leave its name out if another will do."]
          : []),
        "Say it in other words, or search at /api/v1/agent/search/.",
      ],
    });
  }
  const refined = isCovered ? await refinedOf(deps, found.draft, wish.description, signal, spend) : undefined;
  const draft = refined ?? found.draft;
  const { callee, constants, confidence, needs, nearMisses, candidates } = draft;
  if (standing.state === "known")
    deps.learning?.asked(standing.holder, wish.description, [callee.entry.slug], address());
  const spec = (await catalog.spec(callee.entry.slug)) ?? {};
  const given = { description: wish.description, entry: callee.entry.slug, constants };
  // Who pays by the call has no account to keep it for: the tool is told, and called by its entry.
  const kept = standing.state === "known" ? await toolRepository.keep(standing.holder, given) : undefined;
  const tool = kept ?? { ...given, slug: callee.entry.slug, version: 1, createdAt: 0, expiresAt: 0 };
  return {
    tool: dynamicTool(tool, callee, spec),
    candidates: candidates.map((entry) => entryJson(entry, url)),
    generated_by: refined === undefined ? "catalog" : "llm",
    confidence,
    needs,
    near_misses: nearMisses.map(({ slug, name }) => ({
      slug,
      name,
      spec_url: `${url}/api/v1/agent/tool/${slug}/spec/`,
    })),
    actors: offeredJson(actors, url),
    call_url: callUrl(tool, url),
    expires_at: kept === undefined ? null : new Date(kept.expiresAt).toISOString(),
    ...(wish.dry_run && { dry_run: dryRun(draft, proxy.userAgent) }),
    recommended_next_action: `POST {"params": {…}} to call_url calls it; "dry_run": true there shows the request first.`,
  };
}

function offeredJson(actors: readonly OfferedActor[], url: string): object[] {
  return actors.map(({ actor, payload }) => ({
    kind: "actor",
    slug: actor.slug,
    name: actor.name,
    run_url: `${url}/api/v1/genius/actors/${actor.slug}/run/`,
    ...(payload && { payload }),
  }));
}

/** `undefined` where no model is connected, or what it says is of no help. */
async function refinedOf(
  { model, proxy }: DynamicToolRoutesDeps,
  draft: ToolDraft,
  description: string,
  signal: AbortSignal,
  spend: Admission["spend"],
): Promise<ToolDraft | undefined> {
  if (model.fault() !== undefined) return undefined;
  using patience = linkedSignal(signal, AbortSignal.timeout(REFINE_MS));
  const llm = model.lend(patience.signal, spend);
  return await refine(draft, { catalog: proxy.catalog(), find: proxy.find, llm, description });
}

/** The exact request where the words said enough, else what is still to be given. */
function dryRun({ callee, constants }: ToolDraft, userAgent: string): object {
  const built = buildRequest(callee.operation, constants, { credentials: {}, userAgent });
  if (!built.ok) return { ready: false, needs: built.issues };
  const { method, body, shown: request } = built.request;
  return { ready: true, method, url: request.url, headers: request.headers, body: shownBody(body) };
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
