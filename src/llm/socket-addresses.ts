/** Where a connection is made to reach a server: its own place, or that of the proxy which `fetch` takes to it. */

export interface SocketAddress {
  readonly host: string;
  readonly port: number;
}

/** Addresses, and the list of whom they are not asked for. */
export interface ProxyNames {
  readonly HTTP_PROXY?: string | undefined;
  readonly HTTPS_PROXY?: string | undefined;
  readonly ALL_PROXY?: string | undefined;
  readonly NO_PROXY?: string | undefined;
}

/** Both where `NO_PROXY` lists anything: what is meant by that list (suffixes, networks, ports) only `fetch` knows. */
export function socketAddressesOf(url: string, names: ProxyNames): readonly SocketAddress[] {
  const own = placeOf(url);
  const named = (url.startsWith("https:") ? names.HTTPS_PROXY : names.HTTP_PROXY) ?? names.ALL_PROXY;
  if (named === undefined) return [own];
  const address = named.includes("://") ? named : `http://${named}`;
  // Of another kind of proxy `fetch` says itself that it takes none.
  if (!URL.canParse(address) || !address.startsWith("http")) return [own];
  const proxy = placeOf(address);
  return names.NO_PROXY === undefined ? [proxy] : [proxy, own];
}

function placeOf(url: string): SocketAddress {
  const { hostname, port, protocol } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}
