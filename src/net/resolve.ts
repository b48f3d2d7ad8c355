/** From a host name to its addresses. */
import { promises as dns } from "node:dns";
import { ageOf } from "../runtime/world.ts";

/**
 * All addresses of a name, in the order to try them; none when the name does not exist.
 * Rejects when that could not be found out, and may stop early when `signal` aborts.
 */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Reserved, and kept by IANA for as long as there is a DNS (RFC 2606). */
const ALWAYS_THERE = "example.com";
const ONLINE_FOR_MS = 10_000;

/** Whether the DNS of the world is asked at all: where it is not, no name is known to be missing. Remembers the answer. */
export function dnsCheck(resolve: Resolve, now: () => number): (signal: AbortSignal) => Promise<boolean> {
  let checked: { readonly at: number; readonly isOnline: Promise<boolean> } | undefined;
  return (signal) => {
    if (checked === undefined || ageOf(checked.at, now()) > ONLINE_FOR_MS) {
      const isOnline = resolve(ALWAYS_THERE, signal).then(
        (addresses) => addresses.length > 0,
        () => false,
      );
      checked = { at: now(), isOnline };
    }
    return checked.isOnline;
  };
}

const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA", "ENONAME"]);

/** Asks as every program on this machine does, its hosts file included. */
export async function systemResolve(host: string): Promise<readonly string[]> {
  try {
    return (await dns.lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    if (error instanceof Error && "code" in error && NO_SUCH_NAME.has(String(error.code))) return [];
    throw error;
  }
}
