/** The network of one actor: a guarded fetch that stays within the hosts the actor declares. */
import type { Fetch } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import type { GuardedFetch } from "./fetch.ts";
import type { HopRoute } from "./follow-redirects.ts";

export interface HostAllowlist {
  /** Host names, or ["*"] for any public one, as the actor declares them. */
  readonly hosts: readonly string[];
  /**
   * Public services that this hub asks elsewhere: the base that actors know, `https://api.coingecko.com/api/v3`, to
   * the one the operator names. That one may be private, for the actors that declare the public host.
   */
  readonly upstreams: ReadonlyMap<string, string>;
  readonly fetch: GuardedFetch;
  /** Told of a host that the actor asks for, or is led to, and does not declare: its developer has to. */
  readonly onRefused?: (host: string) => void;
}

/** Binds the fetch to what an actor declares, and then to the signal of each run. Redirects must stay within it too. */
export function allowHosts({ hosts, upstreams, fetch, onRefused }: HostAllowlist): (signal: AbortSignal) => Fetch {
  const declared = new Set(hosts.map((host) => host.toLowerCase()));
  const moved = [...upstreams]
    .map(([publicBase, base]) => ({ from: new URL(publicBase), to: new URL(base) }))
    // An upstream left where it is needs no trust, and "*" declares no host in particular.
    .filter(({ from, to }) => from.href !== to.href && declared.has(from.hostname));

  const route = (url: URL): HopRoute => {
    const upstream = moved.find(({ from }) => isUnder(from, url));
    if (upstream !== undefined) return { url: rebase(url, upstream.from, upstream.to), trusted: true, known: true };
    // An upstream may link to itself, by the name it has here.
    if (moved.some(({ to }) => to.origin === url.origin)) return { url, trusted: true, known: true };
    const known = declared.has(url.hostname);
    if (known || declared.has("*")) return { url, trusted: false, known };
    onRefused?.(url.hostname);
    throw new HubError("url_not_allowed", "The address, or one it leads to, is not on a host this actor may reach.");
  };
  return (signal) => (url, options) => fetch(url, { ...options, signal, route });
}

function isUnder(base: URL, url: URL): boolean {
  return url.origin === base.origin && (url.pathname === base.pathname || url.pathname.startsWith(folder(base)));
}

function rebase(url: URL, from: URL, to: URL): URL {
  const rest = url.pathname.slice(folder(from).length);
  const path = rest === "" && !url.pathname.endsWith("/") ? to.pathname : folder(to) + rest;
  return new URL(path + url.search, to.origin);
}

function folder({ pathname }: URL): string {
  return pathname.endsWith("/") ? pathname : `${pathname}/`;
}
