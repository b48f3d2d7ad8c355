/** Reads the text of one setting: numbers, addresses, words and lists. */
import { isIP } from "node:net";
import { isValidClassicAddress, isValidXAddress } from "ripple-address-codec";
import { TIERS, type Tier } from "../../runtime/actor.ts";
import { networkOf } from "../../runtime/http/address-set.ts";
import { ipAddress } from "../../runtime/http/client-address.ts";
import { type Drops, parseXrp } from "../../runtime/money.ts";

/** Reads the text of one setting. @throws {Error} whose message completes "PORT: …". */
export type SettingReader<T> = (text: string) => T;

export const UINT32 = 4_294_967_295;

const NETWORKS = { sandbox: undefined, mainnet: 0, testnet: 1, devnet: 2 } as const;

export function text(value: string): string {
  return value;
}

export function optional<T>(read: SettingReader<T>): SettingReader<T | undefined> {
  return (value) => (value === "" ? undefined : read(value));
}

export function integer(low: number, high: number): SettingReader<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < low || number > high)
      throw new Error(`needs a whole number from ${low} to ${high}`);
    return number;
  };
}

export function share(value: string): number {
  if (!/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(value)) throw new Error("needs a share from 0 to 1, such as 0.2");
  return Number(value);
}

export function oneOf<const V extends readonly string[]>(values: V): SettingReader<V[number]> {
  return (value) => {
    if (!values.includes(value)) throw new Error(`needs one of ${values.join(", ")}`);
    return value;
  };
}

export function list(value: string): readonly string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

export function tiers(value: string): ReadonlySet<Tier> {
  return new Set(list(value).map(oneOf(TIERS)));
}

/** The network's id; undefined for the sandbox, which names its own. */
export function network(value: string): number | undefined {
  const id = networkId(value);
  if (id === undefined && value !== "sandbox")
    throw new Error(`needs ${Object.keys(NETWORKS).join(", ")} or a network id`);
  return id;
}

function networkId(value: string): number | undefined {
  if (Object.hasOwn(NETWORKS, value)) return NETWORKS[value as keyof typeof NETWORKS];
  return /^\d{1,10}$/.test(value) && Number(value) <= UINT32 ? Number(value) : undefined;
}

export function testNetwork(value: string): number {
  const id = networkId(value);
  if (id === undefined || id === 0) throw new Error("needs testnet, devnet or the id of a test network");
  return id;
}

export function xrp(value: string): Drops {
  try {
    return parseXrp(value);
  } catch {
    throw new Error("needs an amount of XRP with at most 6 decimals, such as 0.12");
  }
}

/** For what is always sold: no ledger moves zero. */
export function price(value: string): Drops {
  const drops = xrp(value);
  if (drops === 0n) throw new Error("needs more than zero, in XRP with at most 6 decimals, such as 0.05");
  return drops;
}

export function address(value: string): string {
  if (isValidXAddress(value))
    throw new Error("needs the classic address (r…) of this X-address; its tag goes into XRPL_DESTINATION_TAG");
  if (!isValidClassicAddress(value)) throw new Error("needs a classic XRP ledger address (r…) with a right checksum");
  return value;
}

export function addresses(value: string): readonly string[] {
  return [...new Set(list(value).map(address))];
}

export function word(value: string): string {
  if (!/^[a-z][a-z0-9_]{0,31}$/.test(value))
    throw new Error("needs a lower-case word of a-z, 0-9 and _, at most 32 characters");
  return value;
}

/** As RFC 9116 has it: a mail address may stand without its scheme. */
export function contact(value: string): string {
  if (/^[^\s@:]+@[^\s@]+$/.test(value)) return `mailto:${value}`;
  if (!/^(?:mailto:|https:\/\/|tel:)\S+$/.test(value))
    throw new Error("needs a mail address, or an https address of a form");
  return value;
}

export function secret(value: string): string {
  if (value.length < 32) throw new Error("needs at least 32 characters");
  return value;
}

export function token(value: string): string {
  if (value.length < 16) throw new Error("needs at least 16 characters");
  // It is sent in a header, where others would arrive as something else.
  if (!/^[ -~]+$/.test(value)) throw new Error("needs letters, digits and signs of ASCII alone");
  return value;
}

