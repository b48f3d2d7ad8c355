import { describe, expect, test } from "bun:test";
import { asHubError, HubError, invalidFields, invalidInput } from "../../src/runtime/errors.ts";
import type { ErrorCode } from "../../src/runtime/error-codes.ts";

describe("a published error", () => {
  test.each([
    ["invalid_input", 400, false],
    ["too_deep", 400, false],
    ["payment_required", 402, false],
    ["unknown_actor", 404, false],
    ["method_not_allowed", 405, false],
    ["idempotency_conflict", 409, false],
    ["idempotency_in_progress", 409, true],
    ["payload_too_large", 413, false],
    ["unsupported_media_type", 415, false],
    ["rate_limited", 429, true],
    ["internal", 500, true],
    ["upstream_status", 502, false],
    ["upstream_too_large", 502, false],
    ["upstream_failed", 502, true],
    ["settlement_unknown", 503, true],
    ["actor_timeout", 504, true],
  ] satisfies [ErrorCode, number, boolean][])("%s has status %d, retryable: %p", (code, status, retryable) => {
    const error = new HubError(code, "A sentence.");
    expect(error).toMatchObject({ code, status, retryable, message: "A sentence." });
    expect(error.title).not.toBeEmpty();
    expect(error.nextActions.join()).not.toBeEmpty();
  });

  test("says what its thrower suggests before what its code does", () => {
    expect(new HubError("not_found", "No.", { nextActions: ["Look elsewhere."] }).nextActions).toEqual([
      "Look elsewhere.",
    ]);
  });
});

describe("asHubError()", () => {
  test("hands a published error through as it is", () => {
    const error = new HubError("not_found", "No.");
    expect(asHubError(error)).toBe(error);
  });

  test.each([
    ["an error", new Error("hunter2")],
    ["a text", "hunter2"],
    ["nothing", undefined],
    ["a lookalike", { code: "payment_required", status: 402 }],
  ])("makes %s internal and keeps it as the cause only", (_, thrown) => {
    const error = asHubError(thrown);
    expect(error).toMatchObject({ code: "internal", status: 500, details: { cause: thrown } });
    expect(error.message).not.toContain("hunter2");
  });
});

test("invalidInput() names the field in the sentence and points to it", () => {
  expect(invalidInput("/a/b", "is required")).toMatchObject({
    code: "invalid_input",
    message: '"a/b": is required',
    details: { issues: [{ pointer: "/a/b", detail: "is required" }] },
  });
  expect(invalidInput("", "must be a JSON object").message).toBe("The input: must be a JSON object");
});

test("invalidFields() ends its sentence once, whether it asks something or not", () => {
  const [missing, asked] = ["is required", 'is required; did you mean it by "pth"?'];
  expect(invalidFields("Cannot run", [{ pointer: "/path", detail: missing }]).message).toBe(
    "Cannot run: path is required.",
  );
  expect(invalidFields("Cannot run", [{ pointer: "/path", detail: asked }]).message).toBe(
    'Cannot run: path is required; did you mean it by "pth"?',
  );
});
