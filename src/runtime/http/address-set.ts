/** Addresses and whole networks (CIDR, RFC 4632 and 4291) as one set, such as the proxies that are trusted. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { createRecent } from "../../text/recent.ts";

export interface AddressSet {
  /** Of an address in its one spelling. */
  has(address: string): boolean;
}

/** Callers of late, and whoever is in front of them: each is asked for with every request. */
const MAX_KNOWN = 1024;
const MAPPED_BITS = 96;

/** `entries` are addresses and networks, each in its one spelling. */
export function addressSet(entries: readonly string[]): AddressSet {
  const networks = entries.filter((entry) => entry.includes("/")).map((entry) => ipaddr.parseCIDR(entry));
  const addresses = new Set(entries);
  if (networks.length === 0) return addresses;
  const known = createRecent<string, boolean>(MAX_KNOWN);
  return {
    has(address) {
      let isIn = known.get(address);
      if (isIn === undefined) known.set(address, (isIn = addresses.has(address) || isWithin(address)));
      return isIn;
    },
  };

  function isWithin(address: string): boolean {
    const parsed = ipaddr.parse(address);
    return networks.some(([first, bits]) => first.kind() === parsed.kind() && parsed.match(first, bits));
  }
}

/**
 * The one spelling of a network, `10.0.0.0/8` or `fd00::/8`; one of IPv4 addresses that are mapped into IPv6 is that of IPv4.
 * `undefined` for what is none, or has bits beyond its prefix, where one digit too few would name another network.
 */
export function networkOf(text: string): string | undefined {
  const [address = ""] = text.split("/", 1);
  if (isIP(address) === 0 || !ipaddr.isValidCIDR(text)) return undefined;
  const [first, bits] = ipaddr.parseCIDR(text);
  if (first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return networkOf(`${first.toIPv4Address().toString()}/${bits - MAPPED_BITS}`);
  const own =
    first instanceof ipaddr.IPv6 ? ipaddr.IPv6.networkAddressFromCIDR(text) : ipaddr.IPv4.networkAddressFromCIDR(text);
  if (own.toNormalizedString() !== first.toNormalizedString()) return undefined;
  return `${own instanceof ipaddr.IPv6 ? own.toRFC5952String() : own.toString()}/${bits}`;
}
