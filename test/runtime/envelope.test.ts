import { describe, expect, test } from "bun:test";
import type { Actor } from "../../src/runtime/actor.ts";
import { runEnvelope } from "../../src/runtime/run/envelope.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { echoActor } from "../support/actors.ts";
import { wholeText } from "../../src/text/json-text.ts";
import { answerOf } from "../support/operations.ts";
import type { Failure, Success } from "../../src/runtime/run/outcome.ts";

const REQUEST = "5b1c1d3e-0000-4000-8000-000000000001";
const facts = {
  hubUrl: "https://hub.example",
  listPrice: 120_000n,
  x402: { protocol: "x402" },
  isServed: (slug: string) => slug !== "gone",
};
const write = runEnvelope({ ...facts, actor: echoActor() as Actor });

const finished = {
  runId: "run-1",
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  durationMs: 12,
  charge: 0n,
  headers: {},
};
const success = (overrides: Partial<Success> = {}): Success => ({
  ...finished,
  ok: true,
  answer: answerOf([{ q: "tea" }, { q: "</script>\u2028" }]),
  warnings: [],
  ...overrides,
});
const failure = (error: HubError): Failure => ({ ...finished, ok: false, error });
const read = (outcome: Success | Failure) => JSON.parse(wholeText(write(outcome, REQUEST)));

describe("runEnvelope()", () => {
  test("holds exactly the fields of a run result", () => {
    expect(Object.keys(read(success()))).toEqual([
      "success",
      "slug",
      "source",
      "cached",
      "data",
      "items",
      "error",
      "meta",
      "recommended_next_action",
      "x402",
    ]);
  });

  test("gives the items twice, as they were kept", () => {
    const body = read(success());
    expect(body).toMatchObject({ success: true, cached: false, error: null, meta: { item_count: 2 } });
    expect(body.data).toEqual([{ q: "tea" }, { q: "</script>\u2028" }]);
    expect(body.items).toEqual(body.data);
  });

  test("tells the ids, the time with its zone and what was charged", () => {
    expect(read(success({ charge: 12_000n })).meta).toMatchObject({
      run_id: "run-1",
      request_id: REQUEST,
      started_at: "2026-01-02T03:04:05.006Z",
      duration_ms: 12,
      price_xrp: 0.12,
      charged_xrp: 0.012,
    });
  });

  test("says of a hit how old it is, and of nothing else", () => {
    expect(read(success({ hit: { ageSeconds: 0, ttlSeconds: 60 } }))).toMatchObject({
      cached: true,
      meta: { cache_age_seconds: 0 },
    });
    expect(read(success()).meta).not.toHaveProperty("cache_age_seconds");
  });

  test("joins the warnings of the edge and of the run, and shows its report", () => {
    const answer = { ...answerOf([]), warnings: ["from the run"], reportJson: '{"rows":3}' };
    expect(read(success({ answer, warnings: ["from the edge"] })).meta).toMatchObject({
      warnings: ["from the edge", "from the run"],
      report: { rows: 3 },
    });
    expect(read(success()).meta).not.toHaveProperty("report");
  });

  test("suggests what the run suggests, else the actor, else the same again", () => {
    expect(read(success())).toMatchObject({
      meta: { next_actors: ["data-clean"] },
      recommended_next_action: expect.stringContaining("/actors/data-clean/run/"),
    });
    expect(read(success({ answer: { ...answerOf([]), nextActors: ["gone", "other", "more"] } }))).toMatchObject({
      meta: { next_actors: ["other", "more"] },
      recommended_next_action: expect.stringContaining("/actors/other/run/"),
    });
    const alone = runEnvelope({ ...facts, actor: echoActor({ nextActors: [] }) as Actor });
    expect(JSON.parse(wholeText(alone(success(), REQUEST))).recommended_next_action).toContain("/actors/echo/run/");
  });

  test("writes long items in short pieces, which cut no character in two", () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, text: id % 3 === 0 ? "\u{1f600}" : "tea" }));
    const pieces = write(success({ answer: answerOf(rows) }), REQUEST);
    if (typeof pieces === "string") throw new TypeError("not in pieces");
    const all = [...pieces];
    expect(Math.max(...all.map((piece) => piece.length))).toBeLessThanOrEqual(64 * 1024);
    expect(all.every((piece) => piece.isWellFormed())).toBe(true);
    const body = JSON.parse(all.join(""));
    expect([body.data, body.items, body.meta.item_count]).toEqual([rows, rows, rows.length]);
  });

  test("of a failure has no items, costs nothing and says what to do", () => {
    const error = new HubError("upstream_failed", "Down.", { retryAfterMs: 1500.2 });
    expect(read(failure(error))).toMatchObject({
      success: false,
      cached: false,
      data: [],
      items: [],
      error: { code: "upstream_failed", message: "Down.", retryable: true, retry_after_ms: 1501 },
      meta: { item_count: 0, charged_xrp: 0, warnings: [], run_id: "run-1" },
    });
    expect(read(failure(error)).error.next_actions).not.toBeEmpty();
  });

  test("keeps the secrets of a failure's cause", () => {
    const text = write(failure(new HubError("internal", "It failed.", { cause: new Error("hunter2") })), REQUEST);
    expect(text).not.toContain("hunter2");
  });
});
