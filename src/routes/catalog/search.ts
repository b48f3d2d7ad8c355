/** Search of the catalogue, as entries and as ready-made tools. Both are sold by the call. */
import { CATEGORIES } from "../../catalog/categories.ts";
import { MAX_TEXT, PER_API } from "../../catalog/search/search.ts";
import { AUTHS, type Auth, type Catalog, type Hit } from "../../runtime/catalog.ts";
import { actorsFor } from "../../catalog/search/actors.ts";
import { METHODS } from "../../catalog/spec/path-item.ts";
import { TOOL_FORMATS, type ToolFormat } from "../../catalog/spec/definitions.ts";
import { inputValidator, type Validation } from "../../runtime/schema.ts";
import { rowOf } from "../../presenters/route.ts";
import { SearchResults, ToolResults } from "../../presenters/schemas/catalog.ts";
import { pageOf, resultsJson } from "../../presenters/search-results.ts";
import { actorTool, entryTool, type OfferedTool } from "../../presenters/tools.ts";
import { inner } from "../../text/json-text.ts";
import { roomInTurn } from "../../text/room-in-turn.ts";
import { OneOf, type Static, Type, withDefault } from "../../runtime/actor.ts";
import type { Registry } from "../../runtime/run/registry.ts";
import { CATALOG_SOURCE } from "./catalog.ts";
import { storedTool } from "../../presenters/dynamic-tool.ts";
import { contentStems } from "../../catalog/stems.ts";
import type { FindOperation } from "../../proxy/operations.ts";
import type { Holder } from "../../runtime/ports/accounts.ts";
import type { ToolRepository } from "../../dynamic-tools/repository.ts";
import { accessFor, CALLABLE, type CallerAccess, type EntryHealth, searchCallable } from "./callable.ts";
import type { ConnectionService } from "../../connections/service.ts";
import { documentWork, type ProtectedDeps, serveDocument } from "../http/protected.ts";
import type { Mount } from "../http/mount.ts";
import { queryReader } from "../http/query.ts";
import { createSearchAnswers, type SearchAnswer, type SearchAnswers } from "./search-answers.ts";
import type { Admission } from "../../runtime/run/operation.ts";

export interface SearchRoutesDeps extends ProtectedDeps {
  readonly catalog: () => Catalog;
  readonly registry: Registry;
  readonly hubUrl: () => string;
  readonly toolRepository: ToolRepository;
  readonly connections: { readonly service: Pick<ConnectionService, "forUse"> };
  readonly health: EntryHealth;
  /** Other numbers whenever what calls have taught may be answered otherwise. */
  readonly taught: () => readonly number[];
  /** Where entries are found by meaning too, the same words may find others a moment later. */
  readonly meaning?: unknown;
  /** Told what a key asked for and was shown; absent where nothing is learned. */
  readonly learning?: QuestionLog | undefined;
  readonly proxy: { readonly find: FindOperation };
}

/** Who learns from what is asked. */
export interface QuestionLog {
  asked(holder: Holder, text: string, shown: readonly string[], address: string): void;
}

const Words = Type.String({
  minLength: 1,
  pattern: "\\S",
  description: `What shall be done, in your own words; of more than ${MAX_TEXT} characters the first count. A category's slug finds all of the category.`,
});

/** One of these, or several separated by commas. */
function listOf(names: readonly string[], description: string) {
  const name = `(?:${names.join("|")})`;
  return Type.Optional(
    Type.String({ pattern: `^${name}(?:,${name})*$`, description: `${description}: ${names.join(", ")}` }),
  );
}

const METHOD_NAMES = METHODS.map((method) => method.toUpperCase());

const SearchQuery = Type.Object({
  q: Words,
  auth: listOf(AUTHS, "Only what needs one of these"),
  method: listOf(METHOD_NAMES, "Only operations of one of these methods"),
  category: Type.Optional(OneOf(CATEGORIES.map(({ slug }) => slug))),
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 100 }), 20),
  offset: withDefault(Type.Integer({ minimum: 0, maximum: 1_000_000 }), 0),
  per_api: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: `Results of one API at most; 0 is no cap. Left out, ${PER_API} for a few words that name no API, else no cap.`,
    }),
  ),
  callable: Type.Optional(
    OneOf(CALLABLE, {
      description:
        "now: open, or connected by you; connectable: also what you could connect; any: all. What can be called now comes first among equals, of the best 500 matches.",
    }),
  ),
  explain: withDefault(Type.Boolean({ description: "Say why each result matched." }), false),
});

