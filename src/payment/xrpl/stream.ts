/**
 * Listens to a ledger server over a WebSocket and wakes whoever reads the ledger. Streams lose messages and tell some
 * twice, so nothing that is said here is believed: it is a hint to look now rather than later.
 */
import { setTimeout as pause } from "node:timers/promises";
import { type OpenWebSocket, openSocket, openWebSocket, readMessage } from "./socket.ts";

export interface StreamOptions {
  /** ws or wss; each is listened to. */
  readonly urls: readonly string[];
  /** Opens a socket; left out, the platform's own. */
  readonly connect?: OpenWebSocket;
  /** Ends the listening. */
  readonly signal: AbortSignal;
  /** A fraction from 0 up to 1, so that many hubs do not come back at the same moment. */
  readonly random: () => number;
  readonly firstRetryMs: number;
}

const OPEN_MS = 10_000;
const LONGEST_RETRY_MS = 60_000;
/** A stream of ledgers that says nothing for so long is dead: they close every few seconds. */
const SILENCE_MS = 60_000;
const MAX_CHARS = 1024 * 1024;

/** Calls `wake` at every sign of a new ledger, and when a connection is there again after it was lost. */
export function listenToLedgers(options: StreamOptions, wake: () => void): void {
  for (const url of options.urls) void listen(url, options, wake);
}

async function listen(
  url: string,
  { connect = openWebSocket, signal, random, firstRetryMs }: StreamOptions,
  wake: () => void,
) {
  let retryMs = firstRetryMs;
  while (!signal.aborted) {
    const opening = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS)]);
    // Why a server cannot be reached is said by whoever needs its answers.
    const socket = await openSocket(connect, url, opening).catch(() => undefined);
    if (socket !== undefined) {
      wake();
      if (await hearOut(socket, signal, wake)) retryMs = firstRetryMs;
    }
    await pause(retryMs * (0.5 + random()), undefined, { signal }).catch(() => undefined);
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }
}

/** Comes back when the connection is over. Says whether anything was heard. */
function hearOut(socket: WebSocket, signal: AbortSignal, wake: () => void): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let isHeard = false;
  const close = (): void => {
    socket.close();
    resolve(isHeard); // The other end need not be there to say good-bye.
  };
  let silence = setTimeout(close, SILENCE_MS);
  signal.addEventListener("abort", close, { once: true });
  socket.addEventListener("close", close, { once: true });
  socket.addEventListener("message", ({ data }) => {
    clearTimeout(silence);
    silence = setTimeout(close, SILENCE_MS);
    if (readMessage(data, MAX_CHARS)?.["type"] !== "ledgerClosed") return;
    isHeard = true;
    wake();
  });
  try {
    socket.send(JSON.stringify({ id: 1, command: "subscribe", streams: ["ledger"], api_version: 2 }));
  } catch {
    close(); // It was lost in the very moment it was there.
  }
  return promise.finally(() => {
    clearTimeout(silence);
    signal.removeEventListener("abort", close);
  });
}
