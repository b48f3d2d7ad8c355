/** The settings: read once from the environment, checked together, frozen. Every fault is listed in one error. */
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { isValidClassicAddress } from "ripple-address-codec";
import { TIERS, type Tier } from "../runtime/actor.ts";
import { ipAddress } from "../runtime/client-address.ts";
import { type Drops, parseXrp } from "../runtime/money.ts";
import { OperatorError } from "../runtime/errors.ts";
import { nearest } from "../runtime/schema.ts";

/** Reads the text of one setting. @throws {Error} whose message completes "PORT: …". */
type SettingReader<T> = (text: string) => T;

const UINT32 = 4_294_967_295;
const LEVELS = ["debug", "info", "warn", "error"] as const;
/** Public servers of the networks that have some. */
const SERVERS: Readonly<Record<number, readonly string[]>> = {
  0: ["https://xrplcluster.com", "https://s1.ripple.com:51234"],
  1: ["https://s.altnet.rippletest.net:51234"],
  2: ["https://s.devnet.rippletest.net:51234"],
};
const FAUCETS: Readonly<Record<number, string>> = {
  1: "https://faucet.altnet.rippletest.net/accounts",
  2: "https://faucet.devnet.rippletest.net/accounts",
};
const NETWORKS = { sandbox: undefined, mainnet: 0, testnet: 1, devnet: 2 } as const;

/** Each setting: how it is read, and its default as it would be written. An empty default means "not set". */
const SETTINGS = {
  HOST: [text, "127.0.0.1"],
  PORT: [integer(0, 65_535), "3000"],
  HUB_WORKERS: [integer(1, 256), "1"],
  HUB_PUBLIC_URL: [optional(baseUrl), ""],
  HUB_DATA_DIR: [text, "./data"],
  HUB_SECRET: [optional(secret), ""],
  HUB_SECRET_PREVIOUS: [optional(secret), ""],
  DATABASE_URL: [optional(postgresUrl), ""],
  REDIS_URL: [optional(redisUrl), ""],
  ADMIN_TOKEN: [optional(token), ""],
  HUB_ACTORS_DIR: [optional(text), ""],
  HUB_ACCESS_FILE: [optional(text), ""],
  HUB_WEBHOOK_URL: [optional(baseUrl), ""],
  HUB_WEBHOOK_SECRET: [optional(secret), ""],
  HUB_AGENT_WORD: [word, "agent"],
  HUB_SKILL_PREFIX: [word, "hub"],
  HUB_SECURITY_CONTACT: [optional(contact), ""],
  CATALOG_AUTO_IMPORT: [oneOf(["true", "false"] as const), "true"],
  LEARN_FROM_USE: [oneOf(["true", "false"] as const), "true"],
  HUB_WALLET_WORD: [word, "wallet"],
  XRPL_NETWORK: [network, "sandbox"],
  XRPL_SANDBOX_NETWORK_ID: [integer(0, UINT32), "21338"],
  SANDBOX_CLOSE_MS: [integer(1, 3_600_000), "4000"],
  XRPL_URL: [serverUrls, ""],
  XRPL_WALLET_ADDRESS: [optional(address), ""],
  XRPL_DESTINATION_TAG: [optional(integer(0, UINT32)), ""],
  XRPL_TEST_NETWORK: [testNetwork, "testnet"],
  XRPL_TEST_URL: [serverUrls, ""],
  XRPL_FAUCET_URL: [optional(baseUrl), ""],
  ORDER_TTL_SECONDS: [integer(60, 31_536_000), "3600"],
  INVOICE_TTL_SECONDS: [integer(10, 86_400), "300"],
  PRICE_STANDARD_XRP: [xrp, "0.12"],
  PRICE_ENHANCED_XRP: [xrp, "0.12"],
  PRICE_CAMPAIGN_XRP: [xrp, "0.24"],
  PRICE_CACHED_XRP: [xrp, "0.012"],
  PRICE_CALL_XRP: [xrp, "0.05"],
  CHARGED_TIERS: [tiers, "enhanced,campaign"],
  CACHE_HIT_PRICE_PERCENT: [integer(0, 100), "10"],
  PAY_MAX_XRP: [optional(xrp), ""],
  LIMIT_ANON_PER_MINUTE: [integer(0, 1e9), "60"],
  LIMIT_ANON_PER_DAY: [integer(0, 1e9), "1000"],
  LIMIT_REGISTER_PER_HOUR: [integer(0, 1e9), "10"],
  LIMIT_FREE_KEYS_PER_DAY: [integer(0, 1e9), "5"],
  LIMIT_KEY_PER_MINUTE: [integer(0, 1e9), "600"],
  LIMIT_FAILED_TOKENS_PER_DAY: [optional(integer(0, 1e15)), ""],
  LIMIT_FACILITATOR_PER_MINUTE: [integer(0, 1e9), "60"],
  LIMIT_SANDBOX_PER_MINUTE: [integer(0, 1e9), "600"],
  LIMIT_UI_PER_MINUTE: [integer(0, 1e9), "120"],
  REFERRAL_PERCENT: [integer(0, 100), "5"],
  TRUSTED_PROXIES: [ips, ""],
  NET_ALLOW: [hostPorts, ""],
  LLM_BASE_URL: [optional(baseUrl), ""],
  LLM_API_KEY: [optional(text), ""],
  LLM_MODEL: [optional(text), ""],
  LLM_DAILY_BUDGET_TOKENS: [optional(integer(1, 1e15)), ""],
  EMBED_BASE_URL: [optional(baseUrl), ""],
  EMBED_API_KEY: [optional(text), ""],
  EMBED_MODEL: [optional(text), ""],
  EMBED_QUERY_PREFIX: [text, ""],
  EMBED_ENTRY_PREFIX: [text, ""],
  EMBED_WEIGHT: [share, "0.2"],
  EMBED_TIMEOUT_MS: [integer(10, 10_000), "300"],
  COINGECKO_URL: [baseUrl, "https://api.coingecko.com/api/v3"],
  NWS_URL: [baseUrl, "https://api.weather.gov"],
  OPEN_METEO_URL: [baseUrl, "https://api.open-meteo.com/v1"],
  WIKIPEDIA_URL: [baseUrl, "https://en.wikipedia.org"],
  WIKIDATA_URL: [optional(baseUrl), ""],
  METRICS_TOKEN: [optional(token), ""],
  ACCESS_LOG: [oneOf(["true", "false"] as const), "false"],
  LOG_LEVEL: [oneOf(LEVELS), "info"],
  LOG_FORMAT: [optional(oneOf(["pretty", "json"] as const)), ""],
} as const satisfies Record<string, readonly [SettingReader<unknown>, string]>;

