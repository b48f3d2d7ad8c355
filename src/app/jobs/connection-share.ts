/** What one address may have of the connections when hardly one more can be opened. */
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
  trustedProxies: ReadonlySet<string>,
): number {
  const callers = Map.groupBy(connections, ({ address }) => clientNetwork(address));
  const excess = [...callers.values()].flatMap((ofCaller) => {
    const ownShare = trustedProxies.has(ofCaller[0]?.address ?? "") ? ofCaller.length : Math.floor(most * SHARE);
    return ofCaller.toSorted((one, other) => one.silentMs - other.silentMs).slice(ownShare);
  });
  for (const connection of excess) connection.cut();
  return excess.length;
}
