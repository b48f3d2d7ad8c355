/**
 * Frames on a pipe: u32 length of what follows (big-endian), u8 kind, body. Kind 1 is JSON; kind 2 is a u32 length, so
 * many bytes of JSON, and raw bytes. Both ends of the wire use this file.
 */

export interface Frame {
  /** The message as JSON. */
  readonly json: string;
  readonly bytes: Uint8Array | undefined;
}

/** Of what follows its length. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024;
const HEAD = 4;
const JSON_KIND = 1;
const BYTES_KIND = 2;

const encoder = new TextEncoder();

/** @throws {TypeError} for a message that no frame can hold. */
export function encodeFrame(json: string, bytes?: Uint8Array): Uint8Array {
  const text = encoder.encode(json);
  const length = 1 + text.length + (bytes === undefined ? 0 : HEAD + bytes.length);
  if (length > MAX_FRAME_BYTES) throw new TypeError(`A frame holds at most ${MAX_FRAME_BYTES} bytes, not ${length}`);
  const frame = new Uint8Array(HEAD + length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, length);
  view.setUint8(HEAD, bytes === undefined ? JSON_KIND : BYTES_KIND);
  if (bytes === undefined) {
    frame.set(text, HEAD + 1);
    return frame;
  }
  view.setUint32(HEAD + 1, text.length);
  frame.set(text, 2 * HEAD + 1);
  frame.set(bytes, 2 * HEAD + 1 + text.length);
  return frame;
}

export interface FrameReader {
  /** The frames that this chunk completes. @throws {RangeError} for what is no frame: nothing after it can be read. */
  push(chunk: Uint8Array): readonly Frame[];
}

export function createFrameReader(): FrameReader {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const head = new Uint8Array(HEAD);
  let headBytes = 0;
  let body: Uint8Array | undefined;
  let bodyBytes = 0;

  return {
    push(chunk) {
      const frames: Frame[] = [];
      let at = 0;
      while (at < chunk.length) {
        if (body === undefined) {
          const part = chunk.subarray(at, at + HEAD - headBytes);
          head.set(part, headBytes);
          headBytes += part.length;
          at += part.length;
          if (headBytes < HEAD) break;
          const length = new DataView(head.buffer).getUint32(0);
          if (length < 1 || length > MAX_FRAME_BYTES) throw new RangeError(`A frame of ${length} bytes`);
          body = new Uint8Array(length);
          bodyBytes = 0;
        }
        const part = chunk.subarray(at, at + body.length - bodyBytes);
        body.set(part, bodyBytes);
        bodyBytes += part.length;
        at += part.length;
        if (bodyBytes < body.length) break;
        frames.push(frameOf(body));
        body = undefined;
        headBytes = 0;
      }
      return frames;
    },
  };

  function frameOf(body: Uint8Array): Frame {
    if (body[0] === JSON_KIND) return { json: decoder.decode(body.subarray(1)), bytes: undefined };
    if (body[0] !== BYTES_KIND || body.length < 1 + HEAD) throw new RangeError(`A frame of kind ${body[0]}`);
    const length = new DataView(body.buffer).getUint32(1);
    const end = 1 + HEAD + length;
    if (end > body.length) throw new RangeError("A frame whose JSON is longer than itself");
    return { json: decoder.decode(body.subarray(1 + HEAD, end)), bytes: body.subarray(end) };
  }
}
