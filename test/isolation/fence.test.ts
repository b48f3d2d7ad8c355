/** Where the fence is not whole: refusal, or what the operator says. */
import { afterAll, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import fc from "fast-check";
import { createFrameReader, encodeFrame } from "../../src/isolation/frames.ts";
import { findFence } from "../../src/isolation/fence.ts";
import { foreignObject, foreignSchema, asksChild } from "../../src/isolation/foreign-schema.ts";
import { createIsolation } from "../../src/isolation/isolation.ts";
import { OneOf, Type, withDefault } from "../../src/runtime/actor.ts";
import { faultFinder, inputValidator } from "../../src/runtime/schema.ts";
import { SILENT } from "../support/operations.ts";
import { actorText, type FencedFolder, fencedFolder, NO_FENCE, runIn, served } from "./support.ts";

const scratch = await mkdtemp(join(tmpdir(), "hub-fence-"));
const folder: FencedFolder = await fencedFolder();
afterAll(async () => {
  await folder[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true, force: true });
});
const LIMIT_MS = 60_000;
const faultOf = (make: () => unknown): string => {
  try {
    make();
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("the fence", () => {
  test("is refused by the names of what is lacking, and weak where the operator says so", async () => {
    const options = { folder: scratch, path: "/nowhere", platform: "linux" };
    expect(findFence(options)).rejects.toThrow(/the fence needs bwrap \(bubblewrap\), prlimit .* or ACTOR_FENCE=weak/);
    expect(await findFence({ ...options, isWeak: true })).toMatchObject({ strength: "weak", saysPid: false });
  });

  test("is Deno and the watchdog where the system is not Linux, and says so", async () => {
    const fence = await findFence({ folder: scratch, path: "/nowhere", platform: "darwin" });
    expect(fence.strength).toBe("weak");
    expect(fence.sentence).toContain("namespaces (Linux)");
    expect(fence.args).toContain("--deny-run");
  });

  test(
    "that is weak runs an actor, which reads nothing all the same",
    async () => {
      await using isolation = createIsolation({
        mayBeWeak: true,
        clock: { now: Date.now },
        log: SILENT,
        path: "/nowhere",
      });
      const { code } = await folder.bundle({
        "actor.ts": actorText(`async () => {
        try { return [{ got: Deno.readTextFileSync("/etc/passwd") }]; } catch (error) { return [{ refused: error.name }]; }
      }`),
      });
      await using fenced = await isolation.open([{ code, level: "own" }]);
      expect(await runIn(served(fenced.actors[0]))).toEqual([{ refused: "NotCapable" }]);
    },
    LIMIT_MS,
  );

  test.skipIf(NO_FENCE !== undefined)("leaves an actor nothing to write to but four megabytes", async () => {
    const { command, args } = await folder.isolation.fence();
    const child = spawn(command, args, { env: {}, stdio: ["pipe", "pipe", "ignore", "pipe"] });
    try {
      const [pid] = await Promise.all([childOf(child.stdio[3] as Readable), once(child.stdout as Readable, "data")]);
      const mounts = await readFile(`/proc/${pid}/mounts`, "utf8");
      const memory = mounts.split("\n").filter((mount) => / tmpfs rw/.test(mount));
      expect(memory).toEqual([expect.stringMatching(/^tmpfs \/tmp tmpfs .*size=4096k/)]);
    } finally {
      child.stdin?.end();
      await once(child, "exit");
    }
  });

  test.skipIf(NO_FENCE !== undefined)("is what NO_FENCE says of this machine", async () => {
    expect((await folder.isolation.fence()).strength).toBe("full");
  });
});

describe("a bundle", () => {
  test("names the file that imports what an actor cannot have", async () => {
    for (const [name, level] of [
      ["node:fs", "installed"],
      ["bun:ffi", "own"],
      ["npm:x", "own"],
      ["https://x.test/y.js", "own"],
    ] as const) {
      const { faults } = await folder.bundle(
        { "actor.ts": `import "./deep/x.ts";`, "deep/x.ts": `import "${name}";` },
        level,
      );
      expect(faults).toEqual([`deep/x.ts: imports "${name}", which an actor cannot have`]);
    }
  });

  test("runs nothing of what it bundles, and reads nothing outside of its folder", async () => {
    const macro = `import { take } from "./m.ts" with { "t\\u0079pe": "m\\u0061cro" }; export default take();`;
    const mark = join(scratch, "pwned");
    const { faults } = await folder.bundle({
      "actor.ts": macro,
      "m.ts": `import { writeFileSync } from "node:fs"; export function take() { writeFileSync(${JSON.stringify(mark)}, "x"); return 1; }`,
    });
    expect(faults.join()).toContain("Macros are disabled");
    expect(await Bun.file(mark).exists()).toBe(false);
    const outside = await folder.bundle({
      "actor.ts": `import x from "/etc/passwd" with { type: "text" }; export default x;`,
    });
    expect(outside.faults).toEqual([`actor.ts: imports "/etc/passwd", which lies outside of its folder`]);
  });

  test("has the same digest wherever it lies", async () => {
    const files = { "actor.ts": actorText("async () => []"), "more.ts": "export const x = 1;" };
    expect((await folder.bundle(files)).sha256).toBe((await folder.bundle(files)).sha256);
  });
});

describe("frames", () => {
  test("come out as they went in, however the pipe cuts them", () => {
    const message = fc.record({ json: fc.json(), bytes: fc.option(fc.uint8Array(), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), fc.integer({ min: 1, max: 50 }), (messages, step) => {
        const stream = Buffer.concat(messages.map(({ json, bytes }) => encodeFrame(json, bytes)));
        const reader = createFrameReader();
        const out = [];
        for (let at = 0; at < stream.length; at += step) out.push(...reader.push(stream.subarray(at, at + step)));
        expect(out.map(({ json, bytes }) => ({ json, bytes: bytes && [...bytes] }))).toEqual(
          messages.map(({ json, bytes }) => ({ json, bytes: bytes && [...bytes] })),
        );
      }),
    );
  });

  test("of any bytes are frames or an error, never a hang", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          createFrameReader().push(bytes);
        } catch (error) {
          expect(error instanceof RangeError || error instanceof TypeError).toBe(true);
        }
      }),
    );
  });
});

