/** The serving catalogue follows the file: none, the first, the next, and a broken one that changes nothing. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { serveCatalog } from "../../src/catalog/serving.ts";
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