/** Settings that hold a secret, or may: each can stand in a file instead, which no child process inherits. */
const IN_FILES: readonly string[] = [
  "HUB_SECRET",
  "HUB_SECRET_PREVIOUS",
  "DATABASE_URL",
  "REDIS_URL",
  "ADMIN_TOKEN",
  "METRICS_TOKEN",
  "HUB_WEBHOOK_SECRET",
  "LLM_API_KEY",
  "EMBED_API_KEY",
];

/** How the names of settings begin, where that says whose they are. */
const FAMILIES =
  /^(?:HUB|XRPL|LLM|EMBED|PRICE|LIMIT|CATALOG|SANDBOX|REFERRAL|TRUSTED|CHARGED|INVOICE|ORDER_TTL|NET_ALLOW|OPEN_METEO|COINGECKO|WIKIPEDIA|WIKIDATA|NWS|METRICS)(?:_|$)/;
/** Read by the commands of the shell. */
const OTHERS: ReadonlySet<string> = new Set(["HUB_URL", "HUB_API_KEY", "HUB_KEY", "HUB_WORKER"]);

export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS);

type Settings = { readonly [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name][0]> };
export type Config = Readonly<Settings>;

/**
 * Reads the settings.
 * @throws {Error} that lists every setting that cannot be used, with what it needs.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, [read, fallback]] of Object.entries(SETTINGS)) {
    try {
      const written = writtenOf(name, env)?.trim();
      settings[name] = read(written === undefined || written === "" ? fallback : written);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (settings["XRPL_WALLET_ADDRESS"] !== undefined && settings["XRPL_NETWORK"] === undefined) {
    faults.push("XRPL_NETWORK: needs the network of XRPL_WALLET_ADDRESS; the sandbox has a wallet of its own");
  }
  if (settings["HUB_WEBHOOK_URL"] !== undefined && settings["HUB_WEBHOOK_SECRET"] === undefined)
    faults.push("HUB_WEBHOOK_SECRET: needs the secret that signs what is sent to HUB_WEBHOOK_URL");
  if (settings["LLM_BASE_URL"] !== undefined && settings["LLM_MODEL"] === undefined)
    faults.push("LLM_MODEL: needs the name of the model to ask at LLM_BASE_URL");
  if (settings["EMBED_BASE_URL"] !== undefined && settings["EMBED_MODEL"] === undefined)
    faults.push("EMBED_MODEL: needs the name of the model to ask at EMBED_BASE_URL");
  faults.push(...missingServers(settings as Partial<Settings>));
  if (faults.length > 0)
    throw new OperatorError(`Cannot start, ${faults.length} setting(s) cannot be used:\n  ${faults.join("\n  ")}`);
  return Object.freeze(settings as Settings); // Every name of SETTINGS was just read.
}

/** A setting as it is written: in the environment, or in the file that its name with `_FILE` names. */
function writtenOf(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const path = IN_FILES.includes(name) ? env[`${name}_FILE`] : undefined;
  if (path === undefined || path === "") return env[name];
  if (env[name] !== undefined && env[name] !== "") throw new Error(`is set both by itself and by ${name}_FILE`);
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? error.code : error;
    throw new Error(`the file that ${name}_FILE names cannot be read (${why})`, { cause: error });
  }
}