/** More of them would hide what else there is. */
const MAX_ACTORS = 2;

const ToolQuery = Type.Object({
  q: Words,
  limit: withDefault(Type.Integer({ minimum: 1, maximum: 50 }), 10),
  format: withDefault(OneOf(TOOL_FORMATS), "openai" as ToolFormat),
  full: withDefault(
    Type.Boolean({ description: "All of each schema, however large; else deep and long ones are summarised." }),
    false,
  ),
});

export function searchRoutes(deps: SearchRoutesDeps, mount: Mount): void {
  const { catalog, registry, hubUrl, taught } = deps;
  const answers = createSearchAnswers(() => [catalog(), registry.list(), hubUrl(), ...taught()]);
  const readSearch = queryReader(SearchQuery);
  const readTools = queryReader(ToolQuery);
  const searching = deps.offer(
    documentWork({
      slug: "search",
      method: "GET",
      path: "/api/v1/agent/search/",
      name: "API search",
      description: "Finds the API operations and actors that do what the words say.",
      input: SearchQuery,
      validate: cutting(inputValidator(SearchQuery)),
      example: { q: "weather forecast", limit: 5 },
      needs: deps.catalog,
      perform: (input, _signal, admission) => found(deps, answers, input, admission),
    }),
  );
  const tools = deps.offer(
    documentWork({
      slug: "tools-search",
      method: "GET",
      path: "/api/v1/agent/tools/search/",
      description: "Finds API operations and actors and answers them as tool definitions for a language model.",
      name: "Tool search",
      input: ToolQuery,
      validate: cutting(inputValidator(ToolQuery)),
      example: { q: "send an email", format: "openai" },
      needs: deps.catalog,
      perform: (input, _signal, admission) => foundTools(deps, input, admission),
    }),
  );
  mount(
    {
      ...rowOf(searching),
      id: "search_apis",
      tag: "catalogue",
      ok: { description: "What was found, the best first.", schema: SearchResults },
    },
    ({ request, set }) => serveDocument(deps, { request, set }, searching, readSearch(request.url)),
  );
  mount(
    {
      ...rowOf(tools),
      id: "search_tools",
      tag: "tools",
      ok: { description: "Definitions to hand to a model, each with the address that calls it.", schema: ToolResults },
    },
    ({ request, set }) => serveDocument(deps, { request, set }, tools, readTools(request.url)),
  );
}

/** Agents ask with whole mails; what is too long to be read is not worth a refusal. */
function cutting<Query extends { q: string }>(
  validate: (input: unknown) => Validation<Query>,
): (input: unknown) => Validation<Query> {
  return (input) => {
    const judged = validate(input);
    if (!judged.ok || judged.value.q.length <= MAX_TEXT) return judged;
    const warning = `"q" has more than ${MAX_TEXT} characters: only the first ${MAX_TEXT} were searched for.`;
    const q = judged.value.q.slice(0, MAX_TEXT);
    return { ...judged, value: { ...judged.value, q }, warnings: [...judged.warnings, warning] };
  };
}

async function found(
  deps: SearchRoutesDeps,
  answers: SearchAnswers,
  query: Static<typeof SearchQuery>,
  admission: Admission,
): Promise<string> {
  const access = await accessFor(deps.connections.service, admission.standing);
  const key = `${JSON.stringify(query)} ${access.hosts.join()}`;
  const known = answers.find(key);
  const answer = known.answer ?? (await search(deps, query, access));
  if (known.answer === undefined && deps.meaning === undefined) known.keep(answer);
  tell(deps.learning, admission, query.q, answer.shown);
  return answer.text;
}

