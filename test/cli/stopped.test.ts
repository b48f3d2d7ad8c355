/** A command that is stopped while it waits says that it was stopped, and what is as it was. */
import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryLock } from "../../src/catalog/sqlite.ts";
import { emptyShelf } from "../catalog/support.ts";

test.each([
  ["catalog import", "SIGINT", 130],
  ["catalog import", "SIGTERM", 143],
  ["catalog add own.json", "SIGINT", 130],
] as const)(
  "%s, while another import is at it, is stopped by %s in a sentence, and says by which signal",
  async (line, signal, exitCode) => {
    using shelf = emptyShelf();
    const folder = join(shelf.path, "..");
    writeFileSync(join(folder, "own.json"), "{}");
    using _other = tryLock(`${shelf.path}.lock`)!;
    const cli = join(import.meta.dir, "../../src/cli.ts");
    const child = spawn(process.execPath, [cli, ...line.split(" ")], {
      cwd: folder,
      env: { ...process.env, HUB_DATA_DIR: folder },
    });
    const closed = once(child, "close");
    let told = "";
    for await (const piece of child.stderr.setEncoding("utf8")) {
      told += String(piece);
      if (String(piece).includes("has to finish first")) child.kill(signal);
    }
    const [code] = await closed;
    expect(told).toEndWith("has to finish first.\nStopped; the catalogue is as it was.\n");
    expect(code).toBe(exitCode);
  },
);
