/** An answer in pieces, each written when its reader has taken the one before, so that they are never all in memory. */
import { setImmediate } from "node:timers/promises";
import { encodedPieces, inPieces, type JsonPieces, type JsonText, maxChars, wholeText } from "../text/json-text.ts";

/** Ends when all is read, when the reader hangs up, and when the server gives up on one that reads no more. */
export function pieceByPiece(pieces: JsonPieces): Response {
  const left = encodedPieces(pieces);
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
        controller.enqueue(next.value);
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

/** In characters. To put more together, and then to encode it, takes longer than others should wait. */
const MAX_WHOLE = 256 * 1024;

/** Several texts as one answer: whole where it is short. */
export function joined(texts: readonly JsonText[]): string | Response {
  const chars = texts.reduce((sum, text) => sum + maxChars(text), 0);
  if (chars > MAX_WHOLE) return pieceByPiece(inPieces(texts));
  return texts.map(wholeText).join("");
}
