/** Resolves by name servers of a test's own: the machine's would answer for the world. */
import { promises as dns } from "node:dns";
import type { Resolve } from "../../src/net/resolve.ts";

const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA"]);

/** Asks these name servers, given as `address` or `address:port`. */
export function resolveBy(servers: readonly string[]): Resolve {
  return async (host, signal) => {
    const resolver = new dns.Resolver();
    resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const families = [resolver.resolve4(host), resolver.resolve6(host)];
      return (await Promise.all(families.map((answer) => answer.catch(noneIfMissing)))).flat();
    } finally {
      signal.removeEventListener("abort", cancel);
      resolver.cancel(); // When one family failed, the other may still be asking.
    }
  };
}

function noneIfMissing(error: unknown): readonly string[] {
  if (error instanceof Error && "code" in error && NO_SUCH_NAME.has(String(error.code))) return [];
  throw error;
}
