/** Which of the found entries a caller can call now: they come first among equals, and others may be left out. */
import { matchesHost } from "../../access/table.ts";
import { WORKING_STATES } from "../../connections/model.ts";
import type { ConnectionService } from "../../connections/service.ts";
import type { Access } from "../../runtime/access.ts";
import type { HealthRecords, HealthState } from "../../runtime/health.ts";
import type { Catalog, Entry, Hit, SearchQuery, SearchResult } from "../../runtime/catalog.ts";
import type { Standing } from "../../runtime/ports/accounts.ts";
import { type Awaitable, mapAwaitable } from "../../runtime/world.ts";
import { roomInTurn } from "../../text/room-in-turn.ts";

/** `now`: open, optional for reads, or connected. `connectable`: also what a connection would make so. */
export const CALLABLE = ["now", "connectable", "any"] as const;
export type CallableFilter = (typeof CALLABLE)[number];

/** How the entries of a search stand for one caller. */
export interface CallerAccess {
  /** That the caller has connected, in order: callers with the same ones are shown the same. */
  readonly hosts: readonly string[];
  of(entry: Entry): Access;
}

/** How calls of entries went. */
export type EntryHealth = Pick<HealthRecords, "of">;

/** So many of the best matches are looked at. */
const MAX_EXAMINED = 500;
const PAGE = 100;
/** Scores that differ by less are equals. */
const BAND = 0.95;

/** Asks the store only for a caller who has an account. */
export async function accessFor(service: Pick<ConnectionService, "forUse">, standing: Standing): Promise<CallerAccess> {
  if (standing.state !== "known") return NOTHING_CONNECTED;
  const hosts = (await service.forUse(standing.holder.id))
    .filter(({ state }) => WORKING_STATES.has(state))
    .flatMap((one) => one.hosts)
    .sort();
  if (hosts.length === 0) return NOTHING_CONNECTED;
  return {
    hosts,
    of({ access, baseUrl }) {
      const isAsked = access.state !== "open" && access.state !== "unsupported";
      return isAsked && matchesHost(hosts, URL.parse(baseUrl)?.host ?? "") ? { ...access, state: "connected" } : access;
    },
  };
}

const NOTHING_CONNECTED: CallerAccess = { hosts: [], of: ({ access }) => access };

export interface CallableSearch {
  readonly query: SearchQuery & { readonly limit: number; readonly offset: number };
  readonly callable: CallableFilter | undefined;
  readonly access: CallerAccess;
  readonly health: EntryHealth;
}

/** With `callable`, of the best 500 matches those that are, and how many that are. */
export async function searchCallable(
  catalog: Catalog,
  { query, callable, access, health }: CallableSearch,
): Promise<SearchResult> {
  if (callable === undefined) return shown(await searched(catalog, query), access, health);
  const { limit, offset, explain = false } = query;
  const fits: Hit[] = [];
  let first: SearchResult | undefined;
  for (let at = 0; at < MAX_EXAMINED; at += PAGE) {
    const found = shown(await searched(catalog, { ...query, limit: PAGE, offset: at }), access, health);
    first ??= found;
    fits.push(...found.hits.filter(({ entry }) => isCallable(entry, callable)));
    if (at + PAGE >= found.total) break;
  }
  if (first === undefined) throw new Error("Nothing was searched");
  const hits = bandsOf(fits).slice(offset, offset + limit);
  return {
    ...first,
    total: fits.length,
    hits: explain ? hits.map((hit) => ({ ...hit, why: [...(hit.why ?? []), reasonOf(hit.entry)] })) : hits,
  };
}

/** Those who wait for what the store knows of one account go on in the same turn. */
function searched(catalog: Catalog, query: SearchQuery): Awaitable<SearchResult> {
  return mapAwaitable(roomInTurn(), () => catalog.search(query));
}

/** As this caller may call them, and as they did of late: those that are gone come last. */
function shown(result: SearchResult, access: CallerAccess, health: EntryHealth): SearchResult {
  const hits = result.hits.map((hit) => {
    const entry = seen(hit.entry, access.of(hit.entry), health);
    return entry === hit.entry ? hit : { ...hit, entry };
  });
  const isGone = ({ entry }: Hit): boolean => entry.health?.state === "gone";
  if (!hits.some(isGone)) return { ...result, hits };
  return { ...result, hits: [...hits.filter((hit) => !isGone(hit)), ...hits.filter(isGone)] };
}

const ALIVE_BONUS = 0.05;
const GONE_SHARE = 0.3;
const FAILING_SHARE = 0.7;

function seen(entry: Entry, access: Access, health: EntryHealth): Entry {
  const known = health.of(entry.slug);
  if (known === undefined) return access === entry.access ? entry : { ...entry, access };
  const score = Math.round(Math.min(1, weighed(entry.quality.score, known.state)) * 100) / 100;
  return { ...entry, access, health: known, quality: { ...entry.quality, score } };
}

function weighed(score: number, state: HealthState): number {
  switch (state) {
    case "alive":
      return score + ALIVE_BONUS;
    case "gone":
      return score * GONE_SHARE;
    case "failing":
      return score * FAILING_SHARE;
    default:
      return score;
  }
}

function isNow({ access, method }: Entry): boolean {
  const { state } = access;
  return state === "open" || state === "connected" || (state === "optional" && (method === "GET" || method === "HEAD"));
}

function isCallable(entry: Entry, callable: CallableFilter): boolean {
  if (callable === "any" || isNow(entry)) return true;
  const { state } = entry.access;
  return (
    callable === "connectable" && (state === "needs_connection" || state === "needs_client" || state === "optional")
  );
}

/** In each band of equals what can be called now stands first; all else keeps its place. */
function bandsOf(hits: readonly Hit[]): Hit[] {
  const ordered: Hit[] = [];
  for (let start = 0; start < hits.length;) {
    const best = hits[start]?.score ?? 0;
    let end = start + 1;
    while (end < hits.length && (hits[end]?.score ?? 0) >= best * BAND) end++;
    const band = hits.slice(start, end);
    ordered.push(...band.filter(({ entry }) => isNow(entry)), ...band.filter(({ entry }) => !isNow(entry)));
    start = end;
  }
  return ordered;
}

function reasonOf(entry: Entry): string {
  const { state } = entry.access;
  if (isNow(entry)) return `can be called now (${state}), so it stands first among equals`;
  return `cannot be called now (${state})`;
}
