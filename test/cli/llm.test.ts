import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readAnswers } from "../support/model-answers.ts";
import { type Asked, startModel } from "../support/model-server.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

async function doctor(env: Record<string, string>, ...flags: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "hub-doctor-"));
  const child = spawn(process.execPath, [CLI, "llm", "doctor", ...flags], {
    env: { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: folder, ...env },
  });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (out += chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  await rm(folder, { recursive: true });
  return { code, out };
}

test("the doctor tells latency, structured output and what each actor costs", async () => {
  const copy = (await readAnswers("copy-composer"))["A text message"];
  const reply = ({ body }: Asked) =>
    body.messages[0]?.content.startsWith("You write marketing copy") ? copy : { sum: 42 };
  await using server = await startModel({ obey: reply });
  const { code, out } = await doctor(
    {
      LLM_BASE_URL: server.baseUrl,
      LLM_MODEL: "stub-1",
      LLM_DAILY_BUDGET_TOKENS: "1000000",
    },
    "copy-composer",
    "campaign-builder",
  );
  expect(out).toMatch(/latency +\d\.\d\d s for 600 \+ 400 tokens/);
  expect(out).toContain("by schema (response_format)");
  expect(out).toContain("0 of 1000000 tokens");
  expect(out).toMatch(/copy-composer +0\.24 +\d\.\d\d +600 +400 +ok/);
  // This model knows nothing else, and the doctor says so.
  expect(out).toMatch(/campaign-builder .*gave no answer that holds/);
  expect(code).toBe(1);
}, 30_000);

test.each([
  ["reads all of it", { keepsFrom: 0 }, /long material +read whole \(16,000 characters\)/],
  ["drops the beginning, as Ollama does", { keepsFrom: 8_000 }, /long material +its beginning is not read: .*context/],
  ["says something else", { keepsFrom: Number.POSITIVE_INFINITY }, /long material +not read: .*no answer that holds/],
])(
  "the doctor finds out whether a server %s of what is long",
  async (_, { keepsFrom }, told) => {
    const reply = ({ body }: Asked) => {
      if (body.messages[0]?.content.includes("the sum of the two")) return { sum: 42 };
      const words = body.messages[1]?.content.slice(keepsFrom).match(/(?<=code word is )\w+/g) ?? [];
      return words.length === 0 ? "I see." : { first: words.length > 1 ? words[0] : "none", last: words.at(-1) };
    };
    await using server = await startModel({ obey: reply });
    const env = { LLM_BASE_URL: server.baseUrl, LLM_MODEL: "stub-1" };
    const { code, out } = await doctor(env, "--endpoint-only");
    expect(out).toMatch(told);
    expect(code).toBe(0);
  },
  30_000,
);

test("the doctor says what is wrong with an endpoint, without its key", async () => {
  await using server = await startModel({ status: 401, body: "Incorrect API key provided: sk-very-secret" });
  const env = { LLM_BASE_URL: server.baseUrl, LLM_MODEL: "stub-1", LLM_API_KEY: "sk-very-secret" };
  const { code, out } = await doctor(env, "--endpoint-only");
  expect(out).toContain("It does not answer");
  expect(out).not.toContain("sk-very-secret");
  expect(code).toBe(1);
  expect((await doctor({})).out).toContain("set LLM_BASE_URL and LLM_MODEL");
}, 30_000);

test.each<[string, Record<string, string>]>([
  ["of all servers", {}],
  ["of all but some", { NO_PROXY: "other.test" }],
])(
  "a server that only the proxy %s reaches is found through it",
  async (_, more) => {
    await using proxy = await startModel({ obey: () => ({ sum: 42 }) });
    const { origin } = new URL(proxy.baseUrl);
    const env = { LLM_BASE_URL: "http://llm.test/v1", LLM_MODEL: "stub-1", HTTP_PROXY: origin, ...more };
    const { code, out } = await doctor(env, "--endpoint-only");
    expect(out).toContain("17 + 25 = 42");
    expect(code).toBe(0);
  },
  30_000,
);

test("a proxy that takes no connection is told as a server that cannot be reached", async () => {
  const env = { LLM_BASE_URL: "http://llm.test/v1", LLM_MODEL: "stub-1", HTTP_PROXY: "http://127.0.0.1:1" };
  const { code, out } = await doctor(env, "--endpoint-only");
  expect(out).toContain("It does not answer:");
  expect(code).toBe(1);
}, 30_000);
