/** From a host name to its addresses, and whether names lead to any. */
import { HubError } from "../runtime/errors.ts";
import { ageOf } from "../runtime/world.ts";

/**
 * All addresses of a name, in the order to try them; none when the name does not exist.
 * Rejects when that could not be found out, and may stop early when `signal` aborts.
 */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** For addresses of the operator's own: that a name does not exist is no secret from whoever has written it. */
export function expectFound(resolve: Resolve): Resolve {
  return async (host, signal) => {
    const addresses = await resolve(host, signal);
    if (addresses.length > 0) return addresses;
    throw new HubError("upstream_unreachable", `The host name ${host} is not found.`);
  };
}

/** Reserved, and kept by IANA for as long as there is a DNS (RFC 2606). */
const ALWAYS_THERE = "example.com";
const ONLINE_FOR_MS = 10_000;
const CHECK_MS = 5_000;

/** Whether the DNS of the world is asked at all: where it is not, no name is known to be missing. Remembers the answer. */
export function dnsCheck(resolve: Resolve, now: () => number): () => Promise<boolean> {
  let checked: { readonly at: number; readonly isOnline: Promise<boolean> } | undefined;
  return () => {
    if (checked === undefined || ageOf(checked.at, now()) > ONLINE_FOR_MS) {
      // Not by the signal of whoever asks first: others are told the same.
      const isOnline = resolve(ALWAYS_THERE, AbortSignal.timeout(CHECK_MS)).then(
        (addresses) => addresses.length > 0,
        () => false,
      );
      checked = { at: now(), isOnline };
    }
    return checked.isOnline;
  };
}
