import { expect, test } from "bun:test";
import zlib from "node:zlib";
import { watchFrames } from "../../src/net/zstd-frames.ts";
import { randomOf } from "../support/random.ts";

const SKIPPED = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);
const framed = (text: string | Buffer, checksumFlag = 0) =>
  zlib.zstdCompressSync(text, { params: { [zlib.constants.ZSTD_c_checksumFlag]: checksumFlag } });

function isWhole(bytes: Uint8Array, piece: number): boolean {
  const frames = watchFrames();
  for (let at = 0; at < bytes.length; at += piece) frames.see(bytes.subarray(at, at + piece));
  return frames.isWhole();
}

const random = randomOf(7);
const noise = Buffer.from(Array.from({ length: 1000 }, () => Math.floor(random() * 256)));

test.each([
  ["of nothing", framed("")],
  ["of a text", framed("hello, hello")],
  ["with a checksum", framed("hello, hello", 1)],
  ["of what grows no shorter", framed(noise)],
  ["of one letter many times", framed("x".repeat(300_000))],
])("a frame %s is whole at its end and nowhere before", (_, frame) => {
  for (let cut = 1; cut < frame.length; cut++) expect([cut, isWhole(frame.subarray(0, cut), 5)]).toEqual([cut, false]);
  for (const piece of [1, 3, 1000]) expect(isWhole(frame, piece)).toBe(true);
});

test("several frames, and those that are skipped, are whole where the last of them is", () => {
  const body = Buffer.concat([framed("one"), SKIPPED, framed("two", 1)]);
  expect([isWhole(body, 2), isWhole(body.subarray(0, -1), 2)]).toEqual([true, false]);
  expect(isWhole(Buffer.concat([body, SKIPPED]).subarray(0, -1), 2)).toBe(false);
});

test("what follows the last frame and begins none cuts nothing off", () => {
  expect(isWhole(Buffer.concat([framed("one"), Buffer.from("\0\0\0\0 and more")]), 2)).toBe(true);
});
