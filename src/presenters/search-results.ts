/** Entries and actors as one list: those who asked for an operation find it first, and beside it the actor that does the same. */
import type { Actor } from "../runtime/actor.ts";
import { actorEntry } from "../runtime/actor-list.ts";
import type { Hit } from "../runtime/catalog.ts";
import { hitJson } from "../runtime/entry-json.ts";

/** A part of the list, and the entries that stand in it. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  readonly entries: { readonly offset: number; readonly limit: number };
}

/** Actors stand after the best entry. */
const BEFORE_ACTORS = 1;

export function pageOf(actors: number, offset: number, limit: number): Page {
  const start = Math.max(offset, BEFORE_ACTORS);
  const end = Math.min(offset + limit, BEFORE_ACTORS + actors);
  const shown = Math.max(0, end - start);
  const passed = Math.min(actors, Math.max(0, offset - BEFORE_ACTORS));
  // The catalogue answers one entry at least; what there is no place for is left out.
  return { offset, limit, entries: { offset: offset - passed, limit: Math.max(1, limit - shown) } };
}

export function resultsOf(page: Page, hits: readonly Hit[], actors: readonly Actor[], hubUrl: string): object[] {
  const entries = hits.map((hit) => ({ kind: "api", ...hitJson(hit, hubUrl) }));
  const score = hits[0]?.score ?? 1;
  const first = Math.max(0, page.offset - BEFORE_ACTORS);
  const shown = actors.slice(first, Math.max(0, page.offset + page.limit - BEFORE_ACTORS));
  const before = Math.max(0, BEFORE_ACTORS - page.offset);
  const beside = shown.map((actor) => ({
    kind: "actor",
    ...actorEntry(actor),
    score,
    spec_url: `${hubUrl}/api/v1/agent/tool/${actor.slug}/spec/`,
    run_url: `${hubUrl}/api/v1/genius/actors/${actor.slug}/run/`,
  }));
  return [...entries.slice(0, before), ...beside, ...entries.slice(before)].slice(0, page.limit);
}
