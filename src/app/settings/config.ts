/** The settings: read once from the environment, checked together, frozen. Every fault is listed in one error. */
import { readFileSync } from "node:fs";
import { OperatorError } from "../../runtime/errors.ts";
import { publicServers } from "./public-networks.ts";
import { SETTINGS, IN_FILES, SHARED_NAMES, type Settings } from "./settings.ts";

export type Config = Readonly<Settings>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings.
 * @throws {Error} that lists every setting that cannot be used, with what it needs.
 */
export function loadConfig(env: Environment): Config {
  return read(env, disagreements);
}

/** The same, of a process that serves: `bun run pay` alone names a ledger and has no wallet there. */
export function loadServedConfig(env: Environment): Config {
  return read(env, (settings) => [...disagreements(settings), ...withoutWallet(settings)]);
}

function read(env: Environment, faultsOf: (settings: Partial<Settings>) => readonly string[]): Config {
  const faults: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, [reader, fallback]] of Object.entries(SETTINGS)) {
    try {
      const written = writtenOf(name, env)?.trim();
      settings[name] = reader(written === undefined || written === "" ? fallback : written);
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  // What cannot be read is not there either, which needs no line of its own.
  const told = new Set(faults.map(nameIn));
  faults.push(...faultsOf(settings as Partial<Settings>).filter((fault) => !told.has(nameIn(fault))));
  if (faults.length > 0)
    throw new OperatorError(`Cannot start, ${faults.length} setting(s) cannot be used:\n  ${faults.join("\n  ")}`);
  return Object.freeze(settings as Settings); // Every name of SETTINGS was just read.
}

function nameIn(fault: string): string {
  return fault.slice(0, fault.indexOf(":"));
}

/** A setting as it is written: in the environment, or in the file that its name with `_FILE` names. */
function writtenOf(name: string, env: Environment): string | undefined {
  if (SHARED_NAMES.includes(name)) return env[name.toLowerCase()] || env[name];
  const path = IN_FILES.includes(name) ? env[`${name}_FILE`] : undefined;
  if (path === undefined || path === "") return env[name];
  if (env[name] !== undefined && env[name] !== "") throw new Error(`is set both by itself and by ${name}_FILE`);
  const written = contentOf(name, path);
  // What is left out would be made anew, or be done without: another store, another secret.
  if (written.trim() === "") throw new Error(`the file that ${name}_FILE names is empty`);
  return written;
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? error.code : error;
    throw new Error(`the file that ${name}_FILE names cannot be read (${why})`, { cause: error });
  }
}

/** Settings of which each is good, and which do not go together. */
function disagreements(settings: Partial<Settings>): string[] {
  const has = (name: keyof Settings): boolean => settings[name] !== undefined;
  const sendsTraces = has("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") || has("OTEL_EXPORTER_OTLP_ENDPOINT");
  const faults: readonly (readonly [isFault: boolean, fault: string])[] = [
    [
      has("XRPL_WALLET_ADDRESS") && !has("XRPL_NETWORK"),
      "XRPL_NETWORK: needs the network of XRPL_WALLET_ADDRESS; the sandbox has a wallet of its own",
    ],
    [
      (settings.XRPL_PREVIOUS_WALLETS ?? []).length > 0 && !has("XRPL_WALLET_ADDRESS"),
      "XRPL_PREVIOUS_WALLETS: needs the wallet that took their place, as XRPL_WALLET_ADDRESS",
    ],
    [
      has("HUB_WEBHOOK_URL") && !has("HUB_WEBHOOK_SECRET"),
      "HUB_WEBHOOK_SECRET: needs the secret that signs what is sent to HUB_WEBHOOK_URL",
    ],
    [has("LLM_BASE_URL") && !has("LLM_MODEL"), "LLM_MODEL: needs the name of the model to ask at LLM_BASE_URL"],
    [has("EMBED_BASE_URL") && !has("EMBED_MODEL"), "EMBED_MODEL: needs the name of the model to ask at EMBED_BASE_URL"],
    [
      has("CATALOG_HUB_URL") && has("CATALOG_STORAGE_URL"),
      "CATALOG_HUB_URL: the catalogue comes from CATALOG_STORAGE_URL already; name one of them",
    ],
    [
      has("CATALOG_HUB_URL") && !has("CATALOG_HUB_TOKEN"),
      "CATALOG_HUB_TOKEN: needs the CATALOG_SHARE_TOKEN of the hub at CATALOG_HUB_URL",
    ],
    [
      has("CATALOG_STORAGE_KEY_ID") && !has("CATALOG_STORAGE_SECRET"),
      "CATALOG_STORAGE_SECRET: needs the secret of CATALOG_STORAGE_KEY_ID, or requests are not signed",
    ],
    [
      has("CATALOG_STORAGE_SECRET") && !has("CATALOG_STORAGE_KEY_ID"),
      "CATALOG_STORAGE_KEY_ID: needs the id of the key whose secret is CATALOG_STORAGE_SECRET, or requests are not signed",
    ],
    [
      sendsTraces && !["otlp", "none"].some((name) => settings.OTEL_TRACES_EXPORTER?.includes(name)),
      "OTEL_TRACES_EXPORTER: needs otlp, or none for no traces; there is no other exporter here",
    ],
    [
      sendsTraces && settings.OTEL_EXPORTER_OTLP_PROTOCOL === "grpc",
      "OTEL_EXPORTER_OTLP_PROTOCOL: needs http/json; collectors take that on another port, 4318 mostly",
    ],
  ];
  return [...faults.flatMap(([isFault, fault]) => (isFault ? [fault] : [])), ...missingServers(settings)];
}

/** A hub that is to be paid on a ledger must not take its sandbox's play money instead, for want of one setting. */
function withoutWallet(settings: Partial<Settings>): readonly string[] {
  if (settings.XRPL_NETWORK === undefined || settings.XRPL_WALLET_ADDRESS !== undefined) return [];
  return [
    "XRPL_WALLET_ADDRESS: needs the wallet to be paid into on the ledger of XRPL_NETWORK; " +
      "for play money leave both out",
  ];
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
