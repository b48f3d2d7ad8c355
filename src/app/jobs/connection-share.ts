/** What one address may have of the connections when hardly one more can be opened. */
import type { AddressSet } from "../../runtime/http/address-set.ts";
import { clientNetwork } from "../../runtime/http/client-address.ts";
import type { AcceptedSocket } from "../process/system-sockets.ts";

/** Of all files and connections that there may be. */
const SHARE = 1 / 4;

/**
 * Cuts what each address has beyond its share, that on which it has been silent longest first, and says how many those
 * were. A proxy that is trusted brings many callers, and has no share.
 */
export function cutBeyondShare(
  connections: readonly AcceptedSocket[],
  most: number,
  trustedProxies: AddressSet,
): number {
  const ofCallers = connections.filter(({ address }) => !trustedProxies.has(address));
  const callers = Map.groupBy(ofCallers, ({ address }) => clientNetwork(address));
  const excess = [...callers.values()].flatMap((ofCaller) =>
    ofCaller.toSorted((one, other) => one.silentMs - other.silentMs).slice(Math.floor(most * SHARE)),
  );
  for (const connection of excess) connection.cut();
  return excess.length;
}
