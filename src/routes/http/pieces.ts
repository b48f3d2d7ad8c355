/** An answer in pieces, each written when its reader has taken the one before, so that they are never all in memory. */
import { setImmediate } from "node:timers/promises";
import { encodedPieces, type JsonPieces } from "../../text/json-text.ts";

/** Told how an answer is taken. */
export interface Watcher {
  /** So many bytes of it. */
  took(bytes: number): void;
  /** Nobody reads it any more. */
  over(): void;
}

export interface OpenResponse {
  readonly response: Response;
  /** Gives it back, and closes the connection before its end. */
  readonly breakOff: () => void;
}

/**
 * `prepare` is over before the first is written. Ends when all is read, when the reader hangs up, and when the server gives
 * up on one that reads no more.
 */
export function pieceByPiece(
  pieces: JsonPieces,
  watcher: Watcher,
  prepare: () => Promise<void> | undefined = () => undefined,
): OpenResponse {
  const left = encodedPieces(pieces);
  let isGivenBack = false;
  let written = 0;
  let prepared: Promise<void> | undefined;
  let running: ReadableStreamDefaultController<Uint8Array> | undefined;
  const giveBack = (): void => {
    if (isGivenBack) return;
    isGivenBack = true;
    pieces[Symbol.dispose]();
    watcher.over();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        running = controller;
      },
      async pull(controller) {
        watcher.took(written);
        written = 0;
        await (prepared ??= prepare());
        await setImmediate(); // A fast reader would have all of it written in one go, and everybody else wait for that.
        if (isGivenBack) return;
        const next = left.next();
        if (next.done === true) {
          controller.close();
          giveBack();
          return;
        }
        written = next.value.length;
        controller.enqueue(next.value);
      },
      cancel: giveBack,
    },
    { highWaterMark: 0 }, // Nothing is written ahead.
  );
  return {
    response: new Response(body),
    breakOff() {
      if (isGivenBack) return;
      giveBack();
      running?.error(); // One with words would be printed, and concerns nobody.
    },
  };
}
