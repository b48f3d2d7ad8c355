/**
 * Whether a page asks under a name that is not the hub's. A page may lead a name of its own to this machine (DNS
 * rebinding): its browser then takes the hub for the page's own origin, asks nobody's leave, and sends that name as Host.
 */
import { isIP } from "node:net";

/** Of a hub that only this machine reaches, and through no proxy; others have names that it need not know. */
export function isRebound(
  { method, headers, url }: Pick<Request, "method" | "headers" | "url">,
  hubUrl: string,
): boolean {
  if (method === "GET" || method === "HEAD" || !headers.has("origin")) return false;
  const host = URL.parse(`http://${headers.get("host") ?? ""}`)?.hostname ?? "";
  // `/mcp` refuses pages by its own protocol.
  const isTold = /^\/mcp\/?$/.test(URL.parse(url)?.pathname ?? "");
  return !isTold && !isOfMachine(host) && host !== URL.parse(hubUrl)?.hostname;
}

/** Nobody can lead it elsewhere: an address, or a name that is this machine by its meaning (RFC 6761). */
function isOfMachine(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, "")) !== 0 || host === "localhost" || host.endsWith(".localhost");
}

export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "").toLowerCase();
  return address === "localhost" || address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}
