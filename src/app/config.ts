/** The settings: read once from the environment, checked together, frozen. Every fault is listed in one error. */
import { readFileSync } from "node:fs";
import { OperatorError } from "../runtime/errors.ts";
import { nearest } from "../runtime/schema.ts";
import { publicServers } from "./public-networks.ts";
import {
  address,
  baseUrl,
  contact,
  hostPorts,
  integer,
  list,
  ips,
  network,
  oneOf,
  optional,
  pairs,
  postgresUrl,
  redisUrl,
  secret,
  serverUrls,
  type SettingReader,
  share,
  testNetwork,
  text,
  tiers,
  token,
  UINT32,
  word,
  xrp,
} from "./setting-readers.ts";

const LEVELS = ["debug", "info", "warn", "error"] as const;

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

/** Each setting: how it is read, and its default as it would be written. An empty default means "not set". */
const SETTINGS = {
  HOST: [text, "127.0.0.1"],
  PORT: [integer(0, 65_535), "3000"],
  HUB_WORKERS: [integer(1, 256), "1"],
  HUB_PUBLIC_URL: [optional(baseUrl), ""],
  HUB_DATA_DIR: [text, "./data"],
  HUB_SECRET: [optional(secret), ""],
  HUB_SECRET_PREVIOUS: [optional(secret), ""],
  REVOCATION_LOG_DIR: [optional(text), ""],
  DATABASE_URL: [optional(postgresUrl), ""],
  REDIS_URL: [optional(redisUrl), ""],
  ADMIN_TOKEN: [optional(token), ""],
  HUB_ACTORS_DIR: [optional(text), ""],
  ACTORS_IN_PROCESS: [list, ""],
  ACTOR_FENCE: [oneOf(["full", "weak"] as const), "full"],
  NPM_CONFIG_REGISTRY: [optional(baseUrl), ""],
  HUB_ACCESS_FILE: [optional(text), ""],
  HUB_WEBHOOK_URL: [optional(baseUrl), ""],
  HUB_WEBHOOK_SECRET: [optional(secret), ""],
  HUB_VERIFY_MINUTES: [integer(0, 10_080), "60"],
  HUB_AGENT_WORD: [word, "agent"],
  HUB_SKILL_PREFIX: [word, "hub"],
  HUB_SECURITY_CONTACT: [optional(contact), ""],
  CATALOG_AUTO_IMPORT: [oneOf(["true", "false"] as const), "true"],
  CATALOG_REFRESH_URL: [optional(baseUrl), ""],
  CATALOG_STORAGE_URL: [optional(baseUrl), ""],
  CATALOG_STORAGE_REGION: [text, "us-east-1"],
  CATALOG_STORAGE_KEY_ID: [optional(text), ""],
  CATALOG_STORAGE_SECRET: [optional(text), ""],
  CATALOG_HUB_URL: [optional(baseUrl), ""],
  CATALOG_HUB_TOKEN: [optional(token), ""],
  CATALOG_SHARE_TOKEN: [optional(token), ""],
  CATALOG_LOOK_SECONDS: [integer(1, 86_400), "60"],
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
  LIMIT_KEPT_RUNS: [integer(1, 1e9), "10000"],
  LIMIT_KEPT_RESULTS_MIB: [integer(1, 1e6), "256"],
  LIMIT_LONG_BODIES_MIB: [integer(0, 1e6), "32"],
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
  OTEL_SDK_DISABLED: [oneOf(["true", "false"] as const), "false"],
  OTEL_SERVICE_NAME: [optional(text), ""],
  OTEL_RESOURCE_ATTRIBUTES: [pairs, ""],
  OTEL_TRACES_EXPORTER: [list, "otlp"],
  OTEL_TRACES_SAMPLER: [oneOf(SAMPLERS), "parentbased_traceidratio"],
  OTEL_TRACES_SAMPLER_ARG: [share, "0.05"],
  OTEL_EXPORTER_OTLP_ENDPOINT: [optional(baseUrl), ""],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [optional(baseUrl), ""],
  OTEL_EXPORTER_OTLP_HEADERS: [pairs, ""],
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: [pairs, ""],
  OTEL_EXPORTER_OTLP_PROTOCOL: [oneOf(["http/json", "http/protobuf", "grpc"] as const), "http/json"],
  OTEL_EXPORTER_OTLP_TIMEOUT: [integer(1, 60_000), "10000"],
  OTEL_BSP_SCHEDULE_DELAY: [integer(1, 60_000), "5000"],
  OTEL_BSP_MAX_QUEUE_SIZE: [integer(1, 100_000), "2048"],
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: [integer(1, 10_000), "512"],
  TRACE_TO: [hostPorts, ""],
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
  "CATALOG_STORAGE_SECRET",
  "CATALOG_HUB_TOKEN",
  "CATALOG_SHARE_TOKEN",
  "HUB_WEBHOOK_SECRET",
  "LLM_API_KEY",
  "EMBED_API_KEY",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
];

/** How the names of settings begin, where that says whose they are. */
const FAMILIES =
  /^(?:HUB|REVOCATION|XRPL|LLM|EMBED|PRICE|LIMIT|CATALOG|SANDBOX|REFERRAL|TRUSTED|CHARGED|INVOICE|ORDER_TTL|NET_ALLOW|OPEN_METEO|COINGECKO|WIKIPEDIA|WIKIDATA|NWS|METRICS|ACTOR|ACTORS)(?:_|$)/;

/** Read by the commands of the shell. */
const OTHERS: ReadonlySet<string> = new Set(["HUB_URL", "HUB_API_KEY", "HUB_KEY", "HUB_WORKER", "HUB_APP_DIR"]);

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
  if (settings["CATALOG_HUB_URL"] !== undefined && settings["CATALOG_STORAGE_URL"] !== undefined)
    faults.push("CATALOG_HUB_URL: the catalogue comes from CATALOG_STORAGE_URL already; name one of them");
  if (settings["CATALOG_HUB_URL"] !== undefined && settings["CATALOG_HUB_TOKEN"] === undefined)
    faults.push("CATALOG_HUB_TOKEN: needs the CATALOG_SHARE_TOKEN of the hub at CATALOG_HUB_URL");
  const collector = settings["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] ?? settings["OTEL_EXPORTER_OTLP_ENDPOINT"];
  if (collector !== undefined && settings["OTEL_EXPORTER_OTLP_PROTOCOL"] === "grpc")
    faults.push("OTEL_EXPORTER_OTLP_PROTOCOL: needs http/json; collectors take that on another port, 4318 mostly");
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
    const isKnown = id === undefined || publicServers(id).length > 0 || settings[name]?.length !== 0;
    return isKnown ? [] : [`${name}: needs a server of network ${id}; only those of public networks are known`];
  });
}
