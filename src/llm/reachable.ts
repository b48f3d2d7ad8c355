/**
 * Whether a server takes connections. A `fetch` cannot tell a connection that is not made from a model that thinks:
 * both are silent. So a connection is tried first, and a server that took one is believed for a while.
 */
import { connect } from "node:net";
import { type Clock, leftOf, type TimeSpan } from "../runtime/world.ts";
import { ModelFault } from "./fault.ts";
import type { SocketAddress } from "./socket-addresses.ts";

const BELIEVED_MS = 30_000;

/** @returns a function that throws a `ModelFault` "unreachable" when none of them takes a connection in time. */
export function reachable(
  addresses: readonly SocketAddress[],
  clock: Clock,
  timeoutMs: number,
): (signal: AbortSignal) => Promise<void> {
  let believed: TimeSpan | undefined;

  return async (signal) => {
    if (leftOf(believed, clock.now()) > 0) return;
    const settled = Promise.withResolvers<void>();
    const sockets = addresses.map((address) => connect(address));
    let left = sockets.length;
    const fail = (cause: unknown) => settled.reject(unreachable(cause));
    const timer = setTimeout(() => fail("It did not accept the connection in time."), timeoutMs);
    const abort = () => settled.reject(signal.reason);
    for (const socket of sockets) {
      socket.once("connect", settled.resolve);
      // Not `once`: what follows a failure must find a listener too.
      socket.on("error", (cause) => --left <= 0 && fail(cause));
    }
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    try {
      await settled.promise;
      believed = { at: clock.now(), ms: BELIEVED_MS };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      for (const socket of sockets) socket.destroy();
    }
  };
}

function unreachable(cause: unknown): ModelFault {
  return new ModelFault("unreachable", "The language model's server cannot be reached.", { cause });
}
