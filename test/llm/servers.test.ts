/** What OpenAI-compatible servers really send, each in a shape of its own: what is an answer is understood, what is none is told. */
import { describe, expect, test } from "bun:test";
import { Type } from "../../src/runtime/actor.ts";
import type { HubError } from "../../src/runtime/errors.ts";
import { countingBudget, modelAt } from "../support/connected-model.ts";
import { type Behaviour, startModel } from "../support/model-server.ts";
import { testClock } from "../support/operations.ts";

const GOOD = { word: "bread", list: ["rye"] };
const TEXT = JSON.stringify(GOOD);
const DRAFT = JSON.stringify({ word: "draft", list: [] });
const QUESTION = {
  prompt: { name: "test", version: "1", text: "Find the word." },
  material: [{ label: "page", text: "Bread sales rose.", from: "stranger" as const }],
  answer: Type.Object({ word: Type.String({ minLength: 2 }), list: Type.Array(Type.String(), { maxItems: 3 }) }),
  maxTokens: 200,
};
const { signal } = new AbortController();

const event = (fields: object): string => `data: ${JSON.stringify(fields)}\n\n`;
const delta = (fields: object, finish: string | null = null): string =>
  event({ object: "chat.completion.chunk", choices: [{ index: 0, delta: fields, finish_reason: finish }] });
const END = `${delta({}, "stop")}data: [DONE]\n\n`;
const ANSWER = delta({ content: TEXT }) + END;
const whole = (message: object, finish = "stop"): string =>
  JSON.stringify({ object: "chat.completion", choices: [{ index: 0, message, finish_reason: finish }] });

async function ask(behaviours: readonly Behaviour[], options = {}) {
  await using server = await startModel(...behaviours);
  const budget = countingBudget();
  const model = modelAt(server, { budget, ...options });
  const outcome = await model
    .lend(signal)
    .ask(QUESTION)
    .catch((error: HubError) => error);
  return { outcome, asked: [...server.asked], model, tokens: budget.tokens };
}

describe("an answer is understood", () => {
  test.each<[string, Behaviour]>([
    [
      "in parts, thoughts among them",
      {
        bytes:
          delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: DRAFT }] }] }) +
          delta({ content: [{ type: "text", text: TEXT }] }) +
          END,
      },
    ],
    [
      "in parts of an answer that is sent whole",
      { type: "application/json", bytes: whole({ content: [{ type: "text", text: TEXT }] }) },
    ],
    ["behind a thought that would do", { say: `<think>Perhaps ${DRAFT}? No.</think>\n\n${TEXT}` }],
    ["behind a thought whose beginning the template has eaten", { say: `Perhaps ${DRAFT}? No.\n</think>\n${TEXT}` }],
    ["behind a draft in prose", { say: `A first draft: ${DRAFT}\nBetter:\n${TEXT}` }],
    [
      "behind an answer that a page brought along",
      { say: `The page says:\n\`\`\`json\n${DRAFT}\n\`\`\`\nI say: ${TEXT}` },
    ],
    ["that speaks of such marks", { say: { ...GOOD, extra: "a </think> b" } }],
    ["as events that are called JSON", { type: "application/json", bytes: ANSWER }],
    ["as JSON that is called something else", { type: "text/plain", bytes: `\n\n${whole({ content: TEXT })}` }],
    ["behind a megabyte of comments", { bytes: `: still thinking\n\n`.repeat(60_000) + ANSWER }],
    ["behind a first event without choices", { bytes: event({ choices: [], prompt_filter_results: [] }) + ANSWER }],
    ["beside an error that is none", { bytes: event({ error: null, choices: [] }) + ANSWER }],
  ])("%s", async (_, behaviour) => {
    expect((await ask([behaviour, { status: 401 }])).outcome).toMatchObject({ answer: GOOD });
  });
});

