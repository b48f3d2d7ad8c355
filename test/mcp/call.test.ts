import { describe, expect, test } from "bun:test";
import { callTool, type CallRequest } from "../../src/mcp/call.ts";
import { createKeptAnswers } from "../../src/mcp/kept-answers.ts";
import { toolActions } from "../../src/mcp/next-actions.ts";
import { offerOf } from "../../src/mcp/offer.ts";
import type { Tool, ToolRequest } from "../../src/mcp/tool.ts";
import { TOOLS } from "../../src/mcp/tools.ts";
import type { McpVisit } from "../../src/mcp/visit.ts";
import { type Actor, Type } from "../../src/runtime/actor.ts";
import type { KeptParts } from "../../src/runtime/ports/kept-parts.ts";
import { echoActor } from "../support/actors.ts";

const runActor = TOOLS.find(({ name }) => name === "run_actor") as Tool;
const deps = {
  kept: createKeptAnswers(partsInMemory(), 2_000),
  hubUrl: () => "http://hub.test",
  offers: () => true,
  waitMs: 5,
};

/** What the store does with parts, but for their age. */
function partsInMemory(): KeptParts {
  const kept = new Map<string, string>();
  return {
    async keep({ id, owner }, parts) {
      let number = 0;
      for (const part of parts) kept.set(`${owner} ${id} ${++number}`, part);
    },
    find: async ({ id, owner }, number) => kept.get(`${owner} ${id} ${number}`),
    forget: async () => undefined,
  };
}

