/** What is said where there is no catalogue: that one is on its way only where somebody builds it. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openCatalog, openServedCatalog, type ServedCatalog } from "../../../src/app/catalog/catalog.ts";
import { loadConfig } from "../../../src/app/settings/config.ts";
import { HubError } from "../../../src/runtime/errors.ts";
import { described, emptyShelf, get } from "../../catalog/support.ts";
import { SILENT } from "../../support/operations.ts";

const LOG = { ...SILENT, failure: () => undefined, child: () => LOG };
const CLOCK = { now: Date.now };

test.each([
  ["a hub that imports none", "server", false],
  ["the shell", "shell", false],
  ["a hub that takes another's", "copy", true],
] as const)("%s says so", (_, who, isAwaited) => {
  const directory = mkdtempSync(join(tmpdir(), "catalog-"));
  const stop = new AbortController();
  try {
    const source = { CATALOG_STORAGE_URL: "http://storage.test/catalogue" };
    const settings = { HUB_DATA_DIR: directory, CATALOG_AUTO_IMPORT: "false", ...(who === "copy" && source) };
    const config = loadConfig(settings);
    const served =
      who === "shell" ? openServedCatalog(config, LOG, CLOCK) : openCatalog(config, LOG, CLOCK, stop.signal);
    const refusal = refusalOf(served);
    expect([refusal.code, refusal.message.includes("being built")]).toEqual(["overloaded", isAwaited]);
    expect(refusal.message.includes("bun run catalog import")).toBe(!isAwaited);
  } finally {
    stop.abort();
    rmSync(directory, { recursive: true });
  }
});

test("a hub that stops still has the catalogue for what it has accepted", async () => {
  using shelf = emptyShelf();
  await shelf.build([described("stripe.com", { paths: { "/v1/charges": get("List all charges") } })]);
  const stop = new AbortController();
  const config = loadConfig({ HUB_DATA_DIR: dirname(shelf.path), CATALOG_AUTO_IMPORT: "false" });
  const { catalog } = openCatalog(config, LOG, CLOCK, stop.signal);
  const held = catalog();
  stop.abort();
  expect(await Promise.all([held, catalog()].map(async (each) => (await each.random())?.name))).toEqual(
    Array(2).fill("List all charges"),
  );
});

function refusalOf({ catalog }: ServedCatalog): HubError {
  try {
    catalog();
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
  throw new Error("There is a catalogue.");
}