/** Names that begin like settings of ours and are none: most likely misspelt, and without effect. */
export function misspelt(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.keys(env)
    .filter((name) => FAMILIES.test(name) && !Object.hasOwn(SETTINGS, name) && !OTHERS.has(name) && !ofFile(name))
    .toSorted()
    .map((name) => {
      const near = nearest(name, SETTING_NAMES);
      return `${name}: there is no such setting${near === undefined ? "" : `; did you mean ${near}?`}`;
    });
}

function ofFile(name: string): boolean {
  return IN_FILES.some((each) => name === `${each}_FILE`);
}

/** Without a wallet there is only the sandbox, and it is its own server. A test ledger that is the main one needs none. */
function missingServers(settings: Partial<Settings>): string[] {
  const { XRPL_WALLET_ADDRESS: wallet, XRPL_NETWORK: main, XRPL_TEST_NETWORK: test } = settings;
  if (wallet === undefined) return [];
  return (["XRPL_URL", "XRPL_TEST_URL"] as const).flatMap((name) => {
    const id = name === "XRPL_URL" ? main : test === main ? undefined : test;
    const isKnown = id === undefined || SERVERS[id] !== undefined || settings[name]?.length !== 0;
    return isKnown ? [] : [`${name}: needs a server of network ${id}; only those of public networks are known`];
  });
}

/** The CAIP-2 names of the ledgers this hub is paid on, for example "xrpl:0". Without a wallet both are the sandbox. */
export function ledgerNames(config: Config): { readonly main: string; readonly test: string } {
  const sandbox = `xrpl:${config.XRPL_SANDBOX_NETWORK_ID}`;
  if (config.XRPL_WALLET_ADDRESS === undefined) return { main: sandbox, test: sandbox };
  const main = config.XRPL_NETWORK === undefined ? sandbox : `xrpl:${config.XRPL_NETWORK}`;
  return { main, test: `xrpl:${config.XRPL_TEST_NETWORK}` };
}

/** The servers of the ledgers this hub is paid on; none for the sandbox, which is this process. */
export function ledgerServers(config: Config): { readonly main: readonly string[]; readonly test: readonly string[] } {
  return {
    main: serversOf(config.XRPL_URL, config.XRPL_NETWORK),
    test: serversOf(config.XRPL_TEST_URL, config.XRPL_TEST_NETWORK),
  };
}

/** None for a network that is not public. */
export function publicServers(networkId: number): readonly string[] {
  return SERVERS[networkId] ?? [];
}

/** Where money of the test ledger comes from, as far as that is known. */
export function faucetOf({ XRPL_FAUCET_URL: named, XRPL_TEST_NETWORK: network }: Config): string | undefined {
  return named ?? FAUCETS[network];
}

