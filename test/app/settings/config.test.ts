import { describe, expect, test } from "bun:test";
import { classicAddressToXAddress } from "ripple-address-codec";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig, loadServedConfig } from "../../../src/app/settings/config.ts";
import { faucetOf, ledgerNames, ledgerServers } from "../../../src/app/settings/ledger-servers.ts";
import { misspelt } from "../../../src/app/settings/misspelt-settings.ts";
import { IN_FILES } from "../../../src/app/settings/settings.ts";

const WALLET = "rrrrrrrrrrrrrrrrrrrrrhoLvTp";

/** The lines of the error, one for each setting. */
function faults(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
  } catch (error) {
    return String(error)
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

describe("loadConfig()", () => {
  test("takes an IPv6 address to listen on as it stands in a URL, too", () => {
    expect(loadConfig({ HOST: "[::1]" }).HOST).toBe("::1");
  });

  test("says of addresses of databases how a password is written there", () => {
    for (const written of ["postgres://hub:a/b@db/hub", "postgres://hub:a#b@db/hub", "postgres://hub:a?b@db/hub"])
      expect(faults({ DATABASE_URL: written })).toEqual([
        "DATABASE_URL: needs a postgres:// address, with / # ? and the like in a password as %2F %23 %3F",
      ]);
    expect(faults({ REDIS_URL: "redis://:a/b@redis" })).toEqual([
      "REDIS_URL: needs a redis:// address, with / # ? and the like in a password as %2F %23 %3F",
    ]);
    expect(faults({ DATABASE_URL: "postgres://hub:a%2Fb@db/hub", REDIS_URL: "redis://:a%23b@redis/1" })).toEqual([]);
    // It would be taken for the first one, which may be another program's.
    expect(faults({ REDIS_URL: "redis://redis/cache" })).toEqual([
      "REDIS_URL: needs the number of a database behind the /, or nothing",
    ]);
    expect(faults({ REDIS_URL: "rediss://redis/" })).toEqual([]);
  });

  test("takes no mode of TLS that one of those who connect to the database does not know", () => {
    for (const mode of ["verify_full", "allow", "on"])
      expect(faults({ DATABASE_URL: `postgres://db/hub?sslmode=${mode}` })).toEqual([
        "DATABASE_URL: needs an sslmode of disable, no-verify or verify-full",
      ]);
    for (const url of ["postgres:///hub?host=/run/postgresql", "postgres://me:w%20d@%2Frun%2Fpg:5433/hub"])
      expect(loadConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url);
    expect(loadConfig({ DATABASE_URL: "postgres://me:w%20d@db/hub?sslmode=require" }).DATABASE_URL).toBe(
      "postgres://me:w%20d@db/hub?sslmode=verify-full",
    );
  });

  test("of nothing is the defaults of the contract", () => {
    const { NET_ALLOW, CHARGED_TIERS, ...rest } = loadConfig({});
    expect([...NET_ALLOW]).toEqual([]);
    expect([...CHARGED_TIERS]).toEqual(["enhanced", "campaign"]);
    expect(rest).toMatchObject({
      HOST: "127.0.0.1",
      PORT: 3000,
      HUB_DATA_DIR: "./data",
      HUB_WALLET_WORD: "wallet",
      XRPL_SANDBOX_NETWORK_ID: 21338,
      INVOICE_TTL_SECONDS: 300,
      PRICE_STANDARD_XRP: 120_000n,
      PRICE_ENHANCED_XRP: 120_000n,
      PRICE_CAMPAIGN_XRP: 240_000n,
      PRICE_CACHED_XRP: 12_000n,
      CACHE_HIT_PRICE_PERCENT: 10,
      LIMIT_ANON_PER_MINUTE: 60,
      LIMIT_ANON_PER_DAY: 1000,
      TRUSTED_PROXIES: [],
      COINGECKO_URL: "https://api.coingecko.com/api/v3",
      NWS_URL: "https://api.weather.gov",
      OPEN_METEO_URL: "https://api.open-meteo.com/v1",
      WIKIPEDIA_URL: "https://en.wikipedia.org",
      WIKIDATA_URL: undefined,
      LOG_LEVEL: "info",
    });
    for (const name of [
      "HUB_PUBLIC_URL",
      "HUB_SECRET",
      "HUB_ACTORS_DIR",
      "XRPL_NETWORK",
      "XRPL_WALLET_ADDRESS",
      "XRPL_DESTINATION_TAG",
      "LOG_FORMAT",
    ]) {
      expect([name, (rest as Record<string, unknown>)[name]]).toEqual([name, undefined]);
    }
  });

  test("takes an empty or blank setting for none, and drops what surrounds a value", () => {
    expect(loadConfig({ PORT: "", HOST: "  ", HUB_PUBLIC_URL: "\t" })).toMatchObject({ PORT: 3000, HOST: "127.0.0.1" });
    expect(loadConfig({ PORT: " 8080\n", HUB_PUBLIC_URL: "https://hub.example/base//" })).toMatchObject({
      PORT: 8080,
      HUB_PUBLIC_URL: "https://hub.example/base",
    });
  });

  test("reads lists", () => {
    const config = loadConfig({
      CHARGED_TIERS: "standard, cached,",
      TRUSTED_PROXIES: "::ffff:127.0.0.1, 0:0:0:0:0:0:0:1,10.0.0.0/8, FD00:0:0::/8, ::ffff:192.168.0.0/112",
      NET_ALLOW: "LOCALHOST:8080,[::1]:65535",
    });
    expect([...config.CHARGED_TIERS]).toEqual(["standard", "cached"]);
    expect(config.TRUSTED_PROXIES).toEqual(["127.0.0.1", "::1", "10.0.0.0/8", "fd00::/8", "192.168.0.0/16"]);
    expect([...config.NET_ALLOW]).toEqual(["localhost:8080", "[::1]:65535"]);
  });

  test("is frozen", () => {
    expect(Object.isFrozen(loadConfig({}))).toBeTrue();
  });

  test("lists every fault in one error, by name, and repeats no value", () => {
    const lines = faults({
      PORT: "http",
      HUB_SECRET: "hunter2",
      CHARGED_TIERS: "gold",
      LOG_LEVEL: "loud",
      PRICE_STANDARD_XRP: "-1",
    });
    expect(lines.map((line) => line.split(":")[0])).toEqual([
      "PORT",
      "HUB_SECRET",
      "PRICE_STANDARD_XRP",
      "CHARGED_TIERS",
      "LOG_LEVEL",
    ]);
    expect(lines.join()).not.toMatch(/hunter2|gold|loud/);
    expect(() => loadConfig({ PORT: "x", LOG_LEVEL: "x" })).toThrow("Cannot start, 2 setting(s) cannot be used:");
  });

  test.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "1e3"],
    ["PORT", "0x50"],
    ["PORT", "80.5"],
    ["HUB_PUBLIC_URL", "hub.example"],
    ["HUB_PUBLIC_URL", "ftp://hub.example"],
    ["HUB_PUBLIC_URL", "https://"],
    ["HUB_PUBLIC_URL", "https://hub.example/?a=b"],
    ["HUB_PUBLIC_URL", "https://hub.example/#top"],
    ["HUB_PUBLIC_URL", "https://user:hunter2@hub.example"],
    ["HUB_SECRET", "x".repeat(31)],
    ["HUB_WALLET_WORD", "Wallet"],
    ["HUB_WALLET_WORD", "a-b"],
    ["XRPL_NETWORK", "main"],
    ["XRPL_NETWORK", "constructor"],
    ["XRPL_NETWORK", "4294967296"],
    ["XRPL_SANDBOX_NETWORK_ID", "4294967296"],
    ["XRPL_WALLET_ADDRESS", "0xdeadbeef"],
    ["XRPL_WALLET_ADDRESS", "r0OIl0OIl0OIl0OIl0OIl0OIl0"],
    ["XRPL_DESTINATION_TAG", "4294967296"],
    ["INVOICE_TTL_SECONDS", "9"],
    ["PRICE_CACHED_XRP", "0.0000001"],
    ["PRICE_CACHED_XRP", "1e-3"],
    ["CHARGED_TIERS", "standard,gold"],
    ["CACHE_HIT_PRICE_PERCENT", "101"],
    ["LIMIT_ANON_PER_DAY", "unlimited"],
    ["TRUSTED_PROXIES", "localhost"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.0/"],
    ["TRUSTED_PROXIES", "10/8"],
    ["TRUSTED_PROXIES", "010.0.0.0/8"],
    ["TRUSTED_PROXIES", "10.1.0.0/8"],
    ["TRUSTED_PROXIES", "fd00::1/8"],
    ["TRUSTED_PROXIES", "0.0.0.0/0"],
    ["TRUSTED_PROXIES", "::/0"],
    ["TRUSTED_PROXIES", "::ffff:0:0/96"],
    ["NET_ALLOW", "localhost"],
    ["NET_ALLOW", "http://localhost:80"],
    ["NET_ALLOW", "localhost:65536"],
    ["COINGECKO_URL", "javascript:alert(1)"],
    ["LOG_FORMAT", "xml"],
    ["ADMIN_TOKEN", `sha256:${"0".repeat(63)}`],
    ["LLM_BASE_URL", "llm.example/v1"],
    ["LLM_BASE_URL", "https://user:key@llm.example/v1"],
    ["LLM_DAILY_BUDGET_TOKENS", "0"],
    ["LLM_DAILY_BUDGET_TOKENS", "1e6"],
    ["METRICS_TOKEN", "schlüssel-von-metrics"],
    ["CATALOG_HUB_TOKEN", "sixteen characters\nand a line"],
    ["PRICE_CALL_XRP", "0"],
    ["PRICE_CALL_XRP", "0.000000"],
  ])("%s cannot be %p", (name, value) => {
    expect(faults({ [name]: value })).toEqual([expect.stringContaining(`${name}: needs`)]);
  });
});

