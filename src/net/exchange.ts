/** One message to the vetted addresses of a host, as far as the head of the answer. */
import { HubError } from "../runtime/errors.ts";
import type { RequestHeaders } from "./headers.ts";
import type { HttpAnswer } from "./http-socket.ts";
import type { Target } from "./target.ts";

export interface Message {
  readonly method: string;
  readonly headers: RequestHeaders;
  readonly body?: string | Uint8Array;
}

/** Where a message may go. */
export interface Destination {
  readonly target: Target;
  /** All vetted. */
  readonly addresses: readonly string[];
}

/** One of the addresses of a destination. */
export interface TargetAddress {
  readonly target: Target;
  readonly address: string;
}

export interface ExchangeLimits {
  /** For all addresses of a host together. */
  readonly connectMs: number;
  /** From the connection to the end of the answer's head; infinite where only the caller's signal ends the wait. */
  readonly firstByteMs: number;
}

/** An answer whose body is still to be read. Disposing it closes its socket, unless it was read to its end. */
export interface Exchange extends Disposable {
  readonly head: HttpAnswer;
}

/** Sends a message to one address; rejects with `Unreachable` where it takes no connection. */
export type Open = (
  place: TargetAddress,
  message: Message,
  limits: ExchangeLimits,
  signal: AbortSignal,
) => Promise<Exchange>;

/** The address did not take the connection: nothing was sent, so another one may be tried. */
export class Unreachable extends Error {}

/**
 * Sends the message to the first of the addresses that takes the connection.
 * @throws {HubError} `upstream_failed`, `upstream_timeout` or `upstream_invalid`; the signal's reason when it aborts.
 */
export async function exchange(
  open: Open,
  { target, addresses }: Destination,
  message: Message,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Exchange> {
  // An equal share for each, so that one that swallows connections leaves time for the next.
  const share = { ...limits, connectMs: limits.connectMs / addresses.length };
  let unreachable: unknown;
  for (const address of addresses) {
    try {
      return await open({ target, address }, message, share, signal);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      unreachable = error.cause;
    }
  }
  if (unreachable instanceof HubError) throw unreachable;
  throw new HubError("upstream_failed", "The upstream service could not be reached.", { cause: unreachable });
}

/** The connection ended, or made no sense, before the answer was whole. */
export function brokenOff(cause: unknown): HubError {
  return new HubError("upstream_failed", "The upstream service broke off its answer.", { cause });
}
