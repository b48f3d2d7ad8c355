/** The networks of the XRP Ledger that have public servers. */

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

/** None for a network that is not public. */
export function publicServers(networkId: number): readonly string[] {
  return SERVERS[networkId] ?? [];
}

export function publicFaucet(networkId: number): string | undefined {
  return FAUCETS[networkId];
}