test("a secret may stand in a file, once: the fault of one that cannot be read names it and no value", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-config-"));
  const file = join(folder, "secret");
  await writeFile(file, " a secret that is longer than thirty-two \n");
  expect(loadConfig({ HUB_SECRET_FILE: file }).HUB_SECRET).toBe("a secret that is longer than thirty-two");
  expect(loadConfig({ HUB_SECRET_FILE: "", PORT_FILE: file })).toMatchObject({ HUB_SECRET: undefined, PORT: 3000 });
  expect(() => loadConfig({ HUB_SECRET_FILE: file, HUB_SECRET: "another that is longer than thirty-two" })).toThrow(
    "HUB_SECRET: is set both by itself and by HUB_SECRET_FILE",
  );
  expect(() => loadConfig({ ADMIN_TOKEN_FILE: join(folder, "none") })).toThrow(
    "ADMIN_TOKEN: the file that ADMIN_TOKEN_FILE names cannot be read (ENOENT)",
  );
  expect(misspelt({ HUB_SECRET_FILE: file, HUB_SECRETS_FILE: file })).toEqual([
    expect.stringMatching(/^HUB_SECRETS_FILE: there is no such setting/),
  ]);
  await rm(folder, { recursive: true });
});

test("an empty file is no secret that was left out: the hub would make another, or open another store", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-config-"));
  const file = join(folder, "secret");
  await writeFile(file, " \n");
  for (const name of IN_FILES)
    expect(faults({ [`${name}_FILE`]: file })).toContain(`${name}: the file that ${name}_FILE names is empty`);
  await rm(folder, { recursive: true });
});

