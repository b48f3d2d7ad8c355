/** Who sends a message to `/mcp`. */
import { createHash } from "node:crypto";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a page that is not the hub's own asks: it could use the rights that its reader's machine has. The Host header
 * proves nothing: a name of the page's own may have been led to this address (DNS rebinding).
 */
export function isForeign({ headers }: Request, hubUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null) return false;
  const { hostname } = URL.parse(origin) ?? {};
  return hostname === undefined || (hostname !== new URL(hubUrl).hostname && !LOOPBACK.has(hostname));
}

/** Not the key itself: what is kept for ten minutes should open nothing. */
export function ownerOf(key: string | undefined, address: () => string): string {
  return createHash("sha256")
    .update(key === undefined ? `address ${address()}` : `key ${key}`)
    .digest("base64");
}
