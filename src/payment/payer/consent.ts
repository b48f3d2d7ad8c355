/** What the payer's owner allows: on which networks, up to what price, and what is shown before anything is signed. */
import { OperatorError } from "../../runtime/errors.ts";
import { formatXrp } from "../../runtime/money.ts";
import { networkId } from "../requirements.ts";
import type { Choice, NetworkRefusal } from "./choice.ts";
import type { PaidRequest } from "./exchange.ts";
import type { PayerContext } from "./context.ts";

export interface Quotation extends Choice {
  readonly request: PaidRequest;
  /** What the seller says is sold. */
  readonly resource: string;
  readonly isSandbox: boolean;
}

const MAINNET = "xrpl:0";
const NAMES: Readonly<Record<string, string>> = {
  [MAINNET]: "the main network: real money",
  "xrpl:1": "the test network",
  "xrpl:2": "the development network",
};

/** `sandbox` is the network of the seller's sandbox, where it has one. */
export function networkRule(sandbox: string | undefined, world: PayerContext): NetworkRefusal {
  return (network) => {
    if (world.networkId !== undefined && networkId(network) !== world.networkId)
      return `${network} is not the network xrpl:${world.networkId}`;
    if (network === sandbox) return undefined;
    if (serversOf(network, world).length === 0) return `no server of ${network} is known: name one with --ledger`;
    const isAllowed = network !== MAINNET || world.networkId !== undefined || world.confirm !== undefined;
    return isAllowed ? undefined : "real money is paid unattended only with --network mainnet";
  };
}

export function announce({ entry, price, request, resource, isSandbox }: Quotation, { say }: PayerContext): void {
  const { network, payTo, extra } = entry;
  const meaning = isSandbox ? "the seller's sandbox: play money" : (NAMES[network] ?? "a network of your own");
  say(`${request.method} ${request.url} costs ${formatXrp(price)} XRP`);
  say(`  to        ${payTo}${extra.destinationTag === undefined ? "" : `, tag ${extra.destinationTag}`}`);
  say(`  network   ${network} (${meaning})`);
  say(`  resource  ${resource}`);
}

/** @throws {OperatorError} when it is more than may be spent, and nobody says yes. */
export async function allow({ entry, price }: Choice, { limit, confirm }: PayerContext): Promise<void> {
  if (limit !== undefined && price <= limit) return;
  if (confirm === undefined)
    throw new OperatorError(
      limit === undefined
        ? "Not paid: nobody is there to confirm, and no limit is set (--max-xrp, PAY_MAX_XRP)."
        : `Not paid: ${formatXrp(price)} XRP is above the limit of ${formatXrp(limit)} XRP.`,
    );
  if (!(await confirm(`Pay ${formatXrp(price)} XRP to ${entry.payTo} on ${entry.network}?`)))
    throw new OperatorError("Not paid.");
}

/** The servers to ask about a network; none when no such is known. */
export function serversOf(network: string, { ledgerUrls, publicServers }: PayerContext): readonly string[] {
  return ledgerUrls.length > 0 ? ledgerUrls : publicServers(networkId(network) ?? -1);
}
