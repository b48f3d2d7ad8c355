/**
 * HMAC-SHA-256 (RFC 2104) of short messages. The runtime's own makes objects for each of them that only the collector
 * gives back; this one hashes in memory that is used again.
 * Shaped by speed: `bun run bench payments`.
 */
import { hash } from "node:crypto";

/** Authenticates a message, bytes and after them a text: 32 bytes, which hold until it is called again. */
export type Mac = (bytes: Uint8Array, text: string) => Buffer;

const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
/** Of UTF-8 for a unit of a string, at most. */
const UNIT_BYTES = 3;

/** `purpose` stands before every message: what is sealed for one says nothing for another. */
export function createMac(secret: string, purpose: string): Mac {
  const key = keyOf(secret);
  const outer = Buffer.concat([key.map((byte) => byte ^ 0x5c), Buffer.alloc(HASH_BYTES)]);
  const digest = outer.subarray(BLOCK_BYTES);
  let inner = Buffer.concat([key.map((byte) => byte ^ 0x36), Buffer.from(purpose)]);
  const begun = inner.length;
  let message = inner;
  const mac = Buffer.alloc(HASH_BYTES);

  return (bytes, text) => {
    const most = begun + bytes.length + UNIT_BYTES * text.length;
    if (most > inner.length) message = inner = Buffer.concat([inner.subarray(0, begun), Buffer.alloc(most - begun)]);
    inner.set(bytes, begun);
    const end = begun + bytes.length;
    const length = end + inner.write(text, end);
    // Messages are mostly as long as the one before.
    if (message.length !== length) message = inner.subarray(0, length);
    Bun.SHA256.hash(message, digest);
    Bun.SHA256.hash(outer, mac);
    return mac;
  };
}

/** A secret that is longer than a block counts as its hash. */
function keyOf(secret: string): Buffer {
  const bytes = Buffer.from(secret);
  const key = Buffer.alloc(BLOCK_BYTES);
  key.set(bytes.length > BLOCK_BYTES ? hash("sha256", bytes, "buffer") : bytes);
  return key;
}
