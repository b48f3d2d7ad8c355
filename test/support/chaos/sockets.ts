/**
 * HTTP over connections that are kept, for a client that asks hundreds of times a second and must cost little: what a
 * request is made of is written as it is, and an answer is read by its length.
 */
import { connect, type Socket } from "node:net";

export interface HttpAnswer {
  readonly status: number;
  /** Lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

export interface HttpSockets extends Disposable {
  /** @throws {Error} when the connection breaks, or `late` when there is no answer in time. */
  ask(method: string, path: string, headers: Readonly<Record<string, string>>, body: string): Promise<HttpAnswer>;
}

export class LateAnswer extends Error {}

/** How often it is looked whether an answer is late. */
const LOOK_MS = 500;
/** Shorter than nginx keeps a connection that is idle. */
const IDLE_MS = 30_000;

interface Connection {
  readonly socket: Socket;
  /** What is being answered. */
  pending: { readonly since: number; readonly answer: PromiseWithResolvers<HttpAnswer> } | undefined;
  idleSince: number;
  received: Buffer;
}

export function openSockets(origin: string, lateMs: number): HttpSockets {
  const { hostname, port } = new URL(origin);
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const looking = setInterval(look, LOOK_MS);

  return {
    ask(method, path, headers, body) {
      const connection = takeIdle() ?? open();
      const answer = Promise.withResolvers<HttpAnswer>();
      connection.pending = { since: performance.now(), answer };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const length = method === "GET" ? "" : `content-length: ${Buffer.byteLength(body)}\r\n`;
      connection.socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\n${lines.join("")}${length}\r\n${body}`,
      );
      return answer.promise;
    },
    [Symbol.dispose]() {
      clearInterval(looking);
      for (const { socket } of all) socket.destroy();
    },
  };

  /** The one that was used last: the others may become old. */
  function takeIdle(): Connection | undefined {
    const connection = idle.pop();
    if (connection === undefined || performance.now() - connection.idleSince < IDLE_MS) return connection;
    connection.socket.destroy();
    for (const { socket } of idle.splice(0)) socket.destroy();
    return undefined;
  }

  function open(): Connection {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const connection: Connection = { socket, pending: undefined, idleSince: 0, received: Buffer.alloc(0) };
    all.add(connection);
    socket.on("data", (chunk: Buffer) => {
      connection.received = connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk]);
      read(connection);
    });
    socket.on("error", () => undefined); // Told by its end.
    socket.on("close", () => {
      all.delete(connection);
      const at = idle.indexOf(connection);
      if (at >= 0) idle.splice(at, 1);
      connection.pending?.answer.reject(new Error("The connection broke"));
    });
    return connection;
  }

  function read(connection: Connection): void {
    const { received, pending, socket } = connection;
    const end = received.indexOf("\r\n\r\n");
    if (end < 0 || pending === undefined) return;
    const [first = "", ...lines] = received.toString("latin1", 0, end).split("\r\n");
    const headers = new Map(
      lines.map((line): [string, string] => {
        const at = line.indexOf(":");
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
      }),
    );
    const length = Number(headers.get("content-length"));
    if (Number.isNaN(length)) {
      socket.destroy(new Error("An answer of no length"));
      return;
    }
    const from = end + 4;
    if (received.length < from + length) return;
    connection.pending = undefined;
    connection.received = Buffer.alloc(0);
    if (headers.get("connection") === "close") socket.destroy();
    else {
      connection.idleSince = performance.now();
      idle.push(connection);
    }
    pending.answer.resolve({
      status: Number(first.slice(9, 12)),
      headers,
      text: received.toString("utf8", from, from + length),
    });
  }

  function look(): void {
    const now = performance.now();
    for (const { pending, socket } of all) {
      if (pending === undefined || now - pending.since < lateMs) continue;
      pending.answer.reject(new LateAnswer("No answer in time"));
      socket.destroy();
    }
  }
}