test("a hub that is named a ledger and no wallet does not serve on its sandbox; a payer may name one", () => {
  for (const XRPL_NETWORK of ["mainnet", "testnet", "21338"]) {
    expect(() => loadServedConfig({ XRPL_NETWORK })).toThrow("XRPL_WALLET_ADDRESS: needs the wallet to be paid into");
    expect(loadConfig({ XRPL_NETWORK }).XRPL_NETWORK).toBeNumber();
  }
  expect(loadServedConfig({ XRPL_NETWORK: "sandbox" }).XRPL_NETWORK).toBeUndefined();
});

test("what a setting allows is told as it is", () => {
  const needs = "XRPL_TEST_NETWORK: needs testnet, devnet or the id of a test network";
  for (const XRPL_TEST_NETWORK of ["test", "sandbox", "mainnet", "0"])
    expect(faults({ XRPL_TEST_NETWORK })).toEqual([needs]);
});

test("half of a key for storage, and an exporter of traces that is not here, are told", () => {
  expect(faults({ CATALOG_STORAGE_KEY_ID: "id" })).toEqual([expect.stringMatching(/^CATALOG_STORAGE_SECRET: needs/)]);
  expect(faults({ CATALOG_STORAGE_SECRET: "x" })).toEqual([expect.stringMatching(/^CATALOG_STORAGE_KEY_ID: needs/)]);
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://127.0.0.1:4318";
  expect(faults({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: "zipkin" })).toEqual([
    "OTEL_TRACES_EXPORTER: needs otlp, or none for no traces; there is no other exporter here",
  ]);
  for (const OTEL_TRACES_EXPORTER of ["none", "otlp", "console,otlp"])
    expect(faults({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER })).toEqual([]);
  expect(faults({ OTEL_TRACES_EXPORTER: "console" })).toEqual([]);
});

test("what is nearly a setting is told, of whatever family it is; what others may mean is not", () => {
  const near = ["ACCESS_LOGS", "ADMIN_TOKENS", "DATABASE_URI", "LEARN_FOM_USE", "PAY_MAXXRP", "REDIS_ULR"];
  const others = ["HOME", "PORTS", "npm_config_registry", "OTEL_BLRP_SCHEDULE_DELAY", "ADMIN_EMAIL", "LOG_FILE"];
  const warnings = misspelt(Object.fromEntries([...near, ...others].map((name) => [name, "x"])));
  expect(warnings.map((warning) => warning.split(":")[0])).toEqual(near);
  expect(warnings[1]).toBe("ADMIN_TOKENS: there is no such setting; did you mean ADMIN_TOKEN?");
});

