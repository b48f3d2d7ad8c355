/** The ledgers that the settings name, and the servers of those that are public. */
import type { Config } from "./config.ts";
import { publicFaucet, publicServers } from "./public-networks.ts";

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

/** Where money of the test ledger comes from, as far as that is known. */
export function faucetOf({ XRPL_FAUCET_URL: named, XRPL_TEST_NETWORK: network }: Config): string | undefined {
  return named ?? publicFaucet(network);
}

function serversOf(named: readonly string[], network: number | undefined): readonly string[] {
  return named.length > 0 || network === undefined ? named : publicServers(network);
}
