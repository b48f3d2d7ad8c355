/** What the loader reads of the files it watches: an edit is always seen, and what rests is not read again. */
import { describe, expect, test } from "bun:test";
import { createSourceReader, type Files } from "../../src/loader/closure.ts";

/** A disk whose times go in steps of two seconds, as some do. */
function coarseDisk(contents: Record<string, string>) {
  const changedAt = new Map(Object.keys(contents).map((path) => [path, 0]));
  let now = 0;
  const reads: string[] = [];
  const files: Files = {
    async look(path) {
      const content = contents[path];
      const at = changedAt.get(path) ?? 0;
      return content === undefined
        ? undefined
        : { stamp: `${content.length} ${at}`, bytes: content.length, changedAt: at };
    },
    async read(path) {
      reads.push(path);
      const content = contents[path];
      return content === undefined ? undefined : Buffer.from(content);
    },
    now: () => now,
  };
  return {
    files,
    write(path: string, content: string) {
      contents[path] = content;
      changedAt.set(path, now - (now % 2000));
    },
    pass: (ms: number) => (now += ms),
    /** The files that were read since this was last asked. */
    reads: () => reads.splice(0),
  };
}

describe("the files of an actor", () => {
  test("are not read again while they rest, and are once they look otherwise", async () => {
    const disk = coarseDisk({ "/a.ts": 'import "./b.ts";', "/b.ts": "1" });
    const look = createSourceReader(() => false, disk.files);
    disk.pass(3_600_000);
    const first = await look().fingerprint("/a.ts");
    expect(disk.reads().toSorted()).toEqual(["/a.ts", "/b.ts"]);
    disk.pass(2_000);
    expect(await look().fingerprint("/a.ts")).toBe(first);
    expect(disk.reads()).toEqual([]);
    disk.write("/b.ts", "2");
    expect(await look().fingerprint("/a.ts")).not.toBe(first);
    expect(disk.reads()).toEqual(["/b.ts"]);
  });

  test("are not read where they are larger than 16 MiB, and are found to be", async () => {
    const disk = coarseDisk({ "/a.ts": 'import "./b.ts";', "/b.ts": "b".repeat(16 * 1024 * 1024 + 1) });
    const look = createSourceReader(() => false, disk.files);
    const large = await look().fingerprint("/a.ts");
    expect([await look().oversized("/a.ts"), disk.reads().includes("/b.ts")]).toEqual(["/b.ts", false]);
    disk.write("/b.ts", "b".repeat(16 * 1024 * 1024));
    expect([await look().oversized("/a.ts"), (await look().fingerprint("/a.ts")) === large]).toEqual([
      undefined,
      false,
    ]);
  });

  test("are seen to be edited within one tick of their clock, at the same size", async () => {
    const disk = coarseDisk({ "/a.ts": "0" });
    const look = createSourceReader(() => false, disk.files);
    disk.pass(10_000);
    disk.write("/a.ts", "1");
    const first = await look().fingerprint("/a.ts");
    disk.pass(1_900);
    disk.write("/a.ts", "2"); // Size and time stay what they were.
    const second = await look().fingerprint("/a.ts");
    expect(second).not.toBe(first);
    disk.pass(10_000);
    expect(await look().fingerprint("/a.ts")).toBe(second);
    disk.reads();
    expect(await look().fingerprint("/a.ts")).toBe(second);
    expect(disk.reads()).toEqual([]);
  });
});
