/** An answer in pieces, each written when its reader has taken the one before, so that they are never all in memory. */
import { setImmediate } from "node:timers/promises";
import type { JsonPieces } from "../text/json-text.ts";

/** Ends when all is read, when the reader hangs up, and when the server gives up on one that reads no more. */
export function pieceByPiece(pieces: JsonPieces): Response {
  const encoder = new TextEncoder();
  const left = pieces[Symbol.iterator]();
  let isGivenBack = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await setImmediate(); // A fast reader would have all of it written in one go, and everybody else wait for that.
        if (isGivenBack) return;
        const next = left.next();
        if (next.done === true) {
          controller.close();
          pieces[Symbol.dispose]();
          return;
        }
        controller.enqueue(encoder.encode(next.value));
      },
      cancel() {
        isGivenBack = true;
        pieces[Symbol.dispose]();
      },
    },
    { highWaterMark: 0 }, // Nothing is written ahead.
  );
  return new Response(body);
}
