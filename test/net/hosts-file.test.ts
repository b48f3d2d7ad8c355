import { expect, test } from "bun:test";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostsFile } from "../../src/net/hosts-file.ts";

test("a hosts file is read once, and again when it was changed, replaced or taken away", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hosts-"));
  try {
    const path = join(folder, "hosts");
    const names = hostsFile(path);
    expect((await names()).has("one.test")).toBeFalse();

    await writeFile(path, "192.0.2.1 one.test\tOther.test\n");
    const first = await names();
    expect(["one.test", "other.test", "none.test"].map((name) => first.has(name))).toEqual([true, true, false]);
    expect(await names()).toBe(first);

    await writeFile(path, "192.0.2.1 one.test\n192.0.2.2 more.test none.test\n");
    expect((await names()).has("none.test")).toBeTrue();

    await writeFile(`${path}.new`, "192.0.2.1 two.test\n192.0.2.2 more.test none.test\n");
    await rename(`${path}.new`, path);
    expect(["one.test", "two.test"].map((name) => first.has(name))).toEqual([true, false]);
    const last = await names();
    expect(["one.test", "two.test"].map((name) => last.has(name))).toEqual([false, true]);

    await rm(path);
    expect((await names()).size).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
});
