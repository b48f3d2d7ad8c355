import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodedPieces, inPieces, type JsonText, piecesOf, wholeText } from "../../src/text/json-text.ts";
import { openScratchFile, type ScratchFile } from "../../src/text/scratch-file.ts";

const folder = mkdtempSync(join(tmpdir(), "hub-scratch-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TEXT = `[${'"a\u00e9\u20ac\u{1f600}",'.repeat(50_000)}1]`;

/** Cut anywhere, also within a character. */
function chunksOf(text: string): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  const cuts = [0, 100_001, 300_002, bytes.length];
  return cuts.slice(1).map((end, at) => bytes.slice(cuts[at], end));
}

function encoded(text: JsonText): string {
  return Buffer.concat([...encodedPieces(text)]).toString();
}

/** A file that tells what becomes of it, and of which a write waits until it is let go. */
function scratch() {
  const log: string[] = [];
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const file: ScratchFile = {
    async write(bytes) {
      begun.resolve();
      await go.promise;
      log.push(`written ${bytes.length}`);
    },
    read: () => new Uint8Array(0),
    [Symbol.dispose]: () => void log.push("closed"),
  };
  return { log, begun: begun.promise, go: go.resolve, open: async () => file };
}

describe("pieces of JSON that are moved into a file", () => {
  test("are the same as before, each time, and their memory is given back", async () => {
    const chunks = chunksOf(TEXT);
    const pieces = piecesOf(chunks);
    const around = inPieces(['{"data":', pieces, ',"items":', pieces, "}"]);
    const whole = `{"data":${TEXT},"items":${TEXT}}`;
    expect(encoded(around) === whole).toBe(true);
    await around.moveOut?.(() => openScratchFile(folder));
    expect(chunks.every(({ buffer }) => buffer.detached)).toBe(true);
    for (let times = 0; times < 2; times++) expect(encoded(around) === whole).toBe(true);
    expect(wholeText(around) === whole).toBe(true);
    around[Symbol.dispose]();
  });

  test("go on where they were read to", async () => {
    const pieces = piecesOf(chunksOf(TEXT));
    const reading = encodedPieces(pieces);
    const first = Buffer.from(reading.next().value as Uint8Array);
    await pieces.moveOut?.(() => openScratchFile(folder));
    expect(Buffer.concat([first, ...reading]).toString() === TEXT).toBe(true);
    pieces[Symbol.dispose]();
  });

  test("leave no file that anybody could find", async () => {
    const pieces = piecesOf(chunksOf(TEXT));
    await pieces.moveOut?.(() => openScratchFile(folder));
    expect(readdirSync(folder)).toEqual([]);
    pieces[Symbol.dispose]();
  });

  test("stay in memory where there is no room or no folder", async () => {
    const pieces = piecesOf(chunksOf(TEXT));
    const full = scratch();
    const write = () => Promise.reject(new Error("ENOSPC"));
    await pieces.moveOut?.(async () => ({
      ...(await full.open()),
      write,
      [Symbol.dispose]: () => full.log.push("closed"),
    }));
    expect(full.log).toEqual(["closed"]);
    await pieces.moveOut?.(() => openScratchFile(join(folder, "none")));
    expect(encoded(pieces) === TEXT).toBe(true);
  });

  test("are given back once the write that is under way is over, when nobody wants them any more", async () => {
    const chunks = chunksOf(TEXT);
    const pieces = piecesOf(chunks);
    const file = scratch();
    const moved = pieces.moveOut?.(file.open);
    await file.begun;
    pieces[Symbol.dispose]();
    expect(chunks[0]?.buffer.detached).toBe(false);
    file.go();
    await moved;
    expect(file.log).toEqual([`written ${100_001}`, "closed"]);
    expect(chunks.every(({ buffer }) => buffer.detached)).toBe(true);
  });
});
