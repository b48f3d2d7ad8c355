/**
 * How much the system keeps of what strangers send before it is read. Its own choice grows to many megabytes for whoever
 * sends fast, and the server reads all of that at once, and up to nine times more while it is filled again: of four
 * senders of long bodies 20 to 50 ms, in which nobody else is answered. Shaped by speed: `bun run bench doors`.
 */
import { dlopen, ptr } from "bun:ffi";
import { readdirSync } from "node:fs";

/**
 * The system doubles it, and half of that is what may be on its way: 800 KB a second over 100 ms. Who is as far away speaks
 * to the proxy that ends TLS, which has buffers of its own. With 256 KiB the longest of such turns took 30 ms.
 */
const RECEIVE_BYTES = 80 * 1024;
/** Of Linux, on all processors that Bun runs on. */
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_ACCEPTCONN = 30;

/** Of each connection that is accepted from now on: it takes after the socket that listens. Elsewhere than on Linux, nothing. */
export function boundReceiveBuffers(): void {
  if (process.platform !== "linux") return;
  const library = openLibrary();
  if (library === undefined) return;
  const { getsockopt, setsockopt } = library.symbols;
  const value = new Int32Array(1);
  const length = new Uint32Array([value.byteLength]);
  for (const socket of readdirSync("/proc/self/fd").map(Number)) {
    const isListening = getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, ptr(value), ptr(length)) === 0 && value[0] === 1;
    if (!isListening) continue;
    value[0] = RECEIVE_BYTES;
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, ptr(value), value.byteLength);
  }
}

function openLibrary() {
  try {
    return dlopen("libc.so.6", {
      getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
      setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
    });
  } catch {
    return undefined; // A system with another C library: it serves with the system's own choice.
  }
}