async function search(
  { catalog, registry, hubUrl, health }: SearchRoutesDeps,
  query: Static<typeof SearchQuery>,
  access: CallerAccess,
): Promise<SearchAnswer> {
  const { q, category, auth, method, limit, offset, per_api: perApi, callable, explain } = query;
  const isNarrowed = [category, auth, method].some((one) => one !== undefined);
  const actors = isNarrowed ? [] : actorsFor(registry.list(), q).slice(0, MAX_ACTORS);
  const page = pageOf(actors.length, offset, limit);
  const asked = {
    text: q,
    ...(category && { category }),
    ...(auth !== undefined && { auths: auth.split(",") as Auth[] }), // As the schema has it.
    ...(method !== undefined && { methods: method.split(",") }),
    ...page.entries,
    ...(perApi !== undefined && { perApi }),
    explain,
    byMeaning: true,
  };
  const result = await searchCallable(catalog(), { query: asked, callable, access, health });
  const [best] = result.hits;
  const url = hubUrl();
  const head = inner({
    ...CATALOG_SOURCE,
    query: q,
    category: category ?? result.category ?? null,
    limit,
    offset,
    total: result.total + actors.length,
    ...(result.isByMeaning && { ranked_by: ["words", "meaning"] }),
    ...(result.correctedTo !== undefined && { corrected_to: result.correctedTo }),
    ...(result.unknownNames.length > 0 && { unknown_names: result.unknownNames }),
  });
  const served = actors.map(({ actor }) => actor);
  const results = resultsJson(page, result.hits, served, url);
  const next =
    best === undefined
      ? nothingFound(q)
      : `GET /api/v1/agent/tool/${best.entry.slug}/spec/ tells how the best result is called; POST to its proxy_url calls it.`;
  return {
    text: `{${head},"results":${results},"recommended_next_action":${JSON.stringify(next)}}`,
    shown: slugsOf(result.hits),
  };
}

async function foundTools(
  deps: SearchRoutesDeps,
  { q, limit, format, full }: Static<typeof ToolQuery>,
  admission: Admission,
): Promise<object> {
  const catalog = deps.catalog();
  const url = deps.hubUrl();
  const extent = full ? "full" : "short";
  const actors = actorsFor(deps.registry.list(), q).map((actor) => actorTool(actor, format, url));
  const access = await accessFor(deps.connections.service, admission.standing);
  const query = { text: q, limit, offset: 0, byMeaning: true };
  const { hits } = await searchCallable(catalog, { query, callable: undefined, access, health: deps.health });
  tell(deps.learning, admission, q, slugsOf(hits));
  const entries = [];
  for (const { entry } of hits) {
    const room = roomInTurn();
    if (room !== undefined) await room;
    const spec = await catalog.spec(entry.slug);
    if (spec !== undefined) entries.push(entryTool(entry, spec, { format, extent, hubUrl: url }));
  }
  const { standing } = admission;
  const own = standing.state === "known" ? await ownTools(deps, standing.holder, q, format) : [];
  const tools = [...own, ...actors, ...entries].slice(0, limit);
  return {
    ...CATALOG_SOURCE,
    query: q,
    format,
    count: tools.length,
    tools,
    recommended_next_action:
      tools.length === 0
        ? nothingFound(q)
        : "Give `definition` to the model as it is, and POST the arguments it chooses to `call_url`.",
  };
}

/** The index is English, and of other languages it knows some words in Latin letters. */
function nothingFound(text: string): string {
  const other = /[^\P{L}\p{Script=Latin}]/u.test(text);
  return `${other ? "The catalogue is in English: search again in English words" : "Search again with other words, in English"}, or browse /api/v1/agent/categories/.`;
}

function tell(
  learning: QuestionLog | undefined,
  { standing, address }: Admission,
  words: string,
  shown: readonly string[],
): void {
  if (standing.state === "known") learning?.asked(standing.holder, words, shown, address());
}

function slugsOf(hits: readonly Hit[]): string[] {
  return hits.map(({ entry }) => entry.slug);
}

/** The tools this key had composed that speak of what is asked. */
async function ownTools(
  { catalog, toolRepository, proxy, hubUrl }: SearchRoutesDeps,
  holder: Holder,
  words: string,
  format: ToolFormat,
): Promise<OfferedTool[]> {
  const asked = new Set(contentStems(words));
  const found: OfferedTool[] = [];
  for (const tool of await toolRepository.list(holder)) {
    if (!contentStems(tool.description).some((stem) => asked.has(stem))) continue;
    const callee = await proxy.find(catalog(), tool.entry);
    const spec = callee && (await catalog().spec(tool.entry));
    if (callee !== undefined && spec !== undefined) found.push(storedTool(tool, callee, spec, format, hubUrl()));
  }
  return found;
}
