import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Kind } from "@sinclair/typebox";
import { type Actor, Type } from "../../src/runtime/actor.ts";
import { actorFault } from "../../src/runtime/actors/actor-fault.ts";
import { createRegistry } from "../../src/runtime/actors/registry.ts";
import { echoActor } from "../support/actors.ts";
import { lendNothing } from "../support/operations.ts";
import { startHub, type TestHub } from "../support/hub.ts";

const { signal } = new AbortController();
const lend = () => lendNothing(signal);
const slugs = (registry: ReturnType<typeof createRegistry>) => registry.list().map(({ actor }) => actor.slug);

describe("actorFault()", () => {
  test("finds nothing wrong with a whole actor", () => {
    expect(actorFault(echoActor())).toBeUndefined();
    expect(
      actorFault(echoActor({ maxInputBytes: 8 << 20, price: { tier: "cached", charged: () => true } })),
    ).toBeUndefined();
  });

  test.each([undefined, null, 1, "actor", () => undefined])("anything but an object is no actor (%#)", (candidate) => {
    expect(actorFault(candidate)).toContain("not an actor");
  });

  test.each([
    ["slug", undefined],
    ["slug", "../x"],
    ["slug", "Echo"],
    ["slug", "echo-"],
    ["slug", "e--o"],
    ["slug", "1echo"],
    ["slug", "echo\n"],
    ["slug", "a".repeat(65)],
    ["name", ""],
    ["description", "  "],
    ["category", 7],
    ["version", undefined],
    ["tags", "test"],
    ["tags", [1]],
    ["hosts", undefined],
    ["nextActors", [null]],
    ["input", undefined],
    ["input", { type: "object", properties: {} }],
    ["input", Type.Array(Type.String())],
    ["input", Type.Object({ at: Type.Date() })],
    ["input", Type.Object({ at: Type.String({ format: "nonsense" }) })],
    ["input", Type.Object({ at: Type.Ref("Nowhere") })],
    ["output", undefined],
    ["output", { type: "object" }],
    ["output", Type.Ref("Nowhere")],
    ["output", { [Kind]: "Unheard" }],
    ["cacheTtlSeconds", Number.NaN],
    ["cacheTtlSeconds", -1],
    ["cacheTtlSeconds", 1.5],
    ["cacheTtlSeconds", Number.POSITIVE_INFINITY],
    ["qualityScore", 1.01],
    ["qualityScore", "0.9"],
    ["computeUnits", -0.01],
    ["computeUnits", Number.NaN],
    ["timeoutMs", 0],
    ["timeoutMs", 600_001],
    ["timeoutMs", Number.NaN],
    ["maxInputBytes", 0],
    ["maxInputBytes", 65 << 20],
    ["usesLlm", "no"],
    ["run", undefined],
    ["price", undefined],
    ["price", { tier: "gold" }],
    ["price", { tier: "enhanced", charged: true }],
  ] as [keyof Actor, unknown][])("%s is refused by its name when it is bad (%#)", (field, value) => {
    expect(actorFault(echoActor({ [field]: value }))).toContain(field);
  });

  test.each([
    [undefined, "it has no example"],
    [[], "it has no example"],
    [
      [
        { title: "Good", input: { q: "x" } },
        { title: "Bad", input: { q: 1 } },
      ],
      "its example 2 is not valid input: /q must be string",
    ],
    [[{ title: "Bad" }], "its example 1 is not valid input:  must be a JSON object"],
    [[null], "its example 1 is not valid input:  must be a JSON object"],
  ])("examples: %#", (examples, fault) => {
    expect(actorFault(echoActor({ examples }))).toBe(fault);
  });
});

