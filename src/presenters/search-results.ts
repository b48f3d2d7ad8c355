/**
 * Entries and actors as one list: those who asked for an operation find it first, and beside it the actor that does the
 * same.
 * Shaped by speed: `bun run bench all`.
 */
import type { Actor } from "../runtime/actor.ts";
import { actorEntry } from "./actor-list.ts";
import type { Hit } from "../runtime/catalog.ts";
import { inner } from "../text/json-text.ts";
import { entryText } from "./entry-text.ts";

/** A part of the list, and the entries that stand in it. */
export interface SearchPage {
  readonly offset: number;
  readonly limit: number;
  readonly entries: { readonly offset: number; readonly limit: number };
}

/** Actors stand after the best entry. */
const BEFORE_ACTORS = 1;

export function pageOf(actors: number, offset: number, limit: number): SearchPage {
  const start = Math.max(offset, BEFORE_ACTORS);
  const end = Math.min(offset + limit, BEFORE_ACTORS + actors);
  const shown = Math.max(0, end - start);
  const passed = Math.min(actors, Math.max(0, offset - BEFORE_ACTORS));
  // The catalogue answers one entry at least; what there is no place for is left out.
  return { offset, limit, entries: { offset: offset - passed, limit: Math.max(1, limit - shown) } };
}

/** The list as JSON. It is made longer piece by piece: to join a list of texts copies all of them. */
export function resultsJson(page: SearchPage, hits: readonly Hit[], actors: readonly Actor[], hubUrl: string): string {
  const url = inner(hubUrl);
  const score = hits[0]?.score ?? 1;
  const first = Math.max(0, page.offset - BEFORE_ACTORS);
  const shown = actors.slice(first, Math.max(0, page.offset + page.limit - BEFORE_ACTORS));
  const before = Math.max(0, BEFORE_ACTORS - page.offset);
  const entries = hits.map((hit) => hitText(hit, url));
  const beside = shown.map((actor) => `{${actorMembers(actor, hubUrl)},"score":${score}}`);
  const all = [...entries.slice(0, before), ...beside, ...entries.slice(before)].slice(0, page.limit);
  let text = "[";
  for (const [at, one] of all.entries()) text += at === 0 ? one : `,${one}`;
  return `${text}]`;
}

function hitText({ entry, score, why }: Hit, hubUrl: string): string {
  const reasons = why === undefined ? "" : `,"why":${JSON.stringify(why)}`;
  return `{"kind":"api",${entryText(entry, hubUrl)},"score":${score}${reasons}}`;
}

/** With every field of an entry: whoever reads the results as entries learns how an actor is called, too. */
function actorMembers(actor: Actor, hubUrl: string): string {
  const path = `/api/v1/genius/actors/${actor.slug}/run/`;
  const { hostname } = new URL(hubUrl);
  return inner({
    kind: "actor",
    ...actorEntry(actor),
    provider: hostname,
    api: `${hostname}/actors`,
    api_title: "Actors of this hub",
    method: "POST",
    path,
    base_url: hubUrl,
    auth: "none",
    access: { state: "open", methods: [], source: "stated" },
    featured: false,
    quality_evidence: {},
    deprecated: false,
    updated_at: null,
    docs_url: null,
    spec_url: `${hubUrl}/api/v1/agent/tool/${actor.slug}/spec/`,
    proxy_url: `${hubUrl}${path}`,
    run_url: `${hubUrl}${path}`,
    versions: [],
  });
}
