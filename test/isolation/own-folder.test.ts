/** What is served of the operator's folder, where the fence around it is not the same each time. */
import { describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Isolation } from "../../src/isolation/isolation.ts";
import { createOwnFolder } from "../../src/isolation/own-folder.ts";
import { createRegistry } from "../../src/runtime/actors/registry.ts";
import { lendNothing, SILENT } from "../support/operations.ts";
import { actorText, fencedFolder, NO_FENCE } from "./support.ts";

describe.skipIf(NO_FENCE !== undefined)(`the operator's folder${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, () => {
  test("has an actor tried again that a busy machine could not open, a few scans later", async () => {
    await using fenced = await fencedFolder();
    const folder = await mkdtemp(join(tmpdir(), "own-folder-"));
    let opened = 0;
    const isolation: Isolation = {
      ...fenced.isolation,
      async open(sources) {
        const found = await fenced.isolation.open(sources);
        if (opened++ > 0) return found;
        return { ...found, actors: [{ ok: false, fault: "its process did not start", isPassing: true }] };
      },
    };
    const registry = createRegistry(() => lendNothing(new AbortController().signal));
    const own = createOwnFolder({ folder, registry, log: SILENT, isolation, except: new Set() });
    try {
      await writeFile(join(folder, "probe.ts"), actorText(`async () => [{ q: "one" }]`));
      for (let scans = 0; scans < 5; scans++) await own.scan();
      expect([registry.refusals(), opened]).toMatchObject([[{ reason: "its process did not start" }], 1]);
      await own.scan();
      expect([registry.refusals(), registry.list().map(({ actor }) => actor.slug)]).toEqual([[], ["probe"]]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
