/** Servers on loopback for tests, and a way that leads every connection to one of them. */
import { once } from "node:events";
import http, { type IncomingMessage, type RequestListener } from "node:http";
import net, { type AddressInfo, type Server, type Socket } from "node:net";
import type { Connect } from "../../src/net/connect.ts";

export interface TestServer extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** Every connection made so far. */
  readonly sockets: readonly Socket[];
  /** Resolves when every connection made so far is closed. */
  idle(): Promise<void>;
}

/** Answers requests. */
export function startHttp(listener: RequestListener): Promise<TestServer> {
  return listen(http.createServer({ keepAlive: false }, listener));
}

/** Says `answer(path)` to whoever sends a request, byte by byte as written. The socket stays open unless closed by it. */
export function startRaw(answer: (path: string, socket: Socket) => void): Promise<TestServer> {
  const server = net.createServer((socket) => {
    socket.once("data", (data) => answer(data.toString("latin1").split(" ")[1] ?? "", socket));
  });
  return listen(server);
}

/** Starts any server, and closes it with all its connections. */
export async function listen(server: Server): Promise<TestServer> {
  const sockets: Socket[] = [];
  server.on("connection", (socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined); // Clients of these tests break off on purpose.
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a path.
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    sockets,
    async idle() {
      // Not `once` of node:events, which also rejects on the error that a broken connection ends with.
      await Promise.all(
        sockets.map((socket) => socket.closed || new Promise((closed) => socket.once("close", closed))),
      );
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

export interface Detour {
  readonly connect: Connect;
  /** What was meant, as `https://address:port`, in the order of the connections. */
  readonly meant: readonly string[];
  /** The address as it was meant, of a request that has come this way. */
  urlOf(request: IncomingMessage): string;
}

/** Connects to the server on `port` whatever address is meant, in clear text. */
export function detourTo(port: number): Detour {
  const meant: string[] = [];
  const protocols = new Map<number | undefined, string>();
  return {
    meant,
    urlOf: ({ socket, headers, url }) => `${protocols.get(socket.remotePort)}//${headers.host}${url}`,
    connect({ isSecure, host, port: meantPort }) {
      const protocol = isSecure ? "https:" : "http:";
      meant.push(`${protocol}//${host}:${meantPort}`);
      const socket = net.connect(port, "127.0.0.1");
      socket.once("connect", () => {
        protocols.set(socket.localPort, protocol);
        if (isSecure) socket.emit("secureConnect");
      });
      return socket;
    },
  };
}
