/** One message to a vetted address, as far as the head of the answer. */
import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { HubError } from "../runtime/errors.ts";
import { ACCEPT_ENCODING, type RequestHeaders } from "./headers.ts";
import type { Target } from "./target.ts";

/** Opens a request to `options.host`, always an IP address; `options.headers.host` has the name. */
export type Dial = (options: RequestOptions & { readonly host: string; readonly port: number }) => ClientRequest;

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

/** An answer whose body is still to be read. Disposing it closes its socket. */
export interface Exchange<Head> extends Disposable {
  readonly head: Head;
}

/** Sends a message to one address; rejects with `Unreachable` where it takes no connection. */
export type Open<Head> = (
  place: TargetAddress,
  message: Message,
  limits: ExchangeLimits,
  signal: AbortSignal,
) => Promise<Exchange<Head>>;

/** The address did not take the connection: nothing was sent, so another one may be tried. */
export class Unreachable extends Error {}

export const dialDirectly: Dial = (options) =>
  options.protocol === "https:" ? https.request(options) : http.request(options);

/**
 * Sends the message to the first of the addresses that takes the connection.
 * @throws {HubError} `upstream_failed`, `upstream_timeout` or `upstream_invalid`; the signal's reason when it aborts.
 */
export async function exchange<Head>(
  open: Open<Head>,
  { target, addresses }: Destination,
  message: Message,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Exchange<Head>> {
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

/** Each message on a socket of its own. */
export function dialled(dial: Dial): Open<IncomingMessage> {
  return (place, message, limits, signal) => open(dial(requestOptions(place, message)), message.body, limits, signal);
}

function requestOptions({ target, address }: TargetAddress, { method, headers }: Message) {
  const { url, host, isIp, port } = target;
  return {
    protocol: url.protocol,
    host: address,
    family: isIP(address),
    port,
    method,
    path: url.pathname + url.search,
    headers: { ...headers, host: url.host, "accept-encoding": ACCEPT_ENCODING },
    agent: false,
    // The certificate is held against the name, not against the address; TLS knows no server name that is an address.
    ...(url.protocol === "https:" && !isIp && { servername: host }),
  } as const;
}

async function open(
  request: ClientRequest,
  body: Message["body"],
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Exchange<IncomingMessage>> {
  const answered = Promise.withResolvers<IncomingMessage>();
  const fail = (error: unknown) => {
    answered.reject(error); // Before destroying, or the "aborted" that follows would win.
    request.destroy();
  };
  let connected = false;
  // Made only when they are needed: an exception with its stack costs more than a timer.
  const slow = () => new HubError("upstream_timeout", "The upstream service did not accept the connection in time.");
  let timer = setTimeout(() => fail(new Unreachable("slow", { cause: slow() })), limits.connectMs);
  const connect = () => {
    connected = true;
    clearTimeout(timer);
    const silent = () => new HubError("upstream_timeout", "The upstream service did not answer in time.");
    timer = setTimeout(() => fail(silent()), limits.firstByteMs);
  };
  const abort = () => fail(signal.reason);

  request.once("socket", (socket) => {
    socket.once(request.protocol === "https:" ? "secureConnect" : "connect", connect);
  });
  request.once("response", answered.resolve);
  request.once("upgrade", (_head, socket) => {
    socket.destroy(); // Nobody asked for another protocol.
    fail(new HubError("upstream_invalid", "The upstream service answered in another protocol."));
  });
  // Not `once`: what follows a failure must find a listener too.
  request.on("error", (cause) => fail(connected ? brokenOff(cause) : new Unreachable("failed", { cause })));
  signal.addEventListener("abort", abort, { once: true });
  const close = (head?: IncomingMessage) => {
    signal.removeEventListener("abort", abort);
    if (head?.readableEnded !== true) request.destroy();
  };
  if (signal.aborted) abort();
  else request.end(body);
  try {
    const head = await answered.promise;
    return { head, [Symbol.dispose]: () => close(head) };
  } catch (error) {
    close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The connection ended, or made no sense, before the answer was whole. */
export function brokenOff(cause: unknown): HubError {
  return new HubError("upstream_failed", "The upstream service broke off its answer.", { cause });
}
