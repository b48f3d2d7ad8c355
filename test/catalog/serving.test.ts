/** The serving catalogue follows the file: none, the first, the next, and a broken one that changes nothing. */
import { expect, test } from "bun:test";
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { serveCatalog } from "../../src/catalog/file-catalog/serving.ts";
import { described, emptyShelf, get } from "./support.ts";

test("a file that another process finished is served within two seconds, a broken one never", async () => {
  using shelf = emptyShelf();
  let now = 0;
  const faults: unknown[] = [];
  const serving = serveCatalog({
    path: shelf.path,
    clock: { now: () => now },
    random: () => 0,
    onFault: (error) => faults.push(error),
  });
  const entries = () => serving.current()?.totals().entries;

  expect(entries()).toBeUndefined();
  await shelf.build([described("a.dev", { paths: { "/a": get("A") } })]);
  now += 2000;
  expect(entries()).toBe(1);
  await shelf.build([described("a.dev", { paths: { "/a": get("A"), "/b": get("B") } })]);
  now += 2000;
  expect(entries()).toBe(2);
  writeFileSync(`${shelf.path}.other`, "no database");
  await import("node:fs/promises").then((fs) => fs.rename(`${shelf.path}.other`, shelf.path));
  now += 2000;
  expect(entries()).toBe(2);
  now += 2000;
  expect(entries()).toBe(2);
  expect(faults).toHaveLength(1);
  serving.close();
});

test("a file that is cut off or written over while it is served is told, and served again once it is whole", async () => {
  using shelf = emptyShelf();
  await shelf.build(
    Array.from({ length: 40 }, (_, at) => described(`a${at}.dev`, { paths: { [`/a${at}`]: get(`Answer ${at}`) } })),
  );
  const whole = readFileSync(shelf.path);
  let now = 0;
  const faults: unknown[] = [];
  const serving = serveCatalog({
    path: shelf.path,
    clock: { now: () => now },
    random: () => 0,
    onFault: (error) => faults.push(error),
  });
  const entries = () => serving.current()?.totals().entries;
  expect(entries()).toBe(40);

  truncateSync(shelf.path, whole.length - 8192);
  now += 2000;
  expect(entries()).toBeUndefined();
  expect(serving.fault()).toBe("The file of the catalogue was changed while it was served.");
  expect(String(faults.at(-1))).toContain(`${whole.length - 8192} of its ${whole.length} bytes are there`);

  writeFileSync(shelf.path, whole);
  now += 2000;
  expect(entries()).toBe(40);
  expect(serving.fault()).toBeUndefined();

  // As a disk loses it: nobody has touched the file.
  const times = statSync(shelf.path);
  writeFileSync(shelf.path, Buffer.concat([whole.subarray(0, 8192), Buffer.alloc(whole.length - 8192, 0xff)]));
  utimesSync(shelf.path, times.atime, times.mtime);
  const fresh = serveCatalog({
    path: shelf.path,
    clock: { now: () => now },
    random: () => 0,
    onFault: (error) => faults.push(error),
  });
  expect(fresh.current()).toBeUndefined();
  expect(fresh.fault()).toBe("The file of the catalogue cannot be opened.");
  writeFileSync(shelf.path, whole);
  now += 6000;
  expect(fresh.current()?.totals().entries).toBe(40);
  fresh.close();
  serving.close();
});

test("damage in a file that was replaced is told to whoever still reads it, and ends nothing that took its place", async () => {
  using shelf = emptyShelf();
  const documents = Array.from({ length: 40 }, (_, at) =>
    described(`a${at}.dev`, { paths: { [`/a${at}`]: get(`Answer ${at}`) } }),
  );
  await shelf.build(documents);
  let now = 0;
  const faults: unknown[] = [];
  const serving = serveCatalog({
    path: shelf.path,
    clock: { now: () => now },
    random: () => 0,
    onFault: (error) => faults.push(error),
  });
  const held = serving.current();
  const old = openSync(shelf.path, "r+");
  await shelf.build(documents.slice(1));
  now += 2000;
  const fresh = serving.current();
  expect(fresh?.totals().entries).toBe(39);

  const { size } = fstatSync(old);
  writeSync(old, Buffer.alloc(size - 8192, 0xff), 0, size - 8192, 8192);
  closeSync(old);
  expect(() => held?.entry("a1-dev--get-a1")).toThrow("is damaged");
  expect(serving.current()).toBe(fresh);
  expect(serving.fault()).toBeUndefined();
  expect(faults).toEqual([]);
  serving.close();
});

test("a file that stays as it cannot be opened is tried again and again, and told once", async () => {
  using shelf = emptyShelf();
  writeFileSync(shelf.path, "no database");
  let now = 0;
  const faults: unknown[] = [];
  const serving = serveCatalog({
    path: shelf.path,
    clock: { now: () => now },
    random: () => 0,
    onFault: (error) => faults.push(error),
  });
  for (; now < 60_000; now += 6000) expect(serving.current()).toBeUndefined();
  expect(faults).toEqual([expect.objectContaining({ message: expect.stringContaining("it is no SQLite file") })]);

  writeFileSync(shelf.path, "nor is this one");
  now += 6000;
  expect(serving.current()).toBeUndefined();
  expect(faults).toHaveLength(2);
  serving.close();
});
