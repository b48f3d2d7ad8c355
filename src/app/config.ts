/** The settings: read once from the environment, checked together, frozen. Every fault is listed in one error. */
import { readFileSync } from "node:fs";
import { OperatorError } from "../runtime/errors.ts";
import { publicServers } from "./public-networks.ts";
import { SETTINGS, IN_FILES, type Settings } from "./settings.ts";

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
  faults.push(...disagreements(settings as Partial<Settings>));
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
      sendsTraces && settings.OTEL_EXPORTER_OTLP_PROTOCOL === "grpc",
      "OTEL_EXPORTER_OTLP_PROTOCOL: needs http/json; collectors take that on another port, 4318 mostly",
    ],
  ];
  return [...faults.flatMap(([isFault, fault]) => (isFault ? [fault] : [])), ...missingServers(settings)];
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
