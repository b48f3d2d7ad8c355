import { afterAll, describe, expect, test } from "bun:test";
import type { ActorContext } from "../../src/runtime/actor.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { actorText, type FencedFolder, fencedFolder, NO_FENCE, runIn, served } from "./support.ts";

const folder: FencedFolder = await fencedFolder();
afterAll(() => folder[Symbol.asyncDispose]());

describe.skipIf(NO_FENCE !== undefined)(`an actor behind the fence${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, () => {
  test("is described as plain JSON, and answers", async () => {
    const fenced = await folder.open(actorText(`async ({ q }) => [{ said: q }]`));
    const one = served(fenced.actors[0]);
    expect(one.description).toMatchObject({ slug: "probe", hosts: [], hasCheck: false });
    expect(one.placement).toMatchObject({ level: "own", reach: { hosts: [], llm: false } });
    expect(await runIn(one, { q: "hello" })).toEqual([{ said: "hello" }]);
  });

  test("is lent its context by calls to the hub, and nothing else", async () => {
    const fenced = await folder.open(
      actorText(
        `async (input, { fetch, now, log, catalog, actors, signal }) => {
        log.info("looking");
        const page = await fetch("https://example.org/", { headers: new Headers({ accept: "text/plain" }) });
        const refused = await fetch("https://elsewhere.test/").catch((error) => [error.code, error instanceof HubError]);
        return [{
          body: new TextDecoder().decode(page.bytes), type: page.headers.get("content-type"), now: now(), refused,
          entry: (await (await catalog()).entry("one"))?.name, valid: (await actors.validate("x", {}))?.ok ?? null,
          names: (await actors.list()).map(({ slug }) => slug), aborted: signal.aborted,
        }];
      }`,
        "",
        `import { HubError } from "agent-api-hub/errors";`,
      ),
    );
    const lines: string[] = [];
    const asked: unknown[] = [];
    const said = await runIn(
      served(fenced.actors[0]),
      {},
      {
        now: () => 1_000,
        log: { debug() {}, info: (line) => void lines.push(line), warn() {}, error() {} },
        fetch: async (url, options) => {
          asked.push([url, options]);
          if (url.includes("elsewhere")) throw new HubError("url_not_allowed", "Not there.");
          return { url, status: 200, headers: new Headers({ "content-type": "text/plain" }), bytes: Buffer.from("hi") };
        },
        catalog: async () => ({ entry: async (slug: string) => ({ name: `entry ${slug}` }) }) as never,
      },
    );
    expect(said).toEqual([
      {
        body: "hi",
        type: "text/plain",
        now: 1_000,
        refused: ["url_not_allowed", true],
        entry: "entry one",
        valid: null,
        names: [],
        aborted: false,
      },
    ]);
    expect(asked[0]).toEqual(["https://example.org/", { headers: { accept: "text/plain" } }]);
    expect(lines).toEqual(["looking"]);
  });

  test("has eight fetches under way, however many it asks for at once, and none more once they bring too much", async () => {
    const fenced = await folder.open(
      actorText(`async (_, { fetch }) => {
        const all = await Promise.allSettled(Array.from({ length: 40 }, () => fetch("https://example.org/")));
        return [{ refused: all.filter((each) => each.reason?.code === "upstream_too_large").length }];
      }`),
    );
    let underWay = 0;
    let most = 0;
    let asked = 0;
    const bytes = new Uint8Array(3 << 20);
    const fetch: ActorContext["fetch"] = async (url) => {
      asked++;
      most = Math.max(most, ++underWay);
      // Until eight have come, and then long enough for a ninth.
      for (let turn = 0; turn < 200 || asked < 8; turn++) await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return { url, status: 200, headers: new Headers(), bytes };
    };
    const [{ refused }] = (await runIn(served(fenced.actors[0]), {}, { fetch })) as [{ refused: number }];
    // Six bring 18 MiB. What was under way with the seventh brings more, and nothing begins after that.
    expect(most).toBe(8);
    expect(asked).toBeLessThan(6 + 1 + 8);
    expect(refused).toBeGreaterThanOrEqual(40 - 7);
  });

  test("has no more than one call of it answered in a turn, however many come at once", async () => {
    const fenced = await folder.open(
      actorText(`async (_, { catalog }) => {
        const hub = await catalog();
        await Promise.all(Array.from({ length: 200 }, () => hub.entry("one")));
        return [];
      }`),
    );
    let turn = 0;
    let isOver = false;
    const turns: number[] = [];
    const next = (): void => {
      turn++;
      if (!isOver) setImmediate(next);
    };
    next();
    try {
      const entry = async () => void turns.push(turn);
      await runIn(served(fenced.actors[0]), {}, { catalog: async () => ({ entry }) as never });
    } finally {
      isOver = true;
    }
    expect([turns.length, new Set(turns).size]).toEqual([200, 200]);
  });

  test("has no more calls answered than it reads answers, and all of them where it reads", async () => {
    const fenced = await folder.open(
      actorText(
        `async ({ q }, { catalog }) => {
          const hub = await catalog();
          const all = Array.from({ length: q === "reads" ? 24 : 60 }, () => hub.spec("one"));
          if (q === "reads") return [{ read: (await Promise.all(all)).length }];
          await new Promise((resolve) => setTimeout(resolve));
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        }`,
        "timeoutMs: 1500,",
      ),
    );
    const actor = served(fenced.actors[0]);
    const text = "x".repeat(1 << 20);
    const asked = { reads: 0, stands: 0 };
    const lent = (q: keyof typeof asked) => {
      const spec = async () => (asked[q]++, { text });
      return { catalog: async () => ({ spec }) as never };
    };
    expect(await runIn(actor, { q: "reads" }, lent("reads"))).toEqual([{ read: 24 }]);
    await expect(runIn(actor, { q: "stands" }, lent("stands"))).rejects.toMatchObject({ code: "actor_timeout" });
    expect(asked.reads).toBe(24);
    expect(asked.stands).toBeLessThan(30);
  });

  test("asks a language model fifty questions in a run, and is refused the others", async () => {
    const fenced = await folder.open(
      actorText(
        `async (_, { llm }) => {
          const one = { prompt: { name: "one", version: "1", text: "One." }, material: [], maxTokens: 10 };
          const ask = () => llm.ask({ ...one, answer: Type.Object({ q: Type.String() }) });
          const all = await Promise.allSettled(Array.from({ length: 60 }, ask));
          return [{ refused: all.flatMap(({ reason }) => reason?.code ?? []) }];
        }`,
        `usesLlm: true, price: { tier: "enhanced" },`,
      ),
    );
    let asked = 0;
    const ask = async () => ({ answer: { q: String(asked++) }, inputTokens: 1, outputTokens: 1, warnings: [] });
    const items = await runIn(served(fenced.actors[0]), {}, { llm: { ask } as never });
    expect(items).toEqual([{ refused: Array.from({ length: 10 }, () => "llm_unavailable") }]);
    expect(asked).toBe(50);
  });

  test("may go on after its answer without harm to the runs beside it", async () => {
    const fenced = await folder.open(
      actorText(`async ({ q }, { log, fetch, signal }) => {
        if (q === "waits") return [{ url: (await fetch("https://example.org/")).url }];
        void Promise.reject(new Error("nobody listens"));
        setTimeout(() => {
          throw new Error("nobody catches it");
        });
        signal.addEventListener("abort", () => {
          log.info("It is over.");
          void fetch("https://example.org/late");
        });
        if (q === "two") await new Promise((resolve) => setTimeout(resolve, 5));
        return [{ q }];
      }`),
    );
    const [actor] = fenced.actors.map(served);
    const [isAsked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const fetch: ActorContext["fetch"] = async (url) => {
      isAsked.resolve();
      await gate.promise;
      return { url, status: 200, headers: new Headers(), bytes: new Uint8Array() };
    };
    const waiting = runIn(actor!, { q: "waits" }, { fetch });
    await isAsked.promise;
    expect(await runIn(actor!, { q: "one" }, { fetch })).toEqual([{ q: "one" }]);
    // Whatever the first says late has been said before it answers the second.
    expect(await runIn(actor!, { q: "two" }, { fetch })).toEqual([{ q: "two" }]);
    gate.resolve();
    expect(await waiting).toEqual([{ url: "https://example.org/" }]);
  });

  test("is refused with a reason where its description does not hold, or hangs", async () => {
    const fenced = await folder.open(
      actorText(`async () => []`, `price: { tier: "standard", charged: () => true },`),
      actorText(`async () => []`, `input: Type.Object({ q: Type.String({ contentEncoding: "x" }) }),`),
      `export default 7;`,
      `throw new Error("not today");`,
    );
    expect(fenced.actors.map((one) => (one.ok ? "served" : one.fault))).toEqual([
      "its price.charged cannot be asked through the fence",
      `its input says "contentEncoding" in a schema string, which is not taken from strangers`,
      "its default export is not an actor: use defineActor({...})",
      "Error: not today",
    ]);
  });

  test("fails as the hub's own fault when it throws, and as its own when it says why", async () => {
    const fenced = await folder.open(
      actorText(
        `async ({ q }) => {
        if (q === "own") throw new HubError("upstream_invalid", "That is no page.");
        if (q === "money") throw new HubError("payment_required", "Pay me.");
        throw new TypeError("a secret of mine");
      }`,
        "",
        `import { HubError } from "agent-api-hub/errors";`,
      ),
    );
    const one = served(fenced.actors[0]);
    const failed = (q: string) =>
      runIn(one, { q }).then(
        () => undefined,
        (error: HubError) => [error.code, error.message],
      );
    expect(await failed("own")).toEqual(["upstream_invalid", "That is no page."]);
    expect(await failed("money")).toEqual(["actor_failed", `"probe" failed.`]);
    expect(await failed("else")).toEqual(["actor_failed", `"probe" failed.`]);
  });
});