function serversOf(named: readonly string[], network: number | undefined): readonly string[] {
  return named.length > 0 || network === undefined ? named : publicServers(network);
}

function text(value: string): string {
  return value;
}

function optional<T>(read: SettingReader<T>): SettingReader<T | undefined> {
  return (value) => (value === "" ? undefined : read(value));
}

function integer(low: number, high: number): SettingReader<number> {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < low || number > high)
      throw new Error(`needs a whole number from ${low} to ${high}`);
    return number;
  };
}

function share(value: string): number {
  if (!/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(value)) throw new Error("needs a share from 0 to 1, such as 0.2");
  return Number(value);
}

function oneOf<const V extends readonly string[]>(values: V): SettingReader<V[number]> {
  return (value) => {
    if (!values.includes(value)) throw new Error(`needs one of ${values.join(", ")}`);
    return value;
  };
}

function list(value: string): readonly string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

function tiers(value: string): ReadonlySet<Tier> {
  return new Set(list(value).map(oneOf(TIERS)));
}

/** The network's id; undefined for the sandbox, which names its own. */
function network(value: string): number | undefined {
  if (Object.hasOwn(NETWORKS, value)) return NETWORKS[value as keyof typeof NETWORKS];
  if (/^\d{1,10}$/.test(value) && Number(value) <= UINT32) return Number(value);
  throw new Error(`needs ${Object.keys(NETWORKS).join(", ")} or a network id`);
}

function testNetwork(value: string): number {
  const id = network(value);
  if (id === undefined || id === 0) throw new Error("needs testnet, devnet or the id of a test network");
  return id;
}

function xrp(value: string): Drops {
  try {
    return parseXrp(value);
  } catch {
    throw new Error("needs an amount of XRP with at most 6 decimals, such as 0.12");
  }
}

function address(value: string): string {
  if (!isValidClassicAddress(value)) throw new Error("needs a classic XRP ledger address (r…) with a right checksum");
  return value;
}

function word(value: string): string {
  if (!/^[a-z][a-z0-9_]{0,31}$/.test(value)) throw new Error("needs a lower-case word");
  return value;
}

/** As RFC 9116 has it: a mail address may stand without its scheme. */
function contact(value: string): string {
  if (/^[^\s@:]+@[^\s@]+$/.test(value)) return `mailto:${value}`;
  if (!/^(?:mailto:|https:\/\/|tel:)\S+$/.test(value))
    throw new Error("needs a mail address, or an https address of a form");
  return value;
}

function secret(value: string): string {
  if (value.length < 32) throw new Error("needs at least 32 characters");
  return value;
}

function token(value: string): string {
  if (value.length < 16) throw new Error("needs at least 16 characters");
  return value;
}

function postgresUrl(value: string): string {
  if (!URL.canParse(value) || !/^postgres(?:ql)?:\/\//.test(value)) throw new Error("needs a postgres:// address");
  return value;
}

function redisUrl(value: string): string {
  if (!URL.canParse(value) || !/^rediss?:\/\//.test(value)) throw new Error("needs a redis:// address");
  return value;
}

function baseUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:\/\/[^?#@]+$/.test(value))
    throw new Error("needs an http or https address without user, query and fragment");
  return value.replace(/(?<!\/)\/+$/, "");
}

function serverUrls(value: string): readonly string[] {
  return list(value).map((url) => {
    if (!URL.canParse(url) || !/^(?:https?|wss?):\/\/[^?#@]+$/.test(url))
      throw new Error("needs http, https, ws or wss addresses without user, query and fragment");
    return url.replace(/(?<!\/)\/+$/, "");
  });
}

/** Each in its one spelling. */
function ips(value: string): readonly string[] {
  return list(value).map((entry) => {
    const address = isIP(entry) === 0 ? undefined : ipAddress(entry);
    if (address === undefined) throw new Error("needs IP addresses, separated by commas");
    return address;
  });
}

function hostPorts(value: string): ReadonlySet<string> {
  const entries = list(value.toLowerCase());
  for (const entry of entries) {
    const port = /^(?:\[[0-9a-f:.]+\]|[^\s:/@]+):(\d{1,5})$/.exec(entry)?.[1];
    if (port === undefined || Number(port) > 65_535) throw new Error("needs host:port entries, separated by commas");
  }
  return new Set(entries);
}
