/**
 * Connections kept for the next message to the same place: a handshake costs more than most answers.
 * Shaped by speed: `bun run bench proxy`.
 */
import http from "node:http";
import https from "node:https";

export interface Pool extends Disposable {
  agentFor(protocol: string): http.Agent;
}

/** Less than the shortest time for which usual servers keep a silent connection open. */
const IDLE_MS = 4_000;
const MAX_IDLE_PER_PLACE = 32;

/**
 * Sockets are kept by address, port, server name and authorities. Since the guard names an address that it has just
 * vetted, a kept socket leads to no other place than a new one would.
 */
export function createPool(): Pool {
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE_PER_PLACE };
  const plain = new http.Agent(options);
  // No session is resumed: each new connection proves its certificate again.
  const secure = new https.Agent({ ...options, maxCachedSessions: 0 });
  return {
    agentFor: (protocol) => (protocol === "https:" ? secure : plain),
    [Symbol.dispose]() {
      plain.destroy();
      secure.destroy();
    },
  };
}