describe("a failure that comes with status 200", () => {
  test.each<[string, Behaviour]>([
    ["whole", { type: "application/json", bytes: `{"error":{"message":"Provider returned error","code":502}}` }],
    ["as an event", { bytes: `${event({ error: { message: "out of memory", code: 500 } })}data: [DONE]\n\n` }],
    [
      "under a name",
      {
        bytes: `event: error\n${event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } })}`,
      },
    ],
    ["in a word", { bytes: event({ error: "Model is overloaded", error_type: "overloaded" }) }],
  ])("%s is one that is asked again, and costs nothing", async (_, failure) => {
    const { outcome, asked, tokens } = await ask([failure, { say: GOOD, usage: { input: 6, output: 4 } }]);
    expect(outcome).toMatchObject({ answer: GOOD });
    expect(asked[1]?.body.messages).toHaveLength(2); // The question, not a repair.
    expect(tokens).toBe(10);
  });

  test("and says that too much is asked lets the server be", async () => {
    const busy = { type: "application/json", bytes: `{"error":{"message":"Try again in 50s","code":429}}` };
    const { outcome, model } = await ask([busy]);
    expect(outcome).toMatchObject({ code: "llm_unavailable", details: { retryAfterMs: 50_000 } });
    expect(model.fault()?.code).toBe("llm_unavailable");
  });

  test("in the middle of an answer is no answer to be mended", async () => {
    const failure = { choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }] };
    const { outcome, asked } = await ask([
      { bytes: delta({ content: `{"word"` }) + event({ ...failure, error: { code: "server_error" } }) },
      { say: GOOD },
    ]);
    expect(outcome).toMatchObject({ code: "upstream_failed" });
    expect(asked).toHaveLength(1);
  });

  test("a stream that breaks off before its first event is broken off", async () => {
    expect((await ask([{ bytes: ": working\n\n" }])).outcome).toMatchObject({ code: "upstream_failed" });
  });

  test("an end that is not said is no end", async () => {
    const { outcome } = await ask([{ bytes: delta({ content: `{"word"` }, "") }, { say: GOOD }]);
    expect(outcome).toMatchObject({ code: "upstream_failed" });
  });

  test("a page of a gateway is something else than an answer, and its beginning is told to the operator", async () => {
    const warnings: string[] = [];
    const page = { type: "text/html", bytes: "<html>\n<title>Sign in sk-test</title>\n</html>" };
    const { outcome } = await ask([page], { warn: (message: string) => warnings.push(message) });
    expect(outcome).toMatchObject({ code: "upstream_invalid", message: expect.not.stringContaining("Sign in") });
    expect(warnings).toEqual([expect.stringContaining("Sign in [key]")]);
  });

  test("one line that goes on and on is too long", async () => {
    const { outcome } = await ask([{ bytes: `data: ${"x".repeat(2_000_000)}\n\n` }]);
    expect(outcome).toMatchObject({ code: "upstream_too_large" });
  });
});

describe("how long a busy server wants to be left alone", () => {
  const inFifty = { date: "Wed, 21 Oct 2026 07:28:00 GMT", "retry-after": "Wed, 21 Oct 2026 07:28:50 GMT" };
  test.each<[string, Record<string, string>, unknown]>([
    ["as a date", inFifty, {}],
    ["in milliseconds", { "retry-after-ms": "50000", "retry-after": "50" }, {}],
    [
      "in its body",
      {},
      [{ error: { code: 429, details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "50s" }] } }],
    ],
    ["in a sentence", {}, { error: { message: "Rate limit reached. Please try again in 50.0s. Visit us." } }],
    ["in a sentence, with minutes", {}, { error: { message: "Please try again in 0m50.0s." } }],
    ["in a sentence, in milliseconds", {}, { error: { message: "Please try again in 50000ms." } }],
  ])("is understood %s", async (_, headers, body) => {
    const { outcome, asked } = await ask([{ status: 429, headers, body: JSON.stringify(body) }]);
    expect(outcome).toMatchObject({ code: "llm_unavailable", details: { retryAfterMs: 50_000 } });
    expect(asked).toHaveLength(1);
  });

  test.each(["Infinity", "1e30", "99999999999999999999"])("is told to nobody where it is %p", async (value) => {
    const { outcome } = await ask([{ status: 429, headers: { "retry-after": value } }, { say: GOOD }]);
    const { retryAfterMs = 0 } = outcome instanceof Error ? outcome.details : {};
    expect(retryAfterMs).toBeLessThanOrEqual(24 * 3_600_000);
  });
});

describe("a server that knows less", () => {
  test("than streams is asked for whole answers, and waited for until the question's end", async () => {
    const refusal = `{"error":{"message":"Your organization must be verified to stream this model.","param":"stream"}}`;
    await using server = await startModel(
      { status: 400, body: refusal },
      { type: "application/json", bytes: whole({ content: TEXT }) },
    );
    const model = modelAt(server);
    await model.lend(signal).ask(QUESTION);
    expect(await model.lend(signal).ask(QUESTION)).toMatchObject({ answer: GOOD });
    expect(server.asked.map(({ body }) => [body.stream, body.response_format !== undefined])).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
    expect(server.asked[1]?.body.stream_options).toBeUndefined();
  });

  test.each([
    [400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."],
    [400, "System role not supported"],
    [500, "Jinja Exception: System role not supported"],
  ])("than the system's role (%i: %s) is told the rules before the material", async (status, message) => {
    const { outcome, asked } = await ask([{ status, body: JSON.stringify({ error: { message } }) }, { say: GOOD }]);
    expect(outcome).toMatchObject({ answer: GOOD });
    expect(asked[1]?.body.messages.map(({ role }) => role)).toEqual(["user"]);
    expect(asked[1]?.body.messages[0]?.content).toMatch(/^Find the word\.[^]*Bread sales rose\./);
    expect(asked[1]?.body.response_format).toBeDefined();
  });

  test("than it says of one answer keeps its schemas", async () => {
    const failed = {
      error: { message: "Failed to generate JSON.", code: "json_validate_failed", failed_generation: "{" },
    };
    await using server = await startModel({ status: 400, body: JSON.stringify(failed) }, { say: GOOD });
    const llm = modelAt(server).lend(signal);
    await llm.ask(QUESTION);
    await llm.ask(QUESTION);
    expect(server.asked.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, true]);
  });

  test.each([
    ["what is too long", "This model's maximum context length is 4096 tokens.", "context_length_exceeded"],
    ["what it filters", "The response was filtered due to Azure OpenAI's content management policy.", "content_filter"],
  ])("and refuses %s is not asked the same without a schema", async (_, message, code) => {
    const { asked } = await ask([{ status: 400, body: JSON.stringify({ error: { message, code } }) }]);
    expect(asked).toHaveLength(1);
  });
});

