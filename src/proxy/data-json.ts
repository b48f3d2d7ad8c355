/**
 * A body that is no JSON, or was cut, as a JSON string: of its text, or of its bytes in base64. Written piece by piece.
 * Shaped by speed: `bun run bench proxy`.
 */
import { inner } from "../text/json-text.ts";

/** What a piece is made of: small enough that a few of them weigh nothing. A multiple of 3, as base64 takes them. */
const PIECE_BYTES = 48 * 1024;

export function* textPieces(chunks: readonly Uint8Array[], charset: string, isCut: boolean): Generator<string> {
  const decoder = new TextDecoder(charset);
  yield '"';
  for (const bytes of slices(chunks)) yield inner(decoder.decode(bytes, { stream: true }));
  // Half a character at the cut is none.
  if (!isCut) yield inner(decoder.decode());
  yield '"';
}

export function* base64Pieces(chunks: readonly Uint8Array[]): Generator<string> {
  let rest: Uint8Array = new Uint8Array(0);
  yield '"';
  for (const slice of slices(chunks)) {
    const bytes = rest.length === 0 ? slice : Buffer.concat([rest, slice]);
    const whole = bytes.length - (bytes.length % 3);
    yield base64(bytes.subarray(0, whole));
    rest = bytes.subarray(whole);
  }
  yield `${base64(rest)}"`;
}

function* slices(chunks: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) yield chunk.subarray(from, from + PIECE_BYTES);
}

function base64({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString("base64");
}
