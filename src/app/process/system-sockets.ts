/** What the system knows of this process's sockets and the server has no words for. On Linux alone. */
import { dlopen, ptr } from "bun:ffi";
import { ipAddress } from "../../runtime/http/client-address.ts";

/** Of Linux, on all processors that Bun runs on. */
const SOL_SOCKET = 1;
const SO_RCVBUF = 8;
const SO_ACCEPTCONN = 30;
const IPPROTO_TCP = 6;
const TCP_INFO = 11;
const AF_INET = 2;
const AF_INET6 = 10;
const BOTH_WAYS = 2;
/** Where `tcpi_last_data_recv` stands in the answer to TCP_INFO. */
const LAST_RECEIVED = 52;
const INFO_BYTES = 56;
const NAME_BYTES = 28;

/** One that somebody has opened to a server of this process. */
export interface AcceptedSocket {
  readonly address: string;
  /** Since the last of what it has sent; where it has sent nothing, since it was opened. */
  readonly silentMs: number;
  /** Ends it both ways. The server sees that as an end by the other side. */
  cut(): void;
}

export interface SystemSockets {
  isListening(socket: number): boolean;
  boundReceived(socket: number, bytes: number): void;
  /** Those to `port` among the first `most` files and sockets. Opens none: there may be none left. */
  connectionsTo(port: number, most: number): readonly AcceptedSocket[];
}

/** `undefined` where the system is another. */
export function openSystemSockets(): SystemSockets | undefined {
  const library = openLibrary();
  if (library === undefined) return undefined;
  const { getsockopt, setsockopt, getsockname, getpeername, shutdown } = library.symbols;
  const value = new Int32Array(1);
  const length = new Uint32Array(1);
  const name = new DataView(new ArrayBuffer(NAME_BYTES));
  const info = new DataView(new ArrayBuffer(INFO_BYTES));

  function isNamed(call: typeof getsockname, socket: number): boolean {
    length[0] = NAME_BYTES;
    return call(socket, ptr(name), ptr(length)) === 0 && addressIn(name) !== undefined;
  }

  function acceptedSocket(socket: number, port: number): AcceptedSocket | undefined {
    if (!isNamed(getsockname, socket) || name.getUint16(2) !== port || !isNamed(getpeername, socket)) return undefined;
    const address = addressIn(name);
    length[0] = INFO_BYTES;
    if (address === undefined || getsockopt(socket, IPPROTO_TCP, TCP_INFO, ptr(info), ptr(length)) !== 0)
      return undefined;
    return { address, silentMs: info.getUint32(LAST_RECEIVED, true), cut: () => void shutdown(socket, BOTH_WAYS) };
  }

  return {
    isListening(socket) {
      length[0] = value.byteLength;
      return getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, ptr(value), ptr(length)) === 0 && value[0] === 1;
    },
    boundReceived(socket, bytes) {
      value[0] = bytes;
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, ptr(value), value.byteLength);
    },
    connectionsTo(port, most) {
      const sockets = Array.from({ length: most }, (_, socket) => acceptedSocket(socket, port));
      return sockets.filter((connection) => connection !== undefined);
    },
  };
}

/** As the system writes it: family, port, and the address, before which IPv6 has four bytes of something else. */
function addressIn(name: DataView): string | undefined {
  const family = name.getUint16(0, true);
  const bytes = (from: number, count: number): number[] =>
    Array.from({ length: count }, (_, at) => name.getUint8(from + at));
  if (family === AF_INET) return bytes(4, 4).join(".");
  if (family !== AF_INET6) return undefined;
  const parts = Array.from({ length: 8 }, (_, at) => name.getUint16(8 + 2 * at).toString(16));
  return ipAddress(parts.join(":"));
}

function openLibrary() {
  if (process.platform !== "linux") return undefined;
  try {
    return dlopen("libc.so.6", {
      getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
      setsockopt: { args: ["i32", "i32", "i32", "ptr", "u32"], returns: "i32" },
      getsockname: { args: ["i32", "ptr", "ptr"], returns: "i32" },
      getpeername: { args: ["i32", "ptr", "ptr"], returns: "i32" },
      shutdown: { args: ["i32", "i32"], returns: "i32" },
    });
  } catch {
    return undefined; // A system with another C library: it serves with the system's own choice.
  }
}
