/** The search for entries and actors as definitions that a model takes, and its answer. */
import { actorsFor } from "../../catalog/search/actors.ts";
import type { ToolFormat } from "../../catalog/spec/definitions.ts";
import { actorTool, entryTool, type OfferedTool } from "../../presenters/tools.ts";
import { roomInTurn } from "../../text/room-in-turn.ts";
import type { Static } from "../../runtime/actor.ts";
import { CATALOG_SOURCE } from "./catalog.ts";
import { storedTool } from "../../presenters/dynamic-tool.ts";
import { contentStems } from "../../catalog/words/stems.ts";
import type { Holder } from "../../runtime/ports/accounts.ts";
import { accessFor, searchCallable } from "./callable.ts";
import type { Admission } from "../../runtime/run/operation.ts";
import type { EntrySearchDeps } from "./entry-search.ts";
import { nothingFound } from "./nothing-found.ts";
import { noteQuestion, slugsOf } from "./question-log.ts";
import type { ToolRepository } from "../../dynamic-tools/repository.ts";
import type { FindOperation } from "../../proxy/operations.ts";
import type { ToolQuery } from "./search-query.ts";

export interface ToolSearchDeps extends Omit<EntrySearchDeps, "meaning"> {
  readonly toolRepository: ToolRepository;
  readonly proxy: { readonly find: FindOperation };
}

export async function findTools(
  deps: ToolSearchDeps,
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
  noteQuestion(deps.learning, admission, q, slugsOf(hits));
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

/** The tools this key had composed that speak of what is asked. */
async function ownTools(
  { catalog, toolRepository, proxy, hubUrl }: ToolSearchDeps,
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
