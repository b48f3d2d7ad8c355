/** Who is calling, read from a request. */
import type { Caller } from "../runtime/ports.ts";

/** What tells the other end of a connection. */
export interface Peers {
  requestIP(request: Request): { readonly address: string } | null;
}

export interface CallerDeps {
  /** The server that took the request. Handing it to every handler would cost more than most handlers do. */
  readonly peers: () => Peers | null;
  readonly trustedProxies: ReadonlySet<string>;
}

/** The caller of a request. `X-Forwarded-For` is believed only from a trusted proxy, and only its nearest unknown hop. */
export function callerOf(request: Request, { peers, trustedProxies }: CallerDeps): Caller {
  return {
    key: request.headers.get("x-api-key") ?? undefined,
    address: () => clientAddress(request, plain(peers()?.requestIP(request)?.address ?? ""), trustedProxies),
    hungUp: () => request.signal,
  };
}

function clientAddress(request: Request, peer: string, trustedProxies: ReadonlySet<string>): string {
  if (!trustedProxies.has(peer)) return peer;
  const hops = (request.headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.reverse().find((hop) => hop !== "" && !trustedProxies.has(hop)) ?? peer;
}

/** A socket that listens on both families shows an IPv4 client as ::ffff:192.0.2.1. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
