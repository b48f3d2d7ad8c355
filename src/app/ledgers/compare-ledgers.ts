/** Holds the store's deposits against every ledger that this hub has followed a wallet on. */
import { setTimeout as pause } from "node:timers/promises";
import { compareWithLedger, type Comparison, followedWallets } from "../../payment/follower/compare.ts";
import { rippledLedger } from "../../payment/xrpl/client.ts";
import { HubError, OperatorError } from "../../runtime/errors.ts";
import type { Store } from "../../store/store.ts";
import { rootSecrets } from "../parts/accounts.ts";
import type { Config } from "../settings/config.ts";
import { ledgerNames, ledgerServers } from "../settings/ledger-servers.ts";
import { sandboxWalletOf } from "./sandbox-wallet.ts";

const TIMEOUT_MS = 10_000;
const POLL_MS = 1_000;
/** A hub counts what arrives within seconds. */
const COUNTED_MS = 5_000;

/** @throws {OperatorError} for a network whose servers are not configured. */
export async function compareLedgers(
  config: Config,
  store: Store,
): Promise<readonly (Comparison & { readonly network: string })[]> {
  const comparisons: (Comparison & { readonly network: string })[] = [];
  for (const [network, wallets] of await walletsOf(config, store)) {
    const urls = serversFor(network, config);
    const ledger = rippledLedger({
      network,
      urls,
      fetch,
      timeoutMs: TIMEOUT_MS,
      pollMs: POLL_MS,
      clock: { now: Date.now },
    });
    const { signal } = new AbortController();
    const comparing = compareWithLedger({ store, ledger, wallets, signal, pause: () => pause(COUNTED_MS) });
    comparisons.push({ network, ...(await comparing.catch(tellServers(network, urls, config))) });
  }
  return comparisons;
}

async function walletsOf(config: Config, store: Store): Promise<ReadonlyMap<string, readonly string[]>> {
  const wallets = new Map<string, string[]>();
  for (const { network, wallet } of await store.ask(followedWallets))
    wallets.set(network, [...(wallets.get(network) ?? []), wallet]);
  if (config.XRPL_WALLET_ADDRESS !== undefined) return wallets;
  return wallets.set(ledgerNames(config).main, [await sandboxWalletOf(store, await rootSecrets(config, store))()]);
}

/** What no server answers is told with their addresses. */
function tellServers(network: string, urls: readonly string[], config: Config): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof HubError) || error.code !== "ledger_unavailable") throw error;
    const hint = isInHub(network, config) ? "; the sandbox is in the running hub, at its HOST and PORT" : "";
    const silent = `${urls.join(", ")} gives no answer that can be relied on${hint}`;
    throw new OperatorError(`Cannot compare with ${network}: ${silent}`, { cause: error });
  };
}

function isInHub(network: string, config: Config): boolean {
  return config.XRPL_WALLET_ADDRESS === undefined && network === ledgerNames(config).main;
}

function serversFor(network: string, config: Config): readonly string[] {
  const names = ledgerNames(config);
  const servers = ledgerServers(config);
  if (isInHub(network, config))
    return [`http://${config.HOST === "0.0.0.0" ? "127.0.0.1" : config.HOST}:${config.PORT}/sandbox/ledger`];
  const urls = network === names.main ? servers.main : network === names.test ? servers.test : [];
  if (urls.length > 0) return urls;
  throw new OperatorError(
    `Cannot compare with ${network}: none of its servers is configured: give the hub's XRPL_ settings, too (XRPL_NETWORK, XRPL_URL, XRPL_TEST_URL)`,
  );
}
