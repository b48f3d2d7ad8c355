/**
 * Asking name servers without the system's own function: that holds one of the runtime's few threads for as long as they
 * are silent, and files are read and answers unpacked by the same threads. A stranger may choose whose servers are silent.
 */
import { Resolver } from "node:dns/promises";
import type { Resolve } from "./resolve.ts";

/** Both that there is no such name and that it has no address of the kind. */
const NONE = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Those of this machine, as its settings are at that moment; or these, as `address` or `address:port`. Nothing is kept of
 * what they answer: whoever chooses the names would choose how much.
 */
export function askNameServers(servers?: readonly string[]): Resolve {
  return async (host, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver();
    if (servers !== undefined) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      const [ipv4 = [], ipv6 = []] = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : []));
      if (ipv4.length + ipv6.length > 0) return inTurn(ipv4, ipv6);
      for (const answer of answers) if (answer.status === "rejected" && !isNone(answer.reason)) throw answer.reason;
      return [];
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

function isNone(error: unknown): boolean {
  return error instanceof Error && "code" in error && NONE.has(String(error.code));
}

/** Only the first few are tried, and this machine may speak one of the two only. */
function inTurn(some: readonly string[], others: readonly string[]): string[] {
  const longest = Math.max(some.length, others.length);
  return Array.from({ length: longest }, (_, at) => [some[at], others[at]]).flatMap((pair) =>
    pair.filter((address) => address !== undefined),
  );
}