describe("a model that thinks first", () => {
  const OUT_OF_ROOM: readonly (readonly [string, Behaviour])[] = [
    ["aloud", { bytes: `${delta({ reasoning_content: "hm ".repeat(90) }) + delta({}, "length")}data: [DONE]\n\n` }],
    ["in its answer", { say: `<think>Perhaps ${DRAFT}`, finish: "length" }],
    ["unseen", { bytes: `${delta({ content: "" }) + delta({}, "length")}data: [DONE]\n\n` }],
  ];
  test.each(OUT_OF_ROOM)("%s gets room for it, once it ran out of it", async (_, first) => {
    await using server = await startModel(first, { say: GOOD });
    const llm = modelAt(server).lend(signal);
    expect(await llm.ask(QUESTION)).toMatchObject({ answer: GOOD });
    await llm.ask(QUESTION);
    const [before, ...since] = server.asked.map(({ body }) => body.max_tokens);
    expect(before).toBe(200);
    expect(since).toEqual([8_392, 8_392]);
  });

  test("gets none where its server has none to give", async () => {
    const [, thinks] = OUT_OF_ROOM[0]!;
    const { outcome, asked } = await ask([
      thinks,
      { status: 400, body: `{"error":{"message":"max_tokens is too large: 8392. This model supports at most 4096."}}` },
      { say: GOOD },
    ]);
    expect(outcome).toMatchObject({ answer: GOOD });
    expect(asked.map(({ body }) => [body.max_tokens, body.response_format !== undefined])).toEqual([
      [200, true],
      [8_392, true],
      [200, true],
    ]);
  });

  test("is counted with its thoughts, where the server counts nothing or leaves them out of the answer", async () => {
    const thoughts = "hm ".repeat(1_000);
    const uncounted = await ask([{ bytes: delta({ reasoning_content: thoughts }) + ANSWER }]);
    const plain = await ask([{ bytes: ANSWER }]);
    expect(uncounted.tokens).toBeGreaterThanOrEqual(plain.tokens + thoughts.length);
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 915 };
    expect((await ask([{ bytes: delta({ content: TEXT }) + event({ usage }) + END }])).tokens).toBe(915);
  });

  test("and is said to have cost nothing is counted by its bytes", async () => {
    expect((await ask([{ say: GOOD, usage: { input: 0, output: 0 } }])).tokens).toBeGreaterThan(TEXT.length);
  });
});

test("a server that wants to be paid cannot be asked", async () => {
  const { outcome } = await ask([{ status: 402, body: `{"error":{"message":"Insufficient Balance"}}` }]);
  expect(outcome).toMatchObject({ code: "llm_unavailable" });
});

test("questions that are too long for the server do not keep others from it", async () => {
  await using server = await startModel({ status: 413, body: `{"error":{"message":"Request too large"}}` });
  const model = modelAt(server, { clock: testClock() });
  for (let at = 0; at < 6; at++)
    await expect(model.lend(signal).ask(QUESTION)).rejects.toMatchObject({ code: "upstream_failed" });
  expect(model.fault()).toBeUndefined();
});

test("a server that answers again is asked again, though it refuses the first question for what it says", async () => {
  const clock = testClock();
  await using server = await startModel({ bytes: "" });
  const llm = modelAt(server, { clock }).lend(signal);
  for (let at = 0; at < 5; at++) await expect(llm.ask(QUESTION)).rejects.toMatchObject({ code: "upstream_failed" });
  clock.advance(30_001);
  server.script({ status: 413 }, { say: GOOD });
  await expect(llm.ask(QUESTION)).rejects.toMatchObject({ code: "upstream_failed" });
  expect(await llm.ask(QUESTION)).toMatchObject({ answer: GOOD });
});

test.each([408, 520, 524])("status %i of what stands before a server is one that passes", async (status) => {
  const { outcome } = await ask([{ status, headers: { "retry-after": "0" }, body: "<html>" }, { say: GOOD }]);
  expect(outcome).toMatchObject({ answer: GOOD });
});
