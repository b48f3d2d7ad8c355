/** A connection to a vetted address and a message over it: the only way in which HTTP goes to addresses of strangers. */
import net, { isIP, type Socket } from "node:net";
import tls from "node:tls";
import { HubError } from "../runtime/errors.ts";
import {
  brokenOff,
  type Exchange,
  type ExchangeLimits,
  type Message,
  type Open,
  type TargetAddress,
  Unreachable,
} from "./exchange.ts";
import { ACCEPT_ENCODING } from "./headers.ts";
import { createHttpSocket, type HttpSocket, OtherProtocol, type WrittenMessage } from "./http-socket.ts";
import type { Target } from "./target.ts";

/** Begins a connection to `host`, always an IP address; `servername` is whom its certificate must name. */
export type Connect = (options: {
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: number;
  readonly servername?: string;
}) => Socket;

export const connectDirectly: Connect = ({ isSecure, host, port, servername }) => {
  const place = { host, port, family: isIP(host), noDelay: true };
  if (!isSecure) return net.connect(place);
  // Each new connection proves its certificate again: no session is resumed.
  return tls.connect({ ...place, ALPNProtocols: ["http/1.1"], ...(servername !== undefined && { servername }) });
};

/** Each message by a connection of its own. */
export function openAlone(connect: Connect = connectDirectly): Open {
  return async (place, message, limits, signal) => {
    const socket = await connectTo(connect, place, limits.connectMs, signal, (free) => free[Symbol.dispose]());
    return send(socket, written(message, place.target, "close"), limits, signal);
  };
}

/**
 * A socket to the address, for as many messages as both sides like: `whenFree` is told each time that an answer is over.
 * @throws {Unreachable} where it takes no connection in time; the signal's reason when it aborts.
 */
export function connectTo(
  connect: Connect,
  { target, address }: TargetAddress,
  connectMs: number,
  signal: AbortSignal,
  whenFree: (socket: HttpSocket) => void,
): Promise<HttpSocket> {
  const { url, host, isIp, port } = target;
  const isSecure = url.protocol === "https:";
  // The certificate is held against the name, not against the address; TLS knows no server name that is an address.
  const socket = connect({ isSecure, host: address, port, ...(isSecure && !isIp && { servername: host }) });
  const { promise, resolve, reject } = Promise.withResolvers<HttpSocket>();
  const end = (): void => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    socket.off("error", fail);
    socket.off("close", closed);
  };
  const giveUp = (error: unknown): void => {
    end();
    socket.on("error", () => undefined); // What follows a failure must find a listener too.
    socket.destroy();
    reject(error);
  };
  const fail = (cause: unknown) => giveUp(new Unreachable("failed", { cause }));
  const closed = () => fail(new Error("The connection was closed."));
  const abort = () => giveUp(signal.reason);
  // Made only when it is needed: an exception with its stack costs more than a timer.
  const late = () => new HubError("upstream_timeout", "The upstream service did not accept the connection in time.");
  const timer = setTimeout(() => giveUp(new Unreachable("slow", { cause: late() })), connectMs);
  socket.on("error", fail);
  socket.once("close", closed);
  socket.once(isSecure ? "secureConnect" : "connect", () => {
    end();
    const connected = createHttpSocket(socket, () => whenFree(connected)); // At once: no fault goes by unheard.
    resolve(connected);
  });
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return promise;
}

/** One message and the head of its answer. */
export async function send(
  socket: HttpSocket,
  message: WrittenMessage,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Exchange> {
  const { answered, cut } = socket.send(message);
  let reason: unknown;
  const giveUp = (why: unknown): void => cut((reason ??= why));
  const silent = () => new HubError("upstream_timeout", "The upstream service did not answer in time.");
  const isBounded = Number.isFinite(limits.firstByteMs);
  const timer = isBounded ? setTimeout(() => giveUp(silent()), limits.firstByteMs) : undefined;
  const abort = () => giveUp(signal.reason);
  const close = () => {
    signal.removeEventListener("abort", abort);
    cut("Nobody reads the answer any further.");
  };
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    return { head: await answered, [Symbol.dispose]: close };
  } catch (cause) {
    close();
    if (reason !== undefined) throw reason;
    if (cause instanceof OtherProtocol)
      throw new HubError("upstream_invalid", "The upstream service answered in another protocol.");
    throw brokenOff(cause);
  } finally {
    clearTimeout(timer);
  }
}

/** As it goes over the connection. What it is made of was judged before and can end no line. */
export function written(
  { method, headers, body }: Message,
  { url }: Target,
  connection: "keep-alive" | "close",
): WrittenMessage {
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  head += `accept-encoding: ${ACCEPT_ENCODING}\r\nconnection: ${connection}\r\n`;
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  if (length > 0 || !WITHOUT_BODY.has(method)) head += `content-length: ${length}\r\n`;
  return { head: `${head}\r\n`, body, isHead: method === "HEAD" };
}

/** Of which nobody expects a body (RFC 9110, section 8.6). */
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);
