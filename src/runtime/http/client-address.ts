/**
 * Addresses of clients: one spelling for each, and which part of one counts as one client. Clients come again: the
 * spellings of late are remembered.
 * Shaped by speed: `bun run bench all`.
 */
import ipaddr from "ipaddr.js";

/** What a client counts as whose address nobody can read: all of these are one. */
export const UNKNOWN_CLIENT = "unknown";

/** Longer than any address with its brackets, zone and port. */
const MAX_CHARS = 100;
const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const PORT = /:\d{1,5}$/;

const MAX_KNOWN = 1024;
const known = new Map<string, string | undefined>();

/**
 * The one spelling of an address: an IPv4 address as it is, an IPv6 address as RFC 5952 writes it, one that maps an
 * IPv4 address (RFC 4291, section 2.5.5.2) as that. Takes what proxies write: with a port, in brackets, in quotes, with
 * a zone. `undefined` for what is no address.
 */
export function ipAddress(text: string): string | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const spelling = known.get(text);
  if (spelling !== undefined || known.has(text)) return spelling;
  if (known.size >= MAX_KNOWN) known.clear();
  const read = readAddress(text);
  known.set(text, read);
  return read;
}

function readAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^"|"$/g, "");
  const inside = BRACKETED.exec(bare)?.[1];
  if (inside !== undefined) return oneSpelling(inside);
  return oneSpelling(bare) ?? oneSpelling(bare.replace(PORT, ""));
}

/**
 * Who counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since every client is handed a
 * whole one. `address` in its one spelling.
 */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [a = 0, b = 0, c = 0, d = 0] = ipaddr.IPv6.parse(address).parts;
  return new ipaddr.IPv6([a, b, c, d, 0, 0, 0, 0]).toRFC5952String() + "/64";
}

function oneSpelling(text: string): string | undefined {
  // A zone names a link of the proxy's machine, and says nothing of the client.
  const [address = ""] = text.split("%", 1);
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return address;
  if (!ipaddr.IPv6.isValid(address)) return undefined;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toRFC5952String();
}