describe("the registry", () => {
  test("serves what was offered, in the order of the slugs", () => {
    const registry = createRegistry(lend);
    for (const slug of ["b", "c", "a"])
      expect(registry.offer(`/${slug}.ts`, slug, echoActor({ slug }), "1")).toBeUndefined();
    expect(slugs(registry)).toEqual(["a", "b", "c"]);
    expect(registry.get("b")?.actor.slug).toBe("b");
    expect(registry.get("constructor")).toBeUndefined();
  });

  test("an actor takes the place of the one from its own file, under whatever slug", () => {
    const registry = createRegistry(lend);
    registry.offer("/echo.ts", "actors/echo.ts", echoActor(), "1");
    const before = registry.get("echo")?.operation.revision;
    expect(registry.offer("/echo.ts", "actors/echo.ts", echoActor({ name: "Second" }), "2")).toBeUndefined();
    expect(registry.get("echo")?.actor.name).toBe("Second");
    expect(registry.get("echo")?.operation.revision).not.toBe(before);
    registry.offer("/echo.ts", "actors/echo.ts", echoActor({ slug: "other" }), "3");
    expect(slugs(registry)).toEqual(["other"]);
  });

  test("a second file of a slug is refused and told who has it, until that one is gone", () => {
    const registry = createRegistry(lend);
    registry.offer("/a/echo.ts", "a/echo.ts", echoActor({ name: "First" }), "1");
    const refusal = registry.offer("/b/echo.ts", "b/echo.ts", echoActor({ name: "Second" }), "1");
    expect(refusal).toEqual({ source: "b/echo.ts", reason: 'the slug "echo" is taken by a/echo.ts' });
    expect(registry.refusals()).toEqual(refusal === undefined ? [] : [refusal]);
    expect(registry.get("echo")?.actor.name).toBe("First");
    registry.withdraw("/a/echo.ts");
    expect(registry.offer("/b/echo.ts", "b/echo.ts", echoActor({ name: "Second" }), "1")).toBeUndefined();
    expect(registry.get("echo")?.actor.name).toBe("Second");
    expect(registry.refusals()).toEqual([]);
  });

  test("a bad successor is refused, and what was served serves on", () => {
    const registry = createRegistry(lend);
    registry.offer("/echo.ts", "actors/echo.ts", echoActor(), "1");
    expect(registry.offer("/echo.ts", "actors/echo.ts", echoActor({ timeoutMs: Number.NaN }), "2")?.reason).toContain(
      "timeoutMs",
    );
    expect(slugs(registry)).toEqual(["echo"]);
    expect(registry.refusals()).toHaveLength(1);
    registry.offer("/echo.ts", "actors/echo.ts", echoActor(), "3");
    expect(registry.refusals()).toEqual([]);
  });

  test("a file that is withdrawn is forgotten with its actor and its refusal", () => {
    const registry = createRegistry(lend);
    registry.offer("/echo.ts", "actors/echo.ts", echoActor(), "1");
    expect(slugs(registry)).toEqual(["echo"]);
    registry.refuse("/bad.ts", "actors/bad.ts", "it cannot be imported");
    registry.withdraw("/echo.ts");
    registry.withdraw("/bad.ts");
    registry.withdraw("/never-seen.ts");
    expect([slugs(registry), registry.refusals()]).toEqual([[], []]);
  });
});

