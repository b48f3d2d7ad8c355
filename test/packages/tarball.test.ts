/** Archives of strangers become plain files in memory, or one line that says why not. */
import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { PACKAGE_LIMITS } from "../../src/packages/file-tree.ts";
import { unpack } from "../../src/packages/tarball.ts";
import { OperatorError } from "../../src/runtime/errors.ts";
import { type ArchiveEntry, packed, tarOf, tgzOf } from "../support/archive.ts";

const WHAT = "Cannot use the package";
const read = (archive: Uint8Array, limits = PACKAGE_LIMITS) => unpack(archive, { what: WHAT, ...limits });
const faultOf = (archive: Uint8Array, limits = PACKAGE_LIMITS): string => {
  try {
    read(archive, limits);
    return "";
  } catch (error) {
    return error instanceof OperatorError ? error.message : `no answer for an operator: ${String(error)}`;
  }
};
const texts = (archive: Uint8Array) =>
  Object.fromEntries([...read(archive)].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));

test("an archive is its files below its first folder, hidden and installed ones aside", () => {
  const files = { "index.ts": "a", "lib/b.ts": "b", "node_modules/x/index.js": "x", ".npmrc": "registry=x" };
  expect(texts(packed(files))).toEqual({ "index.ts": "a", "lib/b.ts": "b" });
});

describe("refused in one line is", () => {
  const entry = (path: string, more: Partial<ArchiveEntry> = {}) => tgzOf([{ path, content: "x", ...more }]);
  const link = (type: string) => entry("package/a", { type, link: "/etc/passwd", content: "" });

  test.each([
    ["a path out of the folder", entry("package/../../evil.ts"), `"../../evil.ts" is no plain path within it`],
    ["a hidden path out of it", entry("package/.x/../../evil"), `".x/../../evil" is no plain path within it`],
    ["an absolute path", entry("/etc/cron.d/x"), `"/etc/cron.d/x" is no plain path within it`],
    ["a path of Windows", entry("package/a\\..\\b"), `is no plain path within it`],
    ["a drive of Windows", entry("package/c:evil"), `"c:evil" is no plain path within it`],
    ["a device of Windows", entry("package/NUL.ts"), `"NUL.ts" is no plain path within it`],
    ["a control in a name", entry("package/a\u001b[2Jb"), `"a\ufffd\\[2Jb" is no plain path within it`],
    ["a symbolic link", link("2"), `"(package/)?a" is a link`],
    ["a hard link", link("1"), `"(package/)?a" is a link`],
    ["a device", entry("package/a", { type: "3", content: "" }), `is no plain file`],
    ["a pipe", entry("package/a", { type: "6", content: "" }), `is no plain file`],
    ["a file beside the folder", tgzOf([{ path: "a.ts", content: "x" }]), `"a.ts" lies beside the folder`],
    ["two folders", tgzOf([{ path: "a/x" }, { path: "b/x" }]), `more than one folder`],
    ["two spellings of a file", packed({ "A.ts": "", "a.ts": "" }), `"A.ts" and "a.ts" are one file`],
    ["two spellings of a letter", packed({ "\u00e9.ts": "", "e\u0301.ts": "" }), `are one file`],
    ["the same file twice", tgzOf([{ path: "p/a" }, { path: "p/a" }]), `"a" and "a" are one file`],
    ["a file that is a folder", packed({ a: "", "a/b": "" }), `"a" and "a/b" are one file`],
    ["what is no archive", Buffer.from("hello"), `not packed with gzip`],
    ["half an archive", packed({ "a.ts": "a".repeat(9_000) }).subarray(0, 40), `archive is broken`],
    ["rubbish that was packed", gzipSync(Buffer.alloc(2_000, 7)), `archive is broken`],
    ["an archive in an archive", gzipSync(packed({ "a.ts": "" })), `packed twice`],
  ])("%s", (_, archive, fault) => {
    const said = faultOf(archive);
    expect(said).toMatch(new RegExp(fault));
    expect(said).toStartWith(`${WHAT}: `);
    expect(said).not.toContain("\n");
  });

  test("more files than it may hold", () => {
    const files = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}.ts`, ""]));
    expect(faultOf(packed(files))).toBe(`${WHAT}: it has more than 500 files.`);
  });

  test("a bomb, before it is in memory", () => {
    const bomb = gzipSync(Buffer.alloc(512 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    expect(faultOf(bomb)).toBe(`${WHAT}: its archive unpacks to more than it may.`);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
  });

  test("files that are larger together than they may be", () => {
    const half = "x".repeat(3 * 1024 * 1024);
    expect(faultOf(packed({ a: half, b: half }))).toMatch(/larger than 5 MiB together|unpacks to more/);
  });
});

test("whatever a tar archive is made of, what is read are plain paths within the limits, or one line is said", () => {
  const piece = fc.constantFrom(
    "..",
    ".",
    "",
    "a",
    "A",
    "b.ts",
    "node_modules",
    ".git",
    "\\",
    "c:",
    "nul",
    "\u0000",
    "é",
  );
  const path = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `package/${pieces.join("/")}`);
  const entries = fc.array(
    fc.record({
      path: fc.oneof(path, fc.string({ maxLength: 20 })),
      content: fc.string({ maxLength: 700 }),
      type: fc.constantFrom("0", "0", "0", "\0", "1", "2", "5", "7", "x", "g", "L", "K", "S", "9"),
      link: fc.string({ maxLength: 10 }),
    }),
    { maxLength: 6 },
  );
  const bent = fc.tuple(entries, fc.array(fc.tuple(fc.nat(4_000), fc.nat(255)), { maxLength: 4 }));
  fc.assert(
    fc.property(bent, ([made, flips]) => {
      const tar = tarOf(made);
      for (const [at, byte] of flips) if (at < tar.length) tar[at] = byte;
      let files: ReadonlyMap<string, Uint8Array>;
      try {
        files = read(gzipSync(tar), { maxFiles: 4, maxBytes: 2_000 });
      } catch (error) {
        expect(error).toBeInstanceOf(OperatorError);
        expect((error as Error).message).not.toMatch(/\p{Cc}/u);
        return;
      }
      expect(files.size).toBeLessThanOrEqual(4);
      expect([...files.values()].reduce((sum, { length }) => sum + length, 0)).toBeLessThanOrEqual(2_000);
      for (const name of files.keys())
        expect(name).toMatch(/^(?!\.{1,2}(?:\/|$))[^/\\:]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\:]+)*$/);
    }),
    { numRuns: 500 },
  );
});
