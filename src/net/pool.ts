/**
 * Connections kept for the next message to the same place: a handshake costs more than most answers.
 * Shaped by speed: `bun run bench proxy`.
 */
import net, { isIP, type Socket } from "node:net";
import tls from "node:tls";
import { HubError } from "../runtime/errors.ts";
import {
  type HttpAnswer,
  createHttpSocket,
  type HttpSocket,
  OtherProtocol,
  type WrittenMessage,
} from "./http-socket.ts";
import { brokenOff, type Exchange, type ExchangeLimits, type Message, type Open, Unreachable } from "./exchange.ts";
import { ACCEPT_ENCODING } from "./headers.ts";
import type { Target } from "./target.ts";

export interface Pool extends Disposable {
  /** Sends a message by a connection that is kept for later ones, and may be an earlier one's. */
  readonly open: Open<HttpAnswer>;
  /** Sends it by a connection of its own. */
  readonly openAlone: Open<HttpAnswer>;
}

/** Begins a connection to `host`, always an IP address; `servername` is whom its certificate must name. */
export type Connect = (options: {
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: number;
  readonly servername?: string;
}) => Socket;

interface Idle {
  readonly socket: HttpSocket;
  /** By `performance.now()`. */
  readonly since: number;
}

/** Less than the shortest time for which usual servers keep a silent connection open. */
const IDLE_MS = 4_000;
const MAX_IDLE_PER_PLACE = 32;

const connectDirectly: Connect = ({ isSecure, host, port, servername }) => {
  const place = { host, port, family: isIP(host), noDelay: true };
  if (!isSecure) return net.connect(place);
  // Each new connection proves its certificate again: no session is resumed.
  return tls.connect({ ...place, ALPNProtocols: ["http/1.1"], ...(servername !== undefined && { servername }) });
};

/**
 * They are kept by protocol, address, port and server name. Since the guard names an address that it has just vetted,
 * a kept connection leads to no other place than a new one would.
 */
export function createPool(connect: Connect = connectDirectly): Pool {
  const idle = new Map<string, Idle[]>();
  let sweeper: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  return {
    open: ({ target, address }, message, limits, signal) => {
      const place = `${target.url.protocol} ${address} ${target.port} ${target.host}`;
      const kept = take(place);
      return kept === undefined
        ? begin(target, address, message, limits, signal, place)
        : carry(kept, written(message, target, true), limits, signal);
    },
    openAlone: ({ target, address }, message, limits, signal) => begin(target, address, message, limits, signal),
    [Symbol.dispose]() {
      isClosed = true;
      clearTimeout(sweeper);
      for (const all of idle.values()) for (const { socket } of all) socket[Symbol.dispose]();
      idle.clear();
    },
  };

  /** The one that was used last: the others may grow old and be closed. */
  function take(place: string): HttpSocket | undefined {
    const all = idle.get(place);
    for (let last = all?.pop(); last !== undefined; last = all?.pop()) {
      if (last.socket.isFree() && performance.now() - last.since < IDLE_MS) return last.socket;
      last.socket[Symbol.dispose]();
    }
    return undefined;
  }

  function keep(place: string, socket: HttpSocket): void {
    const all = idle.get(place) ?? [];
    if (isClosed || all.length >= MAX_IDLE_PER_PLACE) return socket[Symbol.dispose]();
    if (all.push({ socket, since: performance.now() }) === 1) idle.set(place, all);
    sweeper ??= setTimeout(sweep, IDLE_MS).unref();
  }

  function sweep(): void {
    sweeper = undefined;
    const oldest = performance.now() - IDLE_MS;
    for (const [place, all] of idle) {
      const young = all.filter(({ socket, since }) => {
        if (since > oldest && socket.isFree()) return true;
        socket[Symbol.dispose]();
        return false;
      });
      if (young.length === 0) idle.delete(place);
      else idle.set(place, young);
    }
    if (idle.size > 0) sweeper = setTimeout(sweep, IDLE_MS).unref();
  }

  /** By a new connection, kept under `place` where there is one. */
  async function begin(
    target: Target,
    address: string,
    message: Message,
    limits: ExchangeLimits,
    signal: AbortSignal,
    place?: string,
  ): Promise<Exchange<HttpAnswer>> {
    const isSecure = target.url.protocol === "https:";
    const { host, isIp, port } = target;
    // The certificate is held against the name, not against the address; TLS knows no server name that is an address.
    const begun = connect({ isSecure, host: address, port, ...(isSecure && !isIp && { servername: host }) });
    await connected(begun, isSecure, limits.connectMs, signal);
    const socket = createHttpSocket(begun, () => {
      if (place !== undefined) keep(place, socket);
    });
    return carry(socket, written(message, target, place !== undefined), limits, signal);
  }
}

function connected(socket: Socket, isSecure: boolean, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
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
  const timer = setTimeout(() => giveUp(new Unreachable("slow", { cause: late() })), ms);
  socket.on("error", fail);
  socket.once("close", closed);
  socket.once(isSecure ? "secureConnect" : "connect", () => {
    end();
    resolve();
  });
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  return promise;
}

/** One message and the head of its answer. */
async function carry(
  socket: HttpSocket,
  message: WrittenMessage,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Exchange<HttpAnswer>> {
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

/** As it goes over the connection. Its URL and headers were judged before and can end no line. */
function written({ method, headers, body }: Message, { url }: Target, isKept: boolean): WrittenMessage {
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  head += `accept-encoding: ${ACCEPT_ENCODING}\r\nconnection: ${isKept ? "keep-alive" : "close"}\r\n`;
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  if (length > 0 || !WITHOUT_BODY.has(method)) head += `content-length: ${length}\r\n`;
  return { head: `${head}\r\n`, body, isHead: method === "HEAD" };
}

/** Of which nobody expects a body (RFC 9110, section 8.6). */
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE"]);
