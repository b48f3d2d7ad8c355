/** An update that is killed at any of its steps leaves the version before, or the new one, whole; the next one sweeps. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readBundle } from "../../src/packages/installer.ts";
import { LOCK_FILE, readLockFile } from "../../src/packages/lock-file.ts";
import { toyPackage } from "../support/toy-fence.ts";
import { toyInstaller } from "../support/toy-installer.ts";

const CHILD = fileURLToPath(new URL("../support/killed-update.ts", import.meta.url));

test("kill -9 at each step of an update", async () => {
  const work = await mkdtemp(join(tmpdir(), "killed-"));
  try {
    const source = join(work, "source");
    const write = async (version: string): Promise<void> => {
      await mkdir(source, { recursive: true });
      for (const [path, text] of Object.entries(toyPackage({ slug: "toy", version })))
        await writeFile(join(source, path), text);
    };
    const first = join(work, "first");
    await write("1.0.0");
    await toyInstaller(first).add(source);
    await write("2.0.0");

    const seen: string[] = [];
    for (let step = 1; ; step++) {
      const folder = join(work, String(step));
      await cp(first, folder, { recursive: true });
      const { signal, status, stderr } = spawnSync(process.execPath, [CHILD, folder, String(step)], {
        encoding: "utf8",
      });
      const [actor] = await readLockFile(folder);
      if (actor === undefined) throw new TypeError("It is installed no more");
      await readBundle(folder, actor);
      if (actor.previous !== null) await readBundle(folder, actor.previous);
      if (seen.at(-1) !== actor.version) seen.push(actor.version);

      expect(await toyInstaller(folder).update("toy", { mayChangeKey: false })).toMatchObject({
        version: { version: "2.0.0" },
      });
      const left = (await readdir(folder)).filter((name) => !/^[\da-f]{64}\.mjs$/.test(name)).toSorted();
      expect(left).toEqual([LOCK_FILE, "installing.sqlite"]);
      if (signal === null) {
        expect({ status, stderr, steps: step > 20 }).toEqual({ status: 0, stderr: "", steps: true });
        break;
      }
    }
    expect(seen).toEqual(["1.0.0", "2.0.0"]);
  } finally {
    await rm(work, { recursive: true });
  }
}, 120_000);
