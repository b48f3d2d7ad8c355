/**
 * How much the system keeps of what strangers send before it is read. Its own choice grows to many megabytes for whoever
 * sends fast, and the server reads all of that at once, and up to nine times more while it is filled again: of four
 * senders of long bodies 20 to 50 ms, in which nobody else is answered. Shaped by speed: `bun run bench doors`.
 */
import { readdirSync } from "node:fs";
import { openSystemSockets } from "./system-sockets.ts";

/**
 * The system doubles it, and half of that is what may be on its way: 800 KB a second over 100 ms. Who is as far away speaks
 * to the proxy that ends TLS, which has buffers of its own. With 256 KiB the longest of such turns took 30 ms.
 */
const RECEIVE_BYTES = 80 * 1024;

/** Of each connection that is accepted from now on: it takes after the socket that listens. Elsewhere than on Linux, nothing. */
export function boundReceiveBuffers(): void {
  const sockets = openSystemSockets();
  if (sockets === undefined) return;
  for (const socket of readdirSync("/proc/self/fd").map(Number))
    if (sockets.isListening(socket)) sockets.boundReceived(socket, RECEIVE_BYTES);
}
