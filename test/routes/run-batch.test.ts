/** A batch of runs whose hub is told to stop meanwhile. */
import { expect, test } from "bun:test";
import { beginAll, type BatchDeps } from "../../src/routes/calls/run-batch.ts";

test("a batch under way when the hub stops is answered with what was begun, and the rest can be sent again", async () => {
  const stopping = new AbortController();
  const begun: unknown[] = [];
  const deps = {
    runKinds: new Map([["actor", { operation: () => ({}), write: () => undefined }]]),
    peers: () => null,
    trustedProxies: new Set(),
    stopping: stopping.signal,
    async execute({ input }: { input: unknown }) {
      begun.push(input);
      if (begun.length === 2) stopping.abort();
      return { ok: true, isQueued: true, runId: `run-${begun.length}` };
    },
  } as unknown as BatchDeps;
  const inputs = ["a", "b", "c", "d"].map((q) => ({ q }));
  const lines = await beginAll(deps, { actor: "echo", inputs }, new Request("http://hub.test/api/v1/runs/"));
  expect(begun).toEqual([{ q: "a" }, { q: "b" }]);
  expect(lines.map(({ run_id: id, status, error }) => [id, status, error?.code, error?.retryable])).toEqual([
    ["run-1", "queued", undefined, undefined],
    ["run-2", "queued", undefined, undefined],
    [null, "refused", "overloaded", true],
    [null, "refused", "overloaded", true],
  ]);
});
