/** The actors as this hub serves them, with the capabilities they are lent: the part that server and shell share. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import metadata from "../../../package.json" with { type: "json" };
import type { Config } from "../settings/config.ts";
import type { Log } from "../telemetry/log.ts";
import { createFetch } from "../../net/fetch.ts";
import { createResponseCache } from "../../net/response-cache.ts";
import { allowHosts } from "../../net/host-allowlist.ts";
import type { Client } from "../../runtime/offload.ts";
import type { ThreadPool } from "../../offload/pool.ts";
import { ownAddresses } from "../../net/own-addresses.ts";
import { dnsCheck } from "../../net/resolve.ts";
import { systemResolve } from "../../net/system-resolve.ts";
import type { Actor, Fetch } from "../../runtime/actor.ts";
import type { Catalog } from "../../runtime/catalog.ts";
import type { LanguageModel } from "../../runtime/llm.ts";
import type { Clock } from "../../runtime/world.ts";
import { createRegistry, type Registry } from "../../runtime/actors/registry.ts";

export const BUILT_IN_ACTORS = fileURLToPath(new URL("../../../actors", import.meta.url));

/** The addresses actors name, and the settings that put another in their place. */
const UPSTREAMS = {
  COINGECKO_URL: "https://api.coingecko.com/api/v3",
  NWS_URL: "https://api.weather.gov",
  OPEN_METEO_URL: "https://api.open-meteo.com/v1",
  WIKIPEDIA_URL: "https://en.wikipedia.org",
} as const satisfies Partial<Record<keyof Config, string>>;
const WIKIDATA = "https://www.wikidata.org";

/** The folders of actors, the built-in one first. */
export function actorFolders(config: Config): readonly string[] {
  return [BUILT_IN_ACTORS, ...ownFolders(config)];
}

/** The operator's folder, where there is one. */
export function ownFolders({ HUB_ACTORS_DIR }: Pick<Config, "HUB_ACTORS_DIR">): readonly string[] {
  return HUB_ACTORS_DIR === undefined ? [] : [resolve(HUB_ACTORS_DIR)];
}

/** Says to every upstream who is asking, with a contact. */
export function userAgentOf({ HUB_PUBLIC_URL }: Pick<Config, "HUB_PUBLIC_URL">): string {
  return `agent-api-hub/${metadata.version} (+${HUB_PUBLIC_URL ?? "self-hosted, no public address"})`;
}

/**
 * Each address actors name, and where it is asked here. Who stands in for Wikipedia answers for Wikidata too, unless
 * the settings say otherwise: both speak the same API, and a summary is little without its facts.
 */
export function upstreamsOf(config: Config): ReadonlyMap<string, string> {
  const upstreams = new Map<string, string>(
    Object.entries(UPSTREAMS).map(([name, base]) => [base, config[name as keyof typeof UPSTREAMS]]),
  );
  const isStoodIn = config.WIKIPEDIA_URL !== UPSTREAMS.WIKIPEDIA_URL;
  return upstreams.set(WIKIDATA, config.WIKIDATA_URL ?? (isStoodIn ? config.WIKIPEDIA_URL : WIKIDATA));
}

/** What no fetch of a stranger's address may reach, and how names are found. */
export function guardOf(
  config: Pick<Config, "HOST" | "PORT" | "HUB_PUBLIC_URL" | "NET_ALLOW" | "TRACE_TO">,
  { now }: Clock,
) {
  const { HOST, PORT, HUB_PUBLIC_URL, NET_ALLOW: allow, TRACE_TO: traceTo } = config;
  const named = HUB_PUBLIC_URL === undefined ? [] : [new URL(HUB_PUBLIC_URL).host];
  return {
    resolve: systemResolve,
    hasDns: dnsCheck(systemResolve, now),
    allow,
    selfHosts: [...named, `${HOST}:${PORT}`],
    isSelf: ownAddresses(PORT, now),
    traceTo,
  };
}

export interface RegistryDeps {
  readonly catalog: () => Catalog;
  readonly model: LanguageModel;
  readonly pool?: ThreadPool;
  /** Stands in for the network; left out, the guarded fetch of each actor. */
  readonly fetch?: Fetch;
}

/**
 * An empty registry whose actors will be lent the guarded fetch, the clock, a log of their own, the catalogue and the
 * threads of the pool, where there is one.
 */
export function createActorRegistry(
  config: Config,
  log: Log,
  clock: Clock,
  { catalog, model, pool, fetch: only }: RegistryDeps,
): Registry {
  const fetch = createFetch({
    userAgent: userAgentOf(config),
    ...guardOf(config, clock),
  });
  const upstreams = upstreamsOf(config);

  const keep = createResponseCache(clock);

  /** What is the same in every run of an actor. */
  const bound = new WeakMap<Actor, { readonly log: Log; readonly fetchWith: (signal: AbortSignal) => Fetch }>();
  const boundTo = (actor: Actor) => {
    const told = log.child({ actor: actor.slug });
    const onRefused = tellRefused(actor.slug, told);
    const made = { log: told, fetchWith: allowHosts({ hosts: actor.hosts, upstreams, fetch, onRefused }) };
    bound.set(actor, made);
    return made;
  };

  const lend = (actor: Actor, signal: AbortSignal, client: () => Client) => {
    const own = bound.get(actor) ?? boundTo(actor);
    return {
      signal,
      fetch: only ?? keep(actor.slug, own.fetchWith(signal)),
      now: clock.now,
      log: own.log,
      catalog,
      ...(pool !== undefined && { offload: pool.offload(signal, client) }),
    };
  };
  return createRegistry(lend, model);
}

/** Hosts that are told of each version of an actor: what leads to others may come from its callers. */
const MAX_REFUSED = 5;

function tellRefused(slug: string, log: Log): (host: string) => void {
  const known = new Set<string>();
  return (host) => {
    if (known.has(host) || known.size === MAX_REFUSED) return;
    known.add(host);
    log.warn(`"${slug}" asked for ${host}, or was led there, which is not among its hosts.`);
  };
}
