/** Servers on loopback for tests, and a dial that leads every request to one of them. */
import { once } from "node:events";
import http, { type RequestListener } from "node:http";
import net, { type AddressInfo, type Server, type Socket } from "node:net";
import type { Dial } from "../../src/net/exchange.ts";

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

/**
 * Dials the server on `port` whatever address was meant, in clear text, and notes what was meant as
 * `https://name/path @address:port`. The server reads the meant scheme from `x-test-scheme`.
 */
export function dialInstead(port: number, dialed: string[]): Dial {
  return ({ protocol, host, port: meantPort, headers, path, method, agent }) => {
    const sent = headers as Record<string, string>; // The guard sends a plain object.
    dialed.push(`${protocol}//${sent["host"]}${path} @${host}:${meantPort}`);
    return http.request({
      host: "127.0.0.1",
      port,
      path: path ?? "/",
      method: method ?? "GET",
      headers: { ...sent, "x-test-scheme": protocol ?? "" },
      agent: agent ?? false,
    });
  };
}
