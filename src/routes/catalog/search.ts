/** Search of the catalogue, as entries and as ready-made tools. Both are sold by the call. */
import { inputValidator } from "../../runtime/schema.ts";
import { rowOf } from "../../presenters/route.ts";
import { SearchResults, ToolResults } from "../../presenters/schemas/catalog.ts";
import { documentOperation, type ProtectedDeps, serveDocument } from "../http/protected.ts";
import type { Mount } from "../http/mount.ts";
import { queryReader } from "../http/query.ts";
import { createSearchAnswers } from "./search-answers.ts";
import { type EntrySearchDeps, findEntries } from "./entry-search.ts";
import { findTools, type ToolSearchDeps } from "./tool-search.ts";
import { SearchQuery, ToolQuery, cutLongWords } from "./search-query.ts";

export interface SearchRoutesDeps extends ProtectedDeps, EntrySearchDeps, ToolSearchDeps {
  /** Other numbers whenever what calls have taught may be answered otherwise. */
  readonly taught: () => readonly number[];
}

export function searchRoutes(deps: SearchRoutesDeps, mount: Mount): void {
  const { catalog, registry, hubUrl, taught } = deps;
  const answers = createSearchAnswers(() => [catalog(), registry.list(), hubUrl(), ...taught()]);
  const readSearch = queryReader(SearchQuery);
  const readTools = queryReader(ToolQuery);
  const searching = deps.offer(
    documentOperation({
      slug: "search",
      method: "GET",
      path: "/api/v1/agent/search/",
      name: "API search",
      description: "Finds the API operations and actors that do what the words say.",
      input: SearchQuery,
      validate: cutLongWords(inputValidator(SearchQuery)),
      example: { q: "weather forecast", limit: 5 },
      needs: deps.catalog,
      perform: (input, _signal, admission) => findEntries(deps, answers, input, admission),
    }),
  );
  const tools = deps.offer(
    documentOperation({
      slug: "tools-search",
      method: "GET",
      path: "/api/v1/agent/tools/search/",
      description: "Finds API operations and actors and answers them as tool definitions for a language model.",
      name: "Tool search",
      input: ToolQuery,
      validate: cutLongWords(inputValidator(ToolQuery)),
      example: { q: "send an email", format: "openai" },
      needs: deps.catalog,
      perform: (input, _signal, admission) => findTools(deps, input, admission),
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