/** A call of something that never ends; tells whether it was aborted. */
async function endless(args: Record<string, unknown>) {
  const seen: { signal?: AbortSignal } = {};
  const visit: McpVisit = {
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

test("an actor whose own input has a field confirm is run with it, and no connection is confirmed", async () => {
  const input = Type.Object({ confirm: Type.Object({ by: Type.String() }) });
  const actor = echoActor({ input }) as Actor;
  const tool = offerOf([actor], { tools: actor.slug, isReadOnly: false }).tools.get(actor.slug)!;
  const asked: ToolRequest[] = [];
  const visit: McpVisit = {
    owner: "me",
    requestId: "1",
    async ask(request) {
      asked.push(request);
      return { status: 200, headers: new Headers(), text: JSON.stringify({ items: [{ q: "one" }] }), isCut: false };
    },
  };
  const args = { confirm: { by: "mail" } };
  const signal = new AbortController().signal;
  const { structuredContent } = await callTool(tool, deps, { args, visit, signal, payment: undefined });
  expect(asked.map(({ target, body }) => [target, body])).toEqual([[`/api/v1/genius/actors/${actor.slug}/run/`, args]]);
  expect(structuredContent).toMatchObject({ items: [{ q: "one" }] });
});

describe("a refused call", () => {
  /** What its client is told to do next. */
  async function actionsAfter(body: object): Promise<string[]> {
    const text = JSON.stringify({ code: "key_unknown", detail: "No such key.", next_actions: ["Register."], ...body });
    const answer = { status: 402, headers: new Headers(), text, isCut: false };
    const visit: McpVisit = { owner: "me", requestId: "1", ask: () => Promise.resolve(answer) };
    const request: CallRequest = {
      args: { slug: "slow", input: {} },
      visit,
      signal: new AbortController().signal,
      payment: undefined,
    };
    const { content } = await callTool(runActor, deps, request);
    return JSON.parse(content[0]?.text ?? "").next_actions;
  }

  test("is paid for only where its answer holds terms", async () => {
    const priced = await actionsAfter({ x402Version: 2, accepts: [{ scheme: "exact" }] });
    expect(priced).toEqual([expect.stringContaining("Pay one of accepts"), expect.stringMatching(/^Or connect with/)]);
    expect(await actionsAfter({})).toEqual([expect.stringMatching(/^Connect with a key/)]);
    expect(await actionsAfter({ x402Version: 2, accepts: [] })).toEqual([expect.stringMatching(/^Connect with a key/)]);
  });
});

describe("what to do after an error", () => {
  const after = (code: string): string[] =>
    toolActions(
      { code, nextActions: ["Repeat the request with PAYMENT-SIGNATURE."], hasTerms: false },
      "run_actor",
      { slug: "slow" },
      () => true,
      "http://hub.test",
    );

  test.each([
    ["invalid_payment", '_meta["x402/payment"]'],
    ["settlement_unknown", "Call run_actor again"],
    ["ledger_unavailable", "Call run_actor again"],
    ["idempotency_conflict", "another idempotency_key"],
    ["llm_unavailable", "Call list_actors"],
    ["actor_disabled", "Call list_actors"],
    ["actor_failed", "Call run_actor again"],
  ])("is told of %s in the words of tools", (code, words) => {
    expect(after(code)[0]).toContain(words);
    expect(after(code).join(" ")).not.toContain("PAYMENT-SIGNATURE");
  });
});

describe("a kept answer", () => {
  const CAP = 2_000;
  const kept = createKeptAnswers(partsInMemory(), CAP);
  /** The parts that the cursors lead to, one after another. */
  async function partsAfter(first: any): Promise<any[]> {
    const parts = [];
    for (let cursor = first.next_cursor; cursor !== undefined;) {
      const part: any = await kept.next(cursor, "me");
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThanOrEqual(CAP);
      parts.push(part);
      cursor = part.next_cursor;
    }
    return parts;
  }

  test("is cut between items of its longest list, wherever that stands", async () => {
    const results = Array.from({ length: 300 }, (_, at) => ({ at, name: `ünicode ${at}` }));
    const first: any = await kept.first({ success: true, data: { page: 1, results } }, CAP, "me");
    expect([first.success, first.data.page, first.truncated]).toEqual([true, 1, true]);
    const parts = await partsAfter(first);
    expect([...first.data.results, ...parts.flatMap(({ items }) => items)]).toEqual(results);
    expect(parts.every(({ member }) => member === "results")).toBe(true);
  });

  test("tells an item that is too long in pieces, and goes on behind it", async () => {
    const items = [1, 2, "é".repeat(5_000), 4];
    const first: any = await kept.first({ items }, CAP, "me");
    const parts = await partsAfter(first);
    const pieces = parts.filter(({ item }) => item === 2).map(({ text }) => text);
    expect([first.items, JSON.parse(pieces.join("")), parts.at(-1).items]).toEqual([[1, 2], items[2], [4]]);
  });

  test("that is one text is cut between characters", async () => {
    const text = 'a\u0001"😀é'.repeat(800);
    const first: any = await kept.first({ data: text }, CAP, "me");
    const pieces = (await partsAfter(first)).map((part) => part.text);
    expect(JSON.parse([first.text, ...pieces].join(""))).toEqual({ data: text });
  });

  test("is nobody else's", async () => {
    const first: any = await kept.first({ items: Array.from({ length: 999 }, (_, at) => at) }, CAP, "me");
    expect(await kept.next(first.next_cursor, "another")).toBeUndefined();
    for (const wrong of [
      `${first.next_cursor}9999999999`,
      `${first.next_cursor}.1`,
      "",
      "a.0",
      `x${first.next_cursor}`,
    ])
      expect(await kept.next(wrong, "me")).toBeUndefined();
  });

  test("comes without a cursor where nothing can be kept: it may have been paid for", async () => {
    const full = async (): Promise<never> => Promise.reject(new Error("The disk is full"));
    const first: any = await createKeptAnswers({ keep: full, find: full, forget: full }, CAP).first(
      { items: Array.from({ length: 999 }, (_, at) => at) },
      CAP,
      "me",
    );
    expect([first.items[0], first.truncated, first.next_cursor]).toEqual([0, true, undefined]);
  });
});
