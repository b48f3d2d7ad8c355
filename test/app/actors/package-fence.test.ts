import { describe, expect, test } from "bun:test";
import { openInstalled } from "../../../src/app/actors/package-fence.ts";
import { actorText, fencedFolder, NO_FENCE, runIn } from "../../isolation/support.ts";
import type { FencedActor } from "../../../src/isolation/fenced-actor.ts";

describe.skipIf(NO_FENCE !== undefined)(`an installed actor${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, () => {
  test("does a run that was bought before it was replaced, and begins after that", async () => {
    await using folder = await fencedFolder();
    const { code } = await folder.bundle({ "actor.ts": actorText(`async ({ q }) => [{ q }]`) }, "installed");
    const opened = await openInstalled(folder.isolation, code, { hosts: [], uses_llm: false });
    const bought = opened as unknown as Extract<FencedActor, { ok: true }>; // As the hub gives it to the registry.
    expect(await runIn(bought, { q: "before" })).toEqual([{ q: "before" }]);
    await opened[Symbol.asyncDispose]();
    expect(await runIn(bought, { q: "after" })).toEqual([{ q: "after" }]);
  });
});