/** What others show to this hub: the token, or its digest, which opens nothing for whoever reads the settings. */
export function tokenOrDigest(value: string): string {
  if (value.startsWith("sha256:") && !/^sha256:[0-9a-f]{64}$/.test(value))
    throw new Error("needs the SHA-256 of a token as 64 digits (0-9, a-f) after sha256:");
  return token(value);
}

export function postgresUrl(value: string): string {
  return withOneMode(serverAddress(value, /^postgres(?:ql)?:\/\//, "postgres://"));
}

/** Of `sslmode`: these the hub's client takes for the last one, and PostgreSQL's own tools for less. */
const CHECKING_MODES = ["prefer", "require", "verify-ca", "verify-full"];
const OTHER_MODES = ["disable", "no-verify"];

/** Both do the same with an address that says one of the modes in which they agree. */
function withOneMode(address: string): string {
  const url = new URL(address);
  const given = (name: string): string => url.searchParams.get(name) ?? "";
  const mode = given("sslmode");
  if (mode !== "" && ![...CHECKING_MODES, ...OTHER_MODES].includes(mode))
    throw new Error("needs an sslmode of disable, no-verify or verify-full");
  // Then they agree by themselves.
  if (given("uselibpqcompat") === "true" || OTHER_MODES.includes(mode)) return address;
  const isNotChecked = mode === "" && given("ssl") === "no-verify";
  const isChecked =
    mode !== "" || ["true", "1"].includes(given("ssl")) || given("sslrootcert") + given("sslcert") !== "";
  if (!isNotChecked && !isChecked) return address;
  url.searchParams.set("sslmode", isNotChecked ? "no-verify" : "verify-full");
  return url.href;
}

export function redisUrl(value: string): string {
  const address = serverAddress(value, /^rediss?:\/\//, "redis://");
  if (!/^\/?\d*$/.test(new URL(address).pathname))
    throw new Error("needs the number of a database behind the /, or nothing");
  return address;
}

/** A password that is written as it is may end the host, and a part of it be looked up by its name. */
function serverAddress(value: string, scheme: RegExp, written: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !scheme.test(value) || url.hash !== "" || url.pathname.includes("@"))
    throw new Error(`needs a ${written} address, with / # ? and the like in a password as %2F %23 %3F`);
  return value;
}

/** As it stands in a URL, or without brackets. */
export function host(value: string): string {
  return value.replace(/^\[([0-9a-fA-F:.]{2,45})\]$/, "$1");
}

export function baseUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:\/\/[^?#@]+$/.test(value))
    throw new Error("needs an http or https address without user, query and fragment");
  return value.replace(/(?<!\/)\/+$/, "");
}

export function serverUrls(value: string): readonly string[] {
  return list(value).map((url) => {
    if (!URL.canParse(url) || !/^(?:https?|wss?):\/\/[^?#@]+$/.test(url))
      throw new Error("needs http, https, ws or wss addresses without user, query and fragment");
    return url.replace(/(?<!\/)\/+$/, "");
  });
}

/** As OpenTelemetry writes pairs: `name=value,other=value`, with what is special in percent signs. */
export function pairs(value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    list(value).map((entry) => {
      const at = entry.indexOf("=");
      const name = entry.slice(0, at).trim();
      try {
        if (at > 0 && !/\s/.test(name)) return [name, decodeURIComponent(entry.slice(at + 1).trim())];
      } catch {
        // Told as any other fault: what it holds may be a secret.
      }
      throw new Error("needs name=value pairs, separated by commas");
    }),
  );
}

/** Each in its one spelling. */
export function ipsAndNetworks(value: string): readonly string[] {
  return list(value).map((entry) => {
    const known = isIP(entry) === 0 ? networkOf(entry) : ipAddress(entry);
    if (known === undefined)
      throw new Error("needs IP addresses, or networks such as 10.0.0.0/8 by their first address, separated by commas");
    if (known.endsWith("/0")) throw new Error("needs networks of proxies alone: in this one is every caller");
    return known;
  });
}

export function hostPorts(value: string): ReadonlySet<string> {
  const entries = list(value.toLowerCase());
  for (const entry of entries) {
    const port = /^(?:\[[0-9a-f:.]+\]|[^\s:/@]+):(\d{1,5})$/.exec(entry)?.[1];
    if (port === undefined || Number(port) > 65_535) throw new Error("needs host:port entries, separated by commas");
  }
  return new Set(entries);
}
