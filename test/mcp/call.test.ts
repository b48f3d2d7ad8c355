import { describe, expect, test } from "bun:test";
import { callTool, type CallRequest } from "../../src/mcp/call.ts";
import { createKeptAnswers } from "../../src/mcp/kept-answers.ts";
import type { Tool } from "../../src/mcp/tool.ts";
import { TOOLS } from "../../src/mcp/tools.ts";
import type { Visit } from "../../src/mcp/visit.ts";

const runActor = TOOLS.find(({ name }) => name === "run_actor") as Tool;
const deps = { kept: createKeptAnswers(Date.now), hubUrl: () => "http://hub.test", offers: () => true, waitMs: 5 };

/** A call of something that never ends; tells whether it was aborted. */
async function endless(args: Record<string, unknown>) {
  const seen: { signal?: AbortSignal } = {};
  const visit: Visit = {
    owner: "me",
    requestId: "1",
    ask: (_ask, { signal }) => {
      seen.signal = signal;
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  const request: CallRequest = { args, visit, signal: new AbortController().signal, payment: undefined };
  const result = await callTool(runActor, deps, request);
  return { told: JSON.parse(result.content[0]?.text ?? ""), isAborted: seen.signal?.aborted };
}

describe("a call that is waited for too long", () => {
  test("is ended, and its client told how a longer one is asked for", async () => {
    const { told, isAborted } = await endless({ slug: "slow", input: {} });
    expect([told.code, isAborted]).toEqual(["actor_timeout", true]);
    expect(told.next_actions[0]).toContain("with an idempotency_key");
  });

  test("goes on where its idempotency key can ask for it again", async () => {
    const { told, isAborted } = await endless({ slug: "slow", input: {}, idempotency_key: "a-key-of-mine-0001" });
    expect([told.code, isAborted]).toEqual(["actor_timeout", false]);
    expect(told.next_actions[0]).toContain("same arguments and idempotency_key");
  });
});

describe("a kept answer", () => {
  const CAP = 2_000;
  const kept = createKeptAnswers(() => 0);
  const read = (first: any, list: string): unknown[] => {
    const items = [...(first[list] ?? [])];
    for (let cursor = first.next_cursor; cursor !== undefined;) {
      const part: any = kept.next(cursor, CAP, "me");
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(CAP);
      items.push(...(part.items ?? [part.text]));
      cursor = part.next_cursor ?? part.skipped_to;
    }
    return items;
  };

  test("is cut between items of its longest list, wherever that stands", () => {
    const results = Array.from({ length: 300 }, (_, at) => ({ at, name: `ünicode ${at}` }));
    const first: any = kept.first({ success: true, data: { page: 1, results } }, CAP, "me");
    expect([first.success, first.data.page, first.truncated]).toEqual([true, 1, true]);
    expect(read({ ...first, results: first.data.results }, "results")).toEqual(results);
  });

  test("that is one text is cut between characters", () => {
    const text = 'a\u0001"😀é'.repeat(800);
    const first: any = kept.first({ data: text }, CAP, "me");
    let whole = first.text;
    for (let cursor = first.next_cursor; cursor !== undefined;) {
      const part: any = kept.next(cursor, CAP, "me");
      whole += part.text;
      cursor = part.next_cursor;
    }
    expect(JSON.parse(whole)).toEqual({ data: text });
  });

  test("is nobody else's", () => {
    const first: any = kept.first({ items: Array.from({ length: 999 }, (_, at) => at) }, CAP, "me");
    expect(kept.next(first.next_cursor, CAP, "another")).toBeUndefined();
    expect(kept.next(`${first.next_cursor}9999999999`, CAP, "me")).toBeUndefined();
  });
});