describe("what an actor answers", () => {
  /** Each takes the place of `run` of an actor that otherwise would be fine. */
  const broken: Record<string, (input: { q: string }) => unknown> = {
    "breaks-schema": async () => [{ q: 1 }],
    "no-object": async () => ["text"],
    nothing: async () => undefined,
    "no-items": async () => ({ warnings: [] }),
    "set-of-items": async () => ({ items: new Set([{ q: "x" }]) }),
    "big-int": async () => [{ q: "x", big: 1n }],
    cycle: async () => {
      const item: Record<string, unknown> = { q: "x" };
      item["self"] = item;
      return [item];
    },
    "date-for-text": async () => [{ q: new Date(0) }],
    "throwing-getter": async () => [
      {
        get q() {
          throw new Error("hunter2");
        },
      },
    ],
    "big-int-report": async () => ({ items: [], report: { big: 1n } }),
    "cyclic-report": async () => {
      const report: Record<string, unknown> = {};
      report["self"] = report;
      return { items: [], report };
    },
    "text-for-warnings": async () => ({ items: [], warnings: "careful" }),
    "number-in-warnings": async () => ({ items: [], warnings: [1] }),
    "null-warnings": async () => ({ items: [], warnings: null }),
    "text-for-next-actors": async () => ({ items: [], nextActors: "echo" }),
    "throws-at-once": () => {
      throw new Error("hunter2");
    },
    "throws-nothing": () => Promise.reject(undefined),
  };

  /** As `broken`, but what is wrong with it is its size. */
  const huge: typeof broken = {
    "hundred-megabytes": async () => [{ q: "x".repeat(100 << 20) }],
    "huge-report": async () => ({ items: [], report: { text: "x".repeat(100 << 20) } }),
  };

  let hub: TestHub;
  beforeAll(async () => {
    const actors = Object.entries({ ...broken, ...huge }).map(([slug, run]) => echoActor({ slug, run }));
    const vandal = echoActor({
      slug: "vandal",
      run: async (input: Record<string, unknown>) => {
        for (const field of Object.keys(input)) delete input[field];
        Object.assign(input, { q: 7, planted: true });
        Object.assign(Object.prototype, { polluted: "everywhere" });
        return [{ q: 7 }];
      },
    });
    const dated = echoActor({
      slug: "dated",
      run: async () => [{ q: "x", at: new Date(0), none: undefined, nan: Number.NaN }],
    });
    hub = await startHub({ actors: [echoActor(), vandal, dated, ...actors] });
  });
  afterAll(() => hub[Symbol.asyncDispose]());

  test.each(Object.keys(broken))("%s ends as internal, and the others are served on", async (slug) => {
    const response = await hub.run(slug, { q: "x" });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain("hunter2");
    expect(JSON.parse(text)).toMatchObject({ success: false, slug, data: [], items: [], error: { code: "internal" } });
    expect((await hub.run("echo", { q: slug })).status).toBe(200);
  });

  test.each(Object.keys(huge))("%s is not sent, and the others are served on", async (slug) => {
    const response = await hub.run(slug, { q: "x" });
    const text = await response.text();
    expect([response.status, text.length < 10_000]).toEqual([400, true]);
    expect(JSON.parse(text)).toMatchObject({ success: false, items: [], error: { code: "invalid_input" } });
    expect((await hub.run("echo", { q: slug })).status).toBe(200);
  });

  test("an actor that changes its input and Object.prototype reaches nobody else's run", async () => {
    try {
      expect((await hub.run("vandal", { q: "mine" })).status).toBe(500);
      const response = await hub.run("echo", { q: "after the vandal" });
      const text = await response.text();
      expect([response.status, text.includes("planted"), text.includes("everywhere")]).toEqual([200, false, false]);
      expect(JSON.parse(text).data).toEqual([{ q: "after the vandal", limit: 3 }]);
      expect((await fetch(`${hub.url}/api/v1/genius/actors/`)).status).toBe(200);
      expect((await hub.run("echo", {})).status).toBe(400);
      expect((await hub.run("ecko", {})).status).toBe(404);
    } finally {
      delete (Object.prototype as { polluted?: unknown }).polluted;
    }
  });

  test.each<[string, () => unknown]>([
    ["says nothing", () => undefined],
    [
      "throws",
      () => {
        throw new Error("hunter2");
      },
    ],
  ])("an input of which its actor cannot say what it comes to stands for itself: %s", async (_, canonical) => {
    await using own = await startHub({ actors: [echoActor({ canonical })] });
    for (const q of ["one", "two"]) {
      const response = await own.run("echo", { q });
      expect([response.status, (await response.json()).data]).toEqual([200, [{ q, limit: 3 }]]);
    }
  });

  test("what the schema leaves open is written as JSON writes it", async () => {
    const body = (await (await hub.run("dated", { q: "x" })).json()) as { data: unknown };
    expect(body.data).toEqual([{ q: "x", at: "1970-01-01T00:00:00.000Z", nan: null }]);
  });

  test("cannot be changed any more once it was given", async () => {
    const kept = { items: [{ q: "first" }], warnings: ["first"], report: { rows: 1 }, nextActors: ["first"] };
    const registry = createRegistry(lend);
    registry.offer("/echo.ts", "echo.ts", echoActor({ run: async () => kept }), "1");
    const answer = await registry.get("echo")?.operation.perform({}, signal, {
      standing: { state: "anonymous" },
      isCovered: false,
      client: () => ({ name: "192.0.2.1", isStranger: true }),
      address: () => "192.0.2.1",
    });
    kept.warnings.push("later");
    kept.report.rows = 2;
    kept.nextActors.push("later");
    kept.items.push({ q: "later" });
    expect(answer).toEqual({
      itemsJson: '[{"q":"first"}]',
      count: 1,
      warnings: ["first"],
      reportJson: '{"rows":1}',
      nextActors: ["first"],
    });
  });
});
