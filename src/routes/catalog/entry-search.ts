/** The search for entries and actors, and its answer. */
import type { Auth, Catalog } from "../../runtime/catalog.ts";
import { actorsFor, SHOWN_ACTORS } from "../../catalog/search/actors.ts";
import { pageOf, resultsJson } from "../../presenters/search-results.ts";
import { inner } from "../../text/json-text.ts";
import type { Static } from "../../runtime/actor.ts";
import { CATALOG_SOURCE } from "./catalog.ts";
import { accessFor, type CallerAccess, type EntryHealth, searchCallable } from "./callable.ts";
import type { SearchAnswer, SearchAnswers } from "./search-answers.ts";
import type { Admission } from "../../runtime/run/operation.ts";
import { nothingFound, nothingMore } from "./nothing-found.ts";
import { noteQuestion, type QuestionLog, slugsOf } from "./question-log.ts";
import type { ConnectionService } from "../../connections/service.ts";
import type { Registry } from "../../runtime/actors/registry.ts";
import type { SearchQuery } from "./search-query.ts";

export interface EntrySearchDeps {
  readonly catalog: () => Catalog;
  readonly registry: Registry;
  readonly hubUrl: () => string;
  readonly connections: { readonly service: Pick<ConnectionService, "forUse"> };
  readonly health: EntryHealth;
  /** Where entries are found by meaning too, the same words may find others a moment later. */
  readonly meaning?: unknown;
  /** Told what a key asked for and was shown; absent where nothing is learned. */
  readonly learning?: QuestionLog | undefined;
}

export async function findEntries(
  deps: EntrySearchDeps,
  answers: SearchAnswers,
  query: Static<typeof SearchQuery>,
  admission: Admission,
): Promise<string> {
  const access = await accessFor(deps.connections.service, admission.standing);
  const key = `${JSON.stringify(query)} ${access.hosts.join()}`;
  const known = answers.find(key);
  const answer = known.answer ?? (await search(deps, query, access));
  if (known.answer === undefined && deps.meaning === undefined) known.keep(answer);
  noteQuestion(deps.learning, admission, query.q, answer.shown);
  return answer.text;
}

async function search(
  { catalog, registry, hubUrl, health }: EntrySearchDeps,
  query: Static<typeof SearchQuery>,
  access: CallerAccess,
): Promise<SearchAnswer> {
  const { q, category, auth, method, limit, offset, per_api: perApi, callable, explain } = query;
  const isNarrowed = [category, auth, method].some((one) => one !== undefined);
  const filters = Object.entries({ category, auth, method, callable }).flatMap(([name, one]) =>
    one === undefined ? [] : name,
  );
  const actors = isNarrowed ? [] : actorsFor(registry.list(), q).slice(0, SHOWN_ACTORS);
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
  const nothing = result.total > 0 ? nothingMore(result.total, result.perApi) : nothingFound(q, filters);
  const next =
    best === undefined
      ? nothing
      : `GET /api/v1/agent/tool/${best.entry.slug}/spec/ tells how the best result is called; POST to its proxy_url calls it.`;
  return {
    text: `{${head},"results":${results},"recommended_next_action":${JSON.stringify(next)}}`,
    shown: slugsOf(result.hits),
  };
}
