/** Makes a tool from plain words: the catalogue drafts it, the model betters it, and its key keeps it. */
import { SHOWN_ACTORS } from "../../catalog/search/actors.ts";
import { callUrl, dynamicTool } from "../../presenters/dynamic-tool.ts";
import { actorAsTool } from "./actor-as-tool.ts";
import { MAX_WISH, type NewTool, REFINE_MS } from "./new-tool.ts";
import { shownBody } from "../../proxy/answer.ts";
import { buildRequest } from "../../proxy/request/build.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { entryJson } from "../../runtime/entries/entry-json.ts";
import { HubError } from "../../runtime/errors.ts";
import type { LanguageModel } from "../../runtime/llm.ts";
import type { Registry } from "../../runtime/actors/registry.ts";
import { linkedSignal } from "../../runtime/async/linked-signal.ts";
import { answeringActor, offeredActors, type OfferedActor } from "../../dynamic-tools/rank/actors-offered.ts";
import { compose, type Composition } from "../../dynamic-tools/compose.ts";
import type { ToolDraft } from "../../dynamic-tools/slots/tool-draft.ts";
import { withoutCredentials } from "../../dynamic-tools/http/credentials.ts";
import { isRequest } from "../../dynamic-tools/http/request-said.ts";
import { refine } from "../../dynamic-tools/refine.ts";
import type { ToolRepository } from "../../dynamic-tools/repository.ts";
import type { CallDeps } from "../../proxy/call-deps.ts";
import type { Clock } from "../../runtime/world.ts";
import { noteQuestion, type QuestionLog } from "../catalog/question-log.ts";
import type { Admission } from "../../runtime/run/operation.ts";

export interface ComposeToolDeps {
  readonly proxy: Pick<CallDeps, "catalog" | "find" | "userAgent">;
  readonly clock: Clock;
  readonly toolRepository: ToolRepository;
  readonly registry: Registry;
  readonly hubUrl: () => string;
  readonly learning?: QuestionLog | undefined;
  /** Betters the catalogue's own draft, for calls whose charge is covered. */
  readonly model: LanguageModel;
}

export async function composeTool(
  deps: ComposeToolDeps,
  wish: NewTool,
  signal: AbortSignal,
  admission: Admission,
): Promise<object> {
  const { proxy, toolRepository, hubUrl } = deps;
  const { standing, isCovered, spend, client } = admission;
  const catalog = proxy.catalog();
  const description = readPart(withoutCredentials(wish.description));
  const found = await compose(catalog, proxy.find, {
    description,
    limit: wish.limit,
    now: deps.clock.now(),
    category: wish.category,
    signal,
    caller: client().name,
  });
  const url = hubUrl();
  // What is written out as a request is one: no actor does something else instead.
  const offered = isRequest(description) ? [] : await offeredActors(deps.registry.list(), description);
  const actors = offered.slice(0, SHOWN_ACTORS);
  const answering = answeringActor(actors, found.services, found.ok ? found.draft.likelihood : undefined);
  if (answering !== undefined) {
    return {
      ...actorAsTool(answering, url),
      candidates: candidatesJson(found.ok ? found.draft.candidates : found.candidates, url),
      actors: offeredJson(actors, url),
    };
  }
  if (!found.ok) throw noOperation(found, actors, url);
  const refined = isCovered ? await refinedOf(deps, found.draft, description, signal, spend) : undefined;
  const draft = refined ?? found.draft;
  const { callee, constants, confidence, needs, nearMisses, candidates } = draft;
  noteQuestion(deps.learning, admission, description, [callee.entry.slug]);
  const spec = (await catalog.spec(callee.entry.slug)) ?? {};
  const given = { description, entry: callee.entry.slug, constants };
  // Who pays by the call has no account to keep it for: the tool is told, and called by its entry.
  const kept = standing.state === "known" ? await toolRepository.keep(standing.holder, given) : undefined;
  const tool = kept ?? { ...given, slug: callee.entry.slug, version: 1, createdAt: 0, expiresAt: 0 };
  return {
    tool: dynamicTool(tool, callee, spec),
    candidates: candidatesJson(candidates, url),
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

/** Half of a request that is written out would be another one. What is secret is masked by now, and not cut in two. */
function readPart(text: string): string {
  if (text.length <= MAX_WISH) return text;
  if (isRequest(text))
    throw new HubError("invalid_input", `A request that is written out has at most ${MAX_WISH} characters.`, {
      nextActions: ["Leave its body out, and send that to call_url."],
    });
  return text.trimStart().slice(0, MAX_WISH);
}

/** What else may do it, and how to ask again. */
function noOperation(
  found: Extract<Composition, { ok: false }>,
  actors: readonly OfferedActor[],
  url: string,
): HubError {
  return new HubError("not_found", "No operation of the catalogue does what the words say.", {
    facts: { candidates: candidatesJson(found.candidates, url) },
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

function candidatesJson(entries: readonly Entry[], url: string): object[] {
  return entries.map((entry) => entryJson(entry, url));
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
  { model, proxy }: ComposeToolDeps,
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
