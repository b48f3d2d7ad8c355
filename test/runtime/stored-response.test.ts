/** What was told is told again in the same words, also what an earlier version kept. */
import { describe, expect, test } from "bun:test";
import type { StoredResponse } from "../../src/runtime/ports/idempotency.ts";
import { readStoredResponse, writeStoredResponse } from "../../src/runtime/run/stored-response.ts";

const STORED: StoredResponse = {
  purchase: {
    runId: "run 1",
    startedAt: 5,
    durationMs: 7,
    charge: 12n,
    answer: { itemsJson: '[{"q":"é\\n"}]', count: 1, warnings: ["w"], reportJson: '{"rows":1}', nextActors: ["toy"] },
    warnings: ["of the edge"],
  },
  headers: { "x-payment-receipt": "abc" },
};

describe("a stored response", () => {
  test("comes back as it was", () => {
    expect(readStoredResponse(writeStoredResponse(STORED))).toEqual(STORED);
  });

  test("of a version that kept reports as values comes back with the report's text", () => {
    const earlier = writeStoredResponse(STORED).replace('"reportJson":"{\\"rows\\":1}"', '"report":{"rows":1}');
    expect(earlier).toContain('"report":{"rows":1}');
    expect(readStoredResponse(earlier)).toEqual(STORED);
  });
});
