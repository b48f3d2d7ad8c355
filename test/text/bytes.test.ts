import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { growingBytes } from "../../src/text/bytes.ts";

const KIB = 1024;
const MIB = 1024 * KIB;

describe("bytes that more are added to", () => {
  test("are what was added, whatever was announced", () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 300 * KIB }), { maxLength: 8 });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 0, max: 4 * MIB }), (added, announced) => {
        const body = growingBytes(4 * MIB, announced);
        for (const piece of added) body.add(piece);
        expect(Buffer.compare(body.bytes, Buffer.concat(added))).toBe(0);
        expect(body.room).toBeGreaterThanOrEqual(body.bytes.length);
      }),
      { numRuns: 50 },
    );
  });

  test("have no room for what was announced before an eighth of it has come, and then for all of it", () => {
    const body = growingBytes(8 * MIB, 6 * MIB);
    body.add(new Uint8Array(700 * KIB));
    expect(body.room).toBeLessThan(MIB);
    body.add(new Uint8Array(400 * KIB));
    expect(body.room).toBe(6 * MIB);
    body.add(new Uint8Array(5 * MIB - 100 * KIB));
    expect(body.room).toBe(6 * MIB);
  });

  test("have never more room than may come", () => {
    const body = growingBytes(MIB, 100 * MIB);
    body.add(new Uint8Array(600 * KIB));
    body.add(new Uint8Array(100 * KIB));
    expect(body.room).toBe(MIB);
  });
});
