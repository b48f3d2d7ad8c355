/**
 * The body of an answer as its socket brings it. By the events of the stream: an iterator over it costs more than all
 * else that reading a small answer takes.
 * Shaped by speed: `bun run bench proxy`.
 */
import type { IncomingMessage } from "node:http";

/**
 * Hands on each chunk until `take` has enough and says false; resolves to whether all of it was taken. Rejects when the
 * body breaks off, or with what `take` throws.
 */
export function readChunks(head: IncomingMessage, take: (chunk: Uint8Array) => boolean): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const end = (how: () => void): void => {
    head.off("data", see);
    how();
    head.destroy();
  };
  const see = (chunk: Uint8Array): void => {
    try {
      if (!take(chunk)) end(() => resolve(false));
    } catch (error) {
      end(() => reject(error));
    }
  };
  // Not `once`: what follows a failure must find a listener too.
  head.on("error", reject);
  head.once("end", () => resolve(true));
  // Every body is closed in the end, and an exception with its stack costs more than the wait for it.
  head.once("close", () => {
    if (!head.readableEnded) reject(new Error("The body was closed before its end."));
  });
  head.on("data", see);
  return promise;
}
