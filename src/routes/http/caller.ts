/**
 * Who is calling, read from a request.
 * Shaped by speed: `bun run bench runs`.
 */
import type { AddressSet } from "../../runtime/http/address-set.ts";
import { clientNetwork, ipAddress, UNKNOWN_CLIENT } from "../../runtime/http/client-address.ts";
import type { Caller } from "../../runtime/ports/accounts.ts";
import { sentKey } from "./sent-key.ts";

/** What tells the other end of a connection. */
export interface Peers {
  requestIP(request: Request): { readonly address: string } | null;
}

export interface CallerDeps {
  /** The server that took the request. Handing it to every handler would cost more than most handlers do. */
  readonly peers: () => Peers | null;
  readonly trustedProxies: AddressSet;
}

const CALLER = Symbol("caller");

/**
 * A request has one caller, however many ask for it: what it has taken of a limit is known by that. Kept with the
 * request itself: a map of all requests costs the collector more than most handlers take.
 */
type Known = Request & { [CALLER]?: Caller };

/** The caller of a request. `X-Forwarded-For` is believed only from a trusted proxy, and only its nearest unknown hop. */
export function callerOf(request: Request, { peers, trustedProxies }: CallerDeps): Caller {
  const known = (request as Known)[CALLER];
  if (known !== undefined) return known;
  const caller: Caller = {
    key: sentKey(request.headers),
    address: () => {
      const peer = ipAddress(peers()?.requestIP(request)?.address ?? "");
      return peer === undefined ? UNKNOWN_CLIENT : clientNetwork(clientAddress(request, peer, trustedProxies));
    },
    hungUp: () => request.signal,
  };
  (request as Known)[CALLER] = caller;
  return caller;
}

/** Says who is calling by a request that the hub itself has made for a caller. */
export function lendCaller(request: Request, caller: Caller): void {
  (request as Known)[CALLER] = caller;
}

/**
 * The nearest hop that is no trusted proxy. Where a trusted proxy has written what is no address, everything before it
 * may be the client's own words: then the client counts as that proxy.
 */
function clientAddress(request: Request, peer: string, trustedProxies: AddressSet): string {
  let nearest = peer;
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",");
  while (trustedProxies.has(nearest)) {
    const hop = hops.pop();
    if (hop === undefined) return nearest;
    if (hop.trim() === "") continue;
    const address = ipAddress(hop);
    if (address === undefined) return nearest;
    nearest = address;
  }
  return nearest;
}