describe("a schema of strangers", () => {
  const own = Type.Object({
    name: Type.String({ minLength: 2 }),
    kind: OneOf(["a", "b"], { description: "Which." }),
    count: withDefault(Type.Integer({ minimum: 1, maximum: 9 }), 3),
    tags: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
    either: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    one: Type.Optional(Type.Array(Type.Integer(), { uniqueItems: true })),
    more: Type.Optional(Type.Record(Type.String(), Type.Boolean())),
  });
  const foreign = foreignObject(JSON.parse(JSON.stringify(own)));

  test("is served as it was said, and judges as the compiled one", () => {
    expect(JSON.stringify(foreign)).toBe(JSON.stringify(own));
    const [mine, theirs] = [inputValidator(own), inputValidator(foreign)];
    const value = fc.record(
      {
        name: fc.oneof(fc.string(), fc.integer()),
        kind: fc.constantFrom("a", "b", "c", 1),
        count: fc.oneof(fc.integer({ min: -1, max: 11 }), fc.constant("1"), fc.constant(1.5)),
        tags: fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }),
        either: fc.oneof(fc.double(), fc.constant(null), fc.string()),
        more: fc.dictionary(fc.string(), fc.oneof(fc.boolean(), fc.integer())),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(value, (input) => {
        const [a, b] = [mine(input), theirs(input)];
        expect(b.ok).toBe(a.ok);
        if (a.ok && b.ok) expect(b.value).toEqual(a.value);
      }),
    );
  });

  test("never has its pattern tried in the hub", () => {
    const slow = { type: "object", properties: { q: { type: "string", pattern: "^(a+)+$" } }, required: ["q"] };
    expect(asksChild(slow)).toBe(true);
    const started = performance.now();
    expect(inputValidator(foreignObject(slow))({ q: `${"a".repeat(60)}!` }).ok).toBe(true);
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  const words = (count: number, of = "w") => Array.from({ length: count }, (_, at) => `${of}${at}`);
  const oneOf = (count: number, make: (at: number) => object) => ({ anyOf: words(count).map((_, at) => make(at)) });
  test.each([
    [
      "many choices of many words",
      oneOf(45, (at) => oneOf(9, (of) => ({ type: "string", enum: words(10, `${at} ${of} `) }))),
      "w",
    ],
    [
      "many shapes of objects",
      oneOf(20, () => ({ type: "object", properties: Object.fromEntries(words(20).map((name) => [name, {}])) })),
      {},
    ],
    ["all of many schemas", { allOf: words(45).map(() => ({ allOf: words(9).map(() => ({ type: "string" })) })) }, "w"],
  ])("of %s is not held against as many values as would take long", (_, items, value) => {
    const judge = faultFinder(foreignSchema({ type: "object", properties: { all: { type: "array", items } } }));
    expect(judge({ all: Array.from({ length: 190_000 }, () => value) })).toMatchObject({
      detail: "holds more values than are held against a schema of so many choices",
    });
  });

  test("judges long answers of plain rows", () => {
    const row = { type: "object", properties: Object.fromEntries(words(20).map((name) => [name, { type: "string" }])) };
    const judge = faultFinder(foreignSchema({ ...row, required: words(20), additionalProperties: false }));
    const rows = { type: "array", items: { ...row, required: words(20) } };
    const long = Array.from({ length: 9_000 }, () => Object.fromEntries(words(20).map((name) => [name, name])));
    expect(faultFinder(foreignSchema(rows))(long)).toBeUndefined();
    expect(judge(long[0])).toBeUndefined();
    expect(judge({ ...long[0], more: 1 })).toMatchObject({ pointer: "/more" });
  });

  test("is not looked through for repeats in the hub", () => {
    const schema = { type: "object", properties: { all: { type: "array", items: {}, uniqueItems: true } } };
    expect(asksChild(schema)).toBe(true);
    expect(JSON.stringify(foreignSchema(schema))).toBe(JSON.stringify(schema));
    const judge = faultFinder(foreignSchema(schema));
    const started = performance.now();
    expect(judge({ all: ["x".repeat(4_000_000), "x".repeat(4_000_000)] })).toBeUndefined();
    expect(judge({ all: 1 })).toMatchObject({ pointer: "/all" });
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test.each([
    [{ type: "object", properties: { a: { $ref: "#" } } }, /has "\$ref" in it: .* write each one out/],
    [
      JSON.parse(JSON.stringify(Type.Recursive((Node) => Type.Object({ next: Type.Optional(Node) })))),
      /has "\$id" in it/,
    ],
    [JSON.parse(JSON.stringify(Type.Module({ A: Type.String() }).Import("A"))), /has "\$ref" in it/],
    [{ type: "object", patternProperties: { "(a+)+$": {} } }, /patternProperties of its own/],
    [{ type: ["string"] }, /type is not one of/],
    [{ type: "string", minLength: "1" }, /minLength that is no number/],
    [{ anyOf: Array.from({ length: 51 }, () => ({ type: "null" })) }, /1 to 50/],
    [JSON.parse(`${'{"type":"array","items":'.repeat(30)}{}${"}".repeat(30)}`), /nests deeper/],
  ])("is refused with its reason: %j", (schema, reason) => {
    expect(faultOf(() => foreignSchema(schema))).toMatch(reason);
  });
});

/** Told in JSON, which may come in parts; all of it is read, for whoever writes it would be ended by a closed pipe. */
function childOf(info: Readable): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let told = "";
  info.on("data", (part) => {
    told += part;
    const pid = /"child-pid": (\d+)[,\s]/.exec(told)?.[1];
    if (pid !== undefined) resolve(pid);
  });
  return promise;
}