test("a setting that cannot be read is told once, not again as one that is missing", () => {
  const XRPL_WALLET_ADDRESS = "rrrrrrrrrrrrrrrrrrrrrhoLvTp";
  expect(faults({ XRPL_WALLET_ADDRESS, XRPL_NETWORK: "mainnt" })).toEqual([
    "XRPL_NETWORK: needs sandbox, mainnet, testnet, devnet or a network id",
  ]);
});

test("a wallet needs its network named, and its checksum right", () => {
  const XRPL_WALLET_ADDRESS = "rrrrrrrrrrrrrrrrrrrrrhoLvTp";
  expect(faults({ XRPL_WALLET_ADDRESS })).toEqual([expect.stringContaining("XRPL_NETWORK: needs the network")]);
  expect(faults({ XRPL_WALLET_ADDRESS: "rrrrrrrrrrrrrrrrrrrrrhoLvTq", XRPL_NETWORK: "mainnet" })).toEqual([
    expect.stringContaining("XRPL_WALLET_ADDRESS: needs"),
  ]);
});

test("of a wallet's X-address it is told what to give instead", () => {
  const XRPL_WALLET_ADDRESS = classicAddressToXAddress("rrrrrrrrrrrrrrrrrrrrrhoLvTp", 7, false);
  expect(faults({ XRPL_WALLET_ADDRESS, XRPL_NETWORK: "mainnet" })).toEqual([
    "XRPL_WALLET_ADDRESS: needs the classic address (r…) of this X-address; its tag goes into XRPL_DESTINATION_TAG",
  ]);
});

test("a language model needs a name", () => {
  const LLM_BASE_URL = "http://127.0.0.1:11434/v1";
  expect(faults({ LLM_BASE_URL })).toEqual([expect.stringContaining("LLM_MODEL: needs the name")]);
  expect(faults({ LLM_BASE_URL, LLM_MODEL: "small" })).toEqual([]);
});

test("a test network without public servers needs one named, unless it is the main one", () => {
  const wallet = { XRPL_WALLET_ADDRESS: WALLET, XRPL_NETWORK: "4000", XRPL_URL: "http://ledger.example" };
  expect(faults({ ...wallet, XRPL_TEST_NETWORK: "4001" })).toEqual([expect.stringContaining("XRPL_TEST_URL: needs")]);
  const one = loadConfig({ ...wallet, XRPL_TEST_NETWORK: "4000" });
  const two = loadConfig({ ...wallet, XRPL_TEST_NETWORK: "devnet" });
  expect([ledgerNames(one).test, ledgerNames(two).test]).toEqual(["xrpl:4000", "xrpl:2"]);
  expect([one, two].map(faucetOf)).toEqual([undefined, expect.stringContaining("devnet")]);
  expect(ledgerServers(two)).toEqual({ main: ["http://ledger.example"], test: [expect.stringContaining("devnet")] });
});

describe("ledgerNames()", () => {
  test.each([
    [{}, "xrpl:21338"],
    [{ XRPL_SANDBOX_NETWORK_ID: "1" }, "xrpl:1"],
    [{ XRPL_NETWORK: "mainnet", XRPL_WALLET_ADDRESS: WALLET }, "xrpl:0"],
    [{ XRPL_NETWORK: "testnet", XRPL_WALLET_ADDRESS: WALLET }, "xrpl:1"],
    [{ XRPL_NETWORK: "devnet", XRPL_WALLET_ADDRESS: WALLET }, "xrpl:2"],
    [
      { XRPL_NETWORK: "21338", XRPL_URL: "wss://a.example/x, ws://127.0.0.1:6006", XRPL_WALLET_ADDRESS: WALLET },
      "xrpl:21338",
    ],
    [{ XRPL_NETWORK: "4294967295", XRPL_URL: "http://ledger.example", XRPL_WALLET_ADDRESS: WALLET }, "xrpl:4294967295"],
  ])("of %j is %s", (env, name) => {
    expect(ledgerNames(loadConfig(env)).main).toBe(name);
  });

  test("is the sandbox's while no wallet is configured: no real money is asked for on its behalf", () => {
    expect(ledgerNames(loadConfig({ XRPL_NETWORK: "mainnet" })).main).toBe("xrpl:21338");
  });
});
