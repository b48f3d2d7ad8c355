/** A SQLite store on a system of which nothing but the data folder can be written to. */
import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
/** Sorts more than SQLite keeps in memory by itself. */
const SORTS = `
  const { sql } = await import("drizzle-orm");
  const { openSqlite } = await import("./src/store/drivers/sqlite/sqlite.ts");
  const store = await openSqlite(process.argv[1]);
  const rows = sql\`(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 200000)
    SELECT n, hex(randomblob(40)) AS text FROM numbers ORDER BY text LIMIT 199999) AS rows\`;
  const [{ count }] = await store.ask((db) => db.select({ count: sql\`COUNT(*)\` }).from(rows));
  await store[Symbol.asyncDispose]();
  console.log(count);`;

const canBind = Bun.spawnSync(["sh", "-c", "command -v bwrap && bwrap --ro-bind / / true"]).exitCode === 0;

test.skipIf(!canBind)("openSqlite() needs no other folder for what it sorts", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-read-only-"));
  try {
    const system = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", folder, folder];
    const script = [process.execPath, "-e", SORTS, join(folder, "hub.sqlite")];
    const { stdout, stderr } = Bun.spawnSync(["bwrap", ...system, ...script], { cwd: ROOT });
    expect(stderr.toString()).toBe("");
    expect(stdout.toString().trim()).toBe("199999");
  } finally {
    await rm(folder, { recursive: true });
  }
});
