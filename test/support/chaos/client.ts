/** A client that notes each of its requests and what it was answered. */
import { setTimeout as pause } from "node:timers/promises";
import { type HttpSockets, LateAnswer, openSockets } from "./sockets.ts";

export interface Answer {
  readonly kind: string;
  /** Of `performance.now()`. */
  readonly at: number;
  readonly ms: number;
  /** 0 when there was none. */
  readonly status: number;
  /** Of a problem; "by nginx" where the answer is none of a hub, "broken" and "late" where there was none. */
  readonly code: string;
}

export interface Heard extends Answer {
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number;
}

export interface Request {
  /** GET, where left out. */
  readonly method?: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Client extends Disposable {
  readonly answers: readonly Answer[];
  /** At nginx, unless `url` names another. */
  send(kind: string, path: string, request?: Request, url?: string): Promise<Heard>;
  /** Sends the very same words until the answer is none that asks for that; `undefined` when the play is over first. */
  persist(kind: string, path: string, request: Request): Promise<Heard | undefined>;
  /** Ends all persistence. */
  giveUp(): void;
}

const LATE_MS = 30_000;
const LONGEST_PAUSE_MS = 1_000;

export function createClient(front: string): Client {
  const answers: Answer[] = [];
  const over = new AbortController();
  const origins = new Map<string, HttpSockets>();

  async function send(kind: string, path: string, request: Request = {}, url = front): Promise<Heard> {
    const at = performance.now();
    const heard = await ask(socketsTo(url), path, request);
    const answer = { kind, at, ms: performance.now() - at, status: heard.status, code: heard.code };
    answers.push(answer);
    return { ...heard, ...answer };
  }

  function socketsTo(url: string): HttpSockets {
    let sockets = origins.get(url);
    if (sockets === undefined) origins.set(url, (sockets = openSockets(url, LATE_MS)));
    return sockets;
  }

  return {
    answers,
    send,
    async persist(kind, path, request) {
      while (!over.signal.aborted) {
        const heard = await send(kind, path, request);
        if (heard.status !== 0 && heard.status !== 409 && heard.status < 500) return heard;
        await pause(Math.min(LONGEST_PAUSE_MS, heard.retryAfterMs || 200));
      }
      return undefined;
    },
    giveUp: () => over.abort(),
    [Symbol.dispose]() {
      for (const sockets of origins.values()) sockets[Symbol.dispose]();
    },
  };
}

async function ask(
  sockets: HttpSockets,
  path: string,
  { method = "GET", headers = {}, body = "" }: Request,
): Promise<Omit<Heard, "kind" | "at" | "ms">> {
  try {
    const { status, headers: told, text } = await sockets.ask(method, path, headers, body);
    const retryAfterMs = Number(told.get("retry-after") ?? 0) * 1000;
    const isOfHub = told.get("content-type")?.includes("json") === true;
    if (!isOfHub) return { status, code: "by nginx", body: {}, retryAfterMs };
    const object = JSON.parse(text) as Record<string, unknown>; // Every JSON answer of a hub is an object.
    const code = typeof object["code"] === "string" && status >= 400 ? object["code"] : "";
    return { status, code, body: object, retryAfterMs };
  } catch (error) {
    return { status: 0, code: error instanceof LateAnswer ? "late" : "broken", body: {}, retryAfterMs: 0 };
  }
}
