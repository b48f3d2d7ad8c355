/** What a pool does with the runs of a child when one of them is given up, or when the child dies. */
import { afterAll, beforeAll, describe, expect, jest, test } from "bun:test";
import { createDeaths } from "../../src/isolation/deaths.ts";
import type { Fence } from "../../src/isolation/fence.ts";
import { createPool } from "../../src/isolation/pool.ts";
import { createSlots } from "../../src/isolation/slots.ts";
import type { ActorContext } from "../../src/runtime/actor.ts";
import { actorText, type FencedFolder, fencedFolder, NO_FENCE, runIn, served } from "./support.ts";
import { DESCRIPTION, TALKER } from "./talker.ts";

const FENCE: Fence = {
  strength: "weak",
  sentence: "",
  saysPid: false,
  command: process.execPath,
  args: ["-e", TALKER],
};

test("a run that is given up before its child is up takes nothing from the others that wait for that child", async () => {
  const now = () => 0;
  await using pool = createPool({
    fence: FENCE,
    slots: createSlots(1),
    deaths: createDeaths({ now, warn: () => undefined }),
    now,
    bundleOf: () => ({ code: new Uint8Array(), description: JSON.stringify(DESCRIPTION) }),
    died: () => undefined,
  });
  const leaving = new AbortController();
  const job = { slug: "probe", act: "run", input: {}, limitMs: 1_000 } as const;
  jest.useFakeTimers();
  try {
    const left = pool.perform({ ...job, signal: leaving.signal });
    const stayed = pool.perform({ ...job, signal: new AbortController().signal });
    leaving.abort(new Error("The caller has left"));
    jest.advanceTimersByTime(4_000); // Before the process can have said anything.
    await expect(left).rejects.toThrow("The caller has left");
    expect(await stayed).toBe("2");
  } finally {
    jest.useRealTimers();
  }
});

describe.skipIf(NO_FENCE !== undefined)(`a process that dies${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, () => {
  let folder: FencedFolder;
  beforeAll(async () => {
    folder = await fencedFolder();
  });
  afterAll(() => folder?.[Symbol.asyncDispose]());

  test("leaves nothing that waited for its turn to be done beside the run that is tried again", async () => {
    const fenced = await folder.open(
      actorText(`async ({ q }, { fetch }) => {
        if (q === "dies" && (await fetch("https://example.org/dies")).bytes.length > 0) Deno.exit(3);
        if (q === "dies") return [{ q }];
        const reads = Array.from({ length: 8 }, () => fetch("https://example.org/"));
        await Promise.all([...reads, fetch("https://example.org/", { method: "POST" })]);
        return [{ q }];
      }`),
    );
    const actor = served(fenced.actors[0]);
    const [areRead, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    let posts = 0;
    let hasDied = false;
    const fetch: ActorContext["fetch"] = async (url, { method } = {}) => {
      const answer = { url, status: 200, headers: new Headers(), bytes: new Uint8Array(hasDied ? 0 : 1) };
      if (method === "POST") posts++;
      else if (url.endsWith("/dies")) hasDied = true;
      else if (++reads <= 8) {
        if (reads === 8) areRead.resolve();
        await gate.promise;
      }
      return answer;
    };
    const posting = runIn(actor, { q: "posts" }, { fetch });
    await areRead.promise;
    const dying = runIn(actor, { q: "dies" }, { fetch });
    expect(await Promise.all([posting, dying])).toEqual([[{ q: "posts" }], [{ q: "dies" }]]);
    expect([reads, posts]).toEqual([16, 1]);
    gate.resolve();
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(posts).toBe(1);
  });

  test("is asked no more what it thinks of a model's answer", async () => {
    const fenced = await folder.open(
      actorText(
        `async (_, { llm, fetch }) => {
          void llm.ask({ prompt: { name: "one", version: "1", text: "One." }, material: [],
            answer: Type.Object({ q: Type.String() }), maxTokens: 10, judge: () => [] });
          await fetch("https://example.org/");
          Deno.exit(3);
        }`,
        `usesLlm: true, price: { tier: "enhanced" },`,
      ),
    );
    const [isAsked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const judged = Promise.withResolvers<unknown>();
    const ask = async ({ judge }: { judge: (answer: unknown) => unknown }) => {
      isAsked.resolve();
      await gate.promise;
      judged.resolve(judge({ q: "one" }));
      return await judged.promise;
    };
    const fetch: ActorContext["fetch"] = async (url) => {
      await isAsked.promise;
      return { url, status: 200, headers: new Headers(), bytes: new Uint8Array() };
    };
    const run = runIn(served(fenced.actors[0]), {}, { fetch, llm: { ask } as never });
    await expect(run).rejects.toMatchObject({ code: "actor_failed" });
    gate.resolve();
    await expect(judged.promise).rejects.toMatchObject({ code: "actor_failed" });
  });
});
