/** Questions over one WebSocket for each server, opened when it is needed and again when it was lost. */
import { isObject } from "../../text/foreign.ts";
import { boundedJsonIn } from "../../runtime/json.ts";
import { ServerFault } from "./server-fault.ts";

export type OpenWebSocket = (url: string) => WebSocket;

export interface SocketOptions {
  readonly connect: OpenWebSocket;
  /** For opening, and for each answer. */
  readonly timeoutMs: number;
  readonly maxChars: number;
  /** Closes every socket when the process stops. */
  readonly stop?: AbortSignal | undefined;
}

/** Asks one question and gives its result, or `{ error }`. @throws {ServerFault} */
export type RpcExchange = (
  url: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Record<string, unknown>>;

type Message = Readonly<Record<string, unknown>>;

interface SocketLine {
  readonly socket: WebSocket;
  readonly waiting: Map<number, (message: Message | undefined) => void>;
  readonly end: () => void;
}

export function openWebSocket(url: string): WebSocket {
  return new WebSocket(url);
}

export function socketExchange({ connect, timeoutMs, maxChars, stop }: SocketOptions): RpcExchange {
  const lines = new Map<string, Promise<SocketLine>>();
  let lastId = 0;

  return async (url, method, params, signal) => {
    const line = await within(lineTo(url), signal);
    const id = ++lastId;
    const answer = await ask(line, id, { ...params, id, command: method, api_version: 2 }, signal);
    if (typeof answer["error"] === "string") return { error: answer["error"] };
    const { result } = answer;
    if (!isObject(result)) throw new ServerFault("Its answer is no answer to a command");
    return result;
  };

  function lineTo(url: string): Promise<SocketLine> {
    const known = lines.get(url);
    if (known !== undefined) return known;
    const opening: Promise<SocketLine> = open(url, () => opening);
    lines.set(url, opening);
    opening.catch(() => forget(url, opening));
    return opening;
  }

  async function open(url: string, opening: () => Promise<SocketLine>): Promise<SocketLine> {
    const socket = await openSocket(
      connect,
      url,
      AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop ? [stop] : [])]),
    );
    const waiting: SocketLine["waiting"] = new Map();
    const line: SocketLine = { socket, waiting, end };
    stop?.addEventListener("abort", end, { once: true });
    socket.addEventListener("message", ({ data }) => {
      const message = readMessage(data, maxChars);
      if (message === undefined) return end(); // It speaks another language, so whatever is still to come is lost.
      if (typeof message["id"] === "number") waiting.get(message["id"])?.(message);
    });
    socket.addEventListener("close", end);
    return line;

    /** Nobody uses the line from this moment on: a dead server may take its time to say good-bye, or say none. */
    function end(): void {
      stop?.removeEventListener("abort", end);
      forget(url, opening());
      for (const answer of waiting.values()) answer(undefined);
      socket.close();
    }
  }

  function ask(
    { socket, waiting, end }: SocketLine,
    id: number,
    request: Message,
    signal: AbortSignal,
  ): Promise<Message> {
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    const leave = (): void => reject(new ServerFault("Nobody waits for its answer any more"));
    const late = setTimeout(() => {
      reject(new ServerFault("It takes too long"));
      end(); // A line that left one question unanswered may be dead.
    }, timeoutMs);
    signal.addEventListener("abort", leave, { once: true });
    waiting.set(id, (message) => {
      if (message === undefined) reject(new ServerFault("The connection was lost"));
      else resolve(message);
    });
    // It may have been lost since it was found; a socket that is closed swallows what it is given.
    if (socket.readyState !== socket.OPEN) reject(new ServerFault("The connection was lost"));
    else if (signal.aborted) leave();
    else socket.send(JSON.stringify(request));
    return promise.finally(() => {
      clearTimeout(late);
      waiting.delete(id);
      signal.removeEventListener("abort", leave);
    });
  }

  function forget(url: string, opening: Promise<SocketLine>): void {
    if (lines.get(url) === opening) lines.delete(url);
  }
}

/** Comes back with a socket that is open. @throws {ServerFault} when it cannot be opened before the signal says stop. */
export function openSocket(connect: OpenWebSocket, url: string, signal: AbortSignal): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  const fail = (): void => reject(new ServerFault("It cannot be reached, or takes too long"));
  if (signal.aborted) {
    fail();
    return promise;
  }
  const socket = connect(url);
  const giveUp = (): void => {
    fail();
    socket.close();
  };
  signal.addEventListener("abort", giveUp, { once: true });
  socket.addEventListener("open", () => resolve(socket), { once: true });
  socket.addEventListener("error", fail);
  socket.addEventListener("close", fail, { once: true });
  return promise.finally(() => signal.removeEventListener("abort", giveUp));
}

/** A JSON object that came as text of a bearable length. */
export function readMessage(data: unknown, maxChars: number): Message | undefined {
  if (typeof data !== "string" || data.length > maxChars) return undefined;
  const message = boundedJsonIn(data);
  return isObject(message) ? message : undefined;
}

/** Waits for what others wait for too: whoever leaves early does not end it. */
export function within<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const leave = (): void => reject(new ServerFault("Nobody waits for its answer any more"));
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  shared.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener("abort", leave));
}
