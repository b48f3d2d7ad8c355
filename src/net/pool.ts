/**
 * Connections kept for the next message to the same place: a handshake costs more than most answers.
 * Shaped by speed: `bun run bench proxy`.
 */
import { type Connect, connectDirectly, connectTo, openAlone, send, written } from "./connect.ts";
import type { Open } from "./exchange.ts";
import type { HttpSocket } from "./http-socket.ts";

export interface ConnectionPool extends Disposable {
  /** Sends a message by a connection that is kept for later ones, and may be an earlier one's. */
  readonly open: Open;
  /** Sends it by a connection of its own. */
  readonly openAlone: Open;
}

interface Idle {
  readonly socket: HttpSocket;
  /** By `performance.now()`. */
  readonly since: number;
}

/** Less than the shortest time for which usual servers keep a silent connection open. */
const IDLE_MS = 4_000;
const MAX_IDLE_PER_PLACE = 32;

/**
 * They are kept by protocol, address, port and server name. Since the guard names an address that it has just vetted,
 * a kept connection leads to no other place than a new one would.
 */
export function createPool(connect: Connect = connectDirectly): ConnectionPool {
  const idle = new Map<string, Idle[]>();
  let closing: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  return {
    open(place, message, limits, signal) {
      const { target, address } = place;
      const key = `${target.url.protocol} ${address} ${target.port} ${target.host}`;
      const sendBy = (socket: HttpSocket) => send(socket, written(message, target, "keep-alive"), limits, signal);
      const kept = take(key);
      if (kept !== undefined) return sendBy(kept);
      return connectTo(connect, place, limits.connectMs, signal, (free) => keep(key, free)).then(sendBy);
    },
    openAlone: openAlone(connect),
    [Symbol.dispose]() {
      isClosed = true;
      clearTimeout(closing);
      for (const all of idle.values()) for (const { socket } of all) socket[Symbol.dispose]();
      idle.clear();
    },
  };

  /** The one that was used last: the others may grow old and be closed. */
  function take(key: string): HttpSocket | undefined {
    const all = idle.get(key);
    for (let last = all?.pop(); last !== undefined; last = all?.pop()) {
      if (last.socket.isFree() && performance.now() - last.since < IDLE_MS) return last.socket;
      last.socket[Symbol.dispose]();
    }
    return undefined;
  }

  function keep(key: string, socket: HttpSocket): void {
    const all = idle.get(key) ?? [];
    if (isClosed || all.length >= MAX_IDLE_PER_PLACE) return socket[Symbol.dispose]();
    if (all.push({ socket, since: performance.now() }) === 1) idle.set(key, all);
    closing ??= setTimeout(closeIdle, IDLE_MS).unref();
  }

  function closeIdle(): void {
    closing = undefined;
    const oldest = performance.now() - IDLE_MS;
    for (const [key, all] of idle) {
      const young = all.filter(({ socket, since }) => {
        if (since > oldest && socket.isFree()) return true;
        socket[Symbol.dispose]();
        return false;
      });
      if (young.length === 0) idle.delete(key);
      else idle.set(key, young);
    }
    if (idle.size > 0) closing = setTimeout(closeIdle, IDLE_MS).unref();
  }
}
