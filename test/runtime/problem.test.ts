import { describe, expect, test } from "bun:test";
import { HubError } from "../../src/runtime/errors.ts";
import { problemWriter } from "../../src/runtime/run/problem.ts";

const REQUEST = "5b1c1d3e-0000-4000-8000-000000000001";
const OTHER = "5b1c1d3e-0000-4000-8000-000000000002";

describe("problemWriter()", () => {
  const write = problemWriter();
  const read = (...told: Parameters<typeof write>): Record<string, unknown> => JSON.parse(String(write(...told)));

  test("is a problem detail of RFC 9457 with the hub's own members", () => {
    const issues = [{ pointer: "/q", detail: "is required" }];
    const error = new HubError("invalid_input", "No q.", { issues, nextActions: ["Send q."] });
    expect(read(error, REQUEST, "https://hub.example")).toEqual({
      type: "https://hub.example/errors/invalid_input",
      title: "Invalid input",
      status: 400,
      detail: "No q.",
      instance: `urn:uuid:${REQUEST}`,
      code: "invalid_input",
      request_id: REQUEST,
      retryable: false,
      errors: issues,
      next_actions: ["Send q."],
    });
  });

  test("carries the terms of a 402, which cannot replace what the error says", () => {
    const terms = { body: { accepts: [], status: 200, code: "fine" }, headers: {} };
    const body = read(new HubError("payment_required", "Pay.", { terms, retryAfterMs: 1 }), REQUEST, "");
    expect(body).toMatchObject({ accepts: [], status: 402, code: "payment_required", retry_after_ms: 1 });
  });

  test("tells each request its own id and terms, and keeps apart whatever differs", () => {
    const hints = { members: '"start":{}', actions: ["Begin."] };
    const termsOf = (id: string) => ({
      body: {},
      write: (parts: readonly string[], request: string) => `{"id":"${id}",${parts.join(request)}}`,
      headers: {},
    });
    const pay = (id: string) => new HubError("payment_required", "Pay.", { terms: termsOf(id) });
    const told = [
      read(pay("a"), REQUEST, "https://a.example"),
      read(pay("b"), OTHER, "https://a.example"),
      read(pay("b"), OTHER, "https://b.example"),
      read(pay("b"), OTHER, "https://b.example", hints),
      read(new HubError("payment_required", "Pay now.", { terms: termsOf("b") }), OTHER, "https://b.example"),
      read(new HubError("payment_required", "Pay.", { terms: termsOf("b"), members: { tx: "c" } }), OTHER, ""),
    ];
    expect(told.map(({ id, instance, request_id: request }) => [id, instance, request])).toEqual([
      ["a", `urn:uuid:${REQUEST}`, REQUEST],
      ...Array.from({ length: 5 }, () => ["b", `urn:uuid:${OTHER}`, OTHER]),
    ]);
    expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(told.length);
    expect(told[3]).toMatchObject({ start: {}, next_actions: [expect.any(String), "Begin."] });
    expect(told[5]).toMatchObject({ tx: "c" });
  });
});
