/** Which addresses belong to the public internet: the only ones the hub connects to for a stranger. */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IANA IPv4 Special-Purpose Address Registry, multicast, the reserved end, and one public address that is not. */
const SPECIAL_IPV4 = ranges("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32", // Azure's WireServer answers every machine of its cloud.
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

/** All that IANA has given out. Loopback, mapped, NAT64, unique local, link-local and multicast lie outside. */
const UNICAST_IPV6 = ranges("ipv6", ["2000::/3"]);

/** Teredo, ORCHID and other protocols, documentation, 6to4. */
const SPECIAL_IPV6 = ranges("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** ISATAP (RFC 5214): the last 64 bits are 0000:5efe or 0200:5efe and an IPv4 address. */
const ISATAP = /(?:::|:0:|:200:)5efe:[\da-f]{1,4}:[\da-f]{1,4}$/;

/** Where clouds give their machines credentials, and prefixes that could hide such an address inside another. */
const METADATA_IPV4 = ranges("ipv4", [
  "100.100.100.200/32", // Alibaba
  "168.63.129.16/32", // Azure
  "169.254.0.0/16", // nearly all of them
  "192.0.0.192/32", // Oracle
]);
const METADATA_IPV6 = ranges("ipv6", [
  "fd00:ec2::/32", // Amazon
  "fd20:ce::/32", // Google
  "fe80::/10",
  "::ffff:0:0/96", // mapped
  "::ffff:0:0:0/96", // translated
  "64:ff9b::/96", // NAT64
  "64:ff9b:1::/48", // NAT64, local use
  "2002::/16", // 6to4
]);

/** Whether a textual IP address is one that strangers may send the hub to. Anything that is no address is not. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_IPV4.check(address, "ipv4");
  const canonical = canonicalIPv6(address);
  return (
    canonical !== undefined &&
    UNICAST_IPV6.check(canonical, "ipv6") &&
    !SPECIAL_IPV6.check(canonical, "ipv6") &&
    !ISATAP.test(canonical)
  );
}

/** Whether an address could answer with a cloud's credentials: refused even where the operator allows private ones. */
export function isMetadata(address: string): boolean {
  if (isIPv4(address)) return METADATA_IPV4.check(address, "ipv4");
  const canonical = canonicalIPv6(address);
  return canonical === undefined || METADATA_IPV6.check(canonical, "ipv6");
}

/**
 * The one spelling of an IPv6 address. One with a zone, `fe80::1%eth0`, has none: a zone names a local link. Nor has one
 * that the engine cannot read, though it is an address.
 */
function canonicalIPv6(address: string): string | undefined {
  if (!isIPv6(address) || address.includes("%")) return undefined;
  return URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
}

function ranges(family: "ipv4" | "ipv6", subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [prefix = "", bits] = subnet.split("/");
    list.addSubnet(prefix, Number(bits), family);
  }
  return list;
}
