import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { shareHubPackages } from "../../src/loader/bun-resolve.ts";
import { createLoader, type Loader } from "../../src/loader/loader.ts";
import { wholeText } from "../../src/text/json-text.ts";
import { createRegistry, type Registry } from "../../src/runtime/actors/registry.ts";
import { noCatalog, SILENT } from "../support/operations.ts";

const ACTOR_MODULE = fileURLToPath(new URL("../../src/runtime/actor.ts", import.meta.url));

shareHubPackages();

let root: string;
let registry: Registry;
let loader: Loader;
const watching = { stop: new AbortController() };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "hub-actors-"));
  await mkdir(join(root, "actors"));
  registry = createRegistry((_actor, signal) => ({
    signal,
    now: Date.now,
    log: SILENT,
    catalog: noCatalog,
    fetch: () => Promise.reject(new Error()),
  }));
  loader = createLoader({ folders: [join(root, "actors"), join(root, "more")], registry, log: SILENT });
  watching.stop = new AbortController();
});
afterEach(async () => {
  watching.stop.abort();
  await rm(root, { recursive: true, force: true });
});

/** The source of an actor that answers `says`, a JavaScript expression. */
function source(slug: string, says: string, before = ""): string {
  return `${before}
import { defineActor, Type } from ${JSON.stringify(ACTOR_MODULE)};
export default defineActor({
  slug: ${JSON.stringify(slug)}, name: "Test", description: "Test.", category: "test", version: "1.0.0", tags: [],
  input: Type.Object({}), output: Type.Object({ says: Type.Unknown() }), examples: [{ title: "t", input: {} }],
  cacheTtlSeconds: 0, qualityScore: 1, computeUnits: 0, usesLlm: false, price: { tier: "standard" }, hosts: [],
  timeoutMs: 1000, nextActors: [], run: async () => [{ says: ${says} }],
});`;
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function says(slug: string): Promise<unknown> {
  const answer = await registry.get(slug)?.operation.perform({}, new AbortController().signal, {
    standing: { state: "anonymous" },
    isCovered: false,
    client: () => ({ name: "192.0.2.1", isStranger: true }),
    address: () => "192.0.2.1",
  });
  return answer && JSON.parse(wholeText(answer.itemsJson))[0].says;
}

function reasons(): string[] {
  return registry.refusals().map(({ source: file, reason }) => `${file}: ${reason}`);
}

describe("a scan", () => {
  test("serves files and folders, and leaves helpers, tests and other files alone", async () => {
    await write("actors/one.ts", source("one", "1"));
    await write("actors/two/index.ts", source("two", "word", 'import { word } from "./words.ts";'));
    await write("actors/two/words.ts", 'export const word = "two";');
    await write("actors/_shared.ts", "throw new Error('not an actor')");
    await write("actors/one.test.ts", "throw new Error('not an actor')");
    await write("actors/notes.md", "not an actor");
    await write("more/three.ts", source("three", "3"));
    await loader.scan();
    expect(registry.list().map(({ actor }) => actor.slug)).toEqual(["one", "three", "two"]);
    expect(await says("two")).toBe("two");
    expect(reasons()).toEqual([]);
  });

  test("tries a file again that a busy machine has not loaded in time, a few scans later, and serves it then", async () => {
    const isCalm = join(root, "is-calm");
    const wait = `import { existsSync } from "node:fs"; while (!existsSync(${JSON.stringify(isCalm)}));`;
    await write("actors/slow.ts", source("slow", "1", wait));
    await loader.scan();
    expect(registry.refusals()).toMatchObject([{ reason: "it did not finish loading within 5 s" }]);
    await writeFile(isCalm, "");
    for (let scans = 0; scans < 4; scans++) await loader.scan();
    expect(registry.refusals()).toHaveLength(1);
    await loader.scan();
    expect([registry.refusals(), await says("slow")]).toEqual([[], 1]);
  }, 30_000);

  test("replaces an edited actor; a run in flight finishes on the old one", async () => {
    await write("actors/one.ts", source("one", "await Promise.resolve('old')"));
    await loader.scan();
    const inFlight = says("one");
    const before = registry.get("one")?.operation.revision;
    await write("actors/one.ts", source("one", "'new'"));
    await loader.scan();
    expect(await inFlight).toBe("old");
    expect(await says("one")).toBe("new");
    expect(registry.get("one")?.operation.revision).not.toBe(before);
  });

  test("notices an edited helper, shared or of a folder", async () => {
    await write("actors/_shared.ts", "export const word = 'a1';");
    await write("actors/one.ts", source("one", "word", 'import { word } from "./_shared.ts";'));
    await write("actors/two/index.ts", source("two", "word", 'import { word } from "./words.ts";'));
    await write("actors/two/words.ts", "export const word = 'b1';");
    await loader.scan();
    await write("actors/_shared.ts", "export const word = 'a2';");
    await write("actors/two/words.ts", "export const word = 'b2';");
    await loader.scan();
    expect([await says("one"), await says("two")]).toEqual(["a2", "b2"]);
  });

  test("reloads exactly the actors that import an edited helper, wherever it lies", async () => {
    await write("lib/deep.ts", "export const deep = 'd1';");
    await write("lib/words.ts", 'import { deep } from "./deep.ts"; export const words = deep + "w1";');
    await write("actors/_shared/other.ts", "export const other = 'o1';");
    await write("actors/one.ts", source("one", "words", 'import { words } from "../lib/words.ts";'));
    await write("actors/two/index.ts", source("two", "other", 'import { other } from "../_shared/other.ts";'));
    await write("actors/three.ts", source("three", "(await one.run()).at(0).says", 'import one from "./one.ts";'));
    await write("actors/four.ts", source("four", "4"));
    await loader.scan();
    const slugs = ["one", "two", "three", "four"];
    const revisions = () => slugs.map((slug) => registry.get(slug)?.operation.revision);
    const changedSince = (before: readonly unknown[]) => slugs.filter((_, at) => before[at] !== revisions()[at]);

    const first = revisions();
    await write("lib/deep.ts", "export const deep = 'd2';");
    await loader.scan();
    expect(changedSince(first)).toEqual(["one", "three"]);
    expect(await Promise.all(slugs.map(says))).toEqual(["d2w1", "o1", "d2w1", 4]);

    const second = revisions();
    await write("actors/_shared/other.ts", "export const other = 'o2';");
    await write("actors/_shared/unused.ts", "export const unused = 1;");
    await loader.scan();
    expect(changedSince(second)).toEqual(["two"]);
    expect(await Promise.all(slugs.map(says))).toEqual(["d2w1", "o2", "d2w1", 4]);
  });

  test("keeps what two actors share in one module, also when one of them is edited", async () => {
    await write("actors/_shared/count.ts", "let count = 0; export const next = () => ++count;");
    for (const slug of ["one", "two"])
      await write(`actors/${slug}.ts`, source(slug, "next()", 'import { next } from "./_shared/count.ts";'));
    await loader.scan();
    expect([await says("one"), await says("two")]).toEqual([1, 2]);
    await write("actors/one.ts", source("one", "next()", 'import { next } from "./_shared/count.ts"; // Edited.'));
    await loader.scan();
    expect([await says("one"), await says("two")]).toEqual([3, 4]);
  });

  test("follows imports in a circle to their end", async () => {
    await write("lib/egg.ts", 'import { hen } from "./hen.ts"; export const egg = () => "e1" + typeof hen;');
    await write("lib/hen.ts", 'import { egg } from "./egg.ts"; export const hen = () => egg();');
    await write("actors/one.ts", source("one", "hen()", 'import { hen } from "../lib/hen.ts";'));
    await loader.scan();
    await write("lib/egg.ts", 'import { hen } from "./hen.ts"; export const egg = () => "e2" + typeof hen;');
    await loader.scan();
    expect(await says("one")).toBe("e2function");
  });

  test("sees a helper that comes later, and one that is asked for by another ending", async () => {
    await write("actors/one.ts", source("one", "word", 'import { word } from "../lib/late";'));
    await loader.scan();
    expect(reasons()).toEqual([expect.stringContaining("actors/one.ts: ")]);
    await write("lib/late/index.ts", "export const word = 'late';");
    await loader.scan();
    expect(await says("one")).toBe("late");
    await write("lib/late/index.ts", "export const word = 'later';");
    await loader.scan();
    expect(await says("one")).toBe("later");
  });

  test("serves no longer what is gone", async () => {
    await write("actors/one.ts", source("one", "1"));
    await loader.scan();
    await rm(join(root, "actors/one.ts"));
    await loader.scan();
    expect(registry.list()).toEqual([]);
  });

  test("refuses what cannot be served, says why, and serves the rest", async () => {
    await write("actors/fine.ts", source("fine", "1"));
    await write("actors/throws.ts", "throw new Error('no luck')");
    await write("actors/syntax.ts", "export default {");
    await write("actors/missing.ts", 'import "no-such-package-at-all"; export default {};');
    await write("actors/nothing.ts", "export const x = 1;");
    await write(
      "actors/schema.ts",
      source("schema", "1").replace("input: Type.Object({})", "input: { type: 'object' }"),
    );
    await write("actors/ttl.ts", source("ttl", "1").replace("cacheTtlSeconds: 0", "cacheTtlSeconds: NaN"));
    await write("actors/renamed.ts", source("other", "1"));
    await write("actors/Unsafe Name.ts", source("Unsafe Name", "1"));
    await write("more/fine.ts", source("fine", "2"));
    await loader.scan();
    expect(registry.list().map(({ actor }) => actor.slug)).toEqual(["fine"]);
    expect(await says("fine")).toBe(1);
    expect(reasons().sort()).toEqual([
      expect.stringMatching(/^actors\/Unsafe Name\.ts: its slug needs/),
      expect.stringMatching(/^actors\/missing\.ts: .*no-such-package-at-all/),
      "actors/nothing.ts: its default export is not an actor: use defineActor({...})",
      'actors/renamed.ts: its slug is not its file\'s name, "renamed"',
      "actors/schema.ts: its input is not a plain TypeBox object schema",
      expect.stringMatching(/^actors\/syntax\.ts: /),
      expect.stringMatching(/^actors\/throws\.ts: actors\/throws\.ts:\d+: Error: no luck$/),
      "actors/ttl.ts: its cacheTtlSeconds is not a whole number of seconds from 0",
      'more/fine.ts: the slug "fine" is taken by actors/fine.ts',
    ]);
  });

  test("refuses a file larger than 16 MiB without importing it, and serves the rest", async () => {
    await write("actors/one.ts", source("one", "1"));
    const words = 'import { word } from "./words.ts";';
    await write("actors/two/index.ts", source("two", "word", words));
    await write("actors/two/words.ts", `export const word = "two"; //${"-".repeat(16 * 1024 * 1024)}`);
    await loader.scan();
    expect(registry.list().map(({ actor }) => actor.slug)).toEqual(["one"]);
    expect(reasons()).toEqual(["actors/two: words.ts is larger than 16 MiB"]);
    await write("actors/two/words.ts", 'export const word = "two";');
    await loader.scan();
    expect([await says("two"), reasons()]).toEqual(["two", []]);
  });

  test("a file that exits the process while it loads takes nothing with it", async () => {
    await write("actors/exits.ts", source("exits", "1", "process.exit(7);"));
    await write("actors/fine.ts", source("fine", "1"));
    await loader.scan();
    expect(reasons()).toEqual(["actors/exits.ts: it ended the process while loading"]);
    expect(await says("fine")).toBe(1);
  });

  test("a bad edit leaves the last good version serving, until it is mended", async () => {
    await write("actors/one.ts", source("one", "'good'"));
    await loader.scan();
    await write("actors/one.ts", "export default {");
    await loader.scan();
    expect(await says("one")).toBe("good");
    expect(reasons()).toHaveLength(1);
    await write("actors/one.ts", source("one", "'mended'"));
    await loader.scan();
    expect(await says("one")).toBe("mended");
    expect(reasons()).toEqual([]);
  });

  test("a slug that becomes free goes to the file that was refused for it", async () => {
    await write("actors/one.ts", source("one", "'first'"));
    await write("more/one.ts", source("one", "'second'"));
    await loader.scan();
    expect(await says("one")).toBe("first");
    await rm(join(root, "actors/one.ts"));
    await loader.scan();
    expect(await says("one")).toBe("second");
  });
});

describe("two files of one slug", () => {
  test("are told once, and the second is served as soon as the first is gone, whoever served that", async () => {
    const log: string[] = [];
    const tell = (message: string): void => void log.push(message);
    const loaderOf = (folder: string) =>
      createLoader({ folders: [join(root, folder)], registry, log: { ...SILENT, warn: tell, info: tell } });
    const [first, second] = [loaderOf("actors"), loaderOf("more")];
    await write("actors/one.ts", source("one", "1"));
    await write("actors/two.ts", source("two", "2"));
    await write("more/one.ts", source("one", "'other'"));
    await first.scan();
    await second.scan();
    await rm(join(root, "actors/two.ts"));
    await first.scan();
    await second.scan();
    const refusal = 'Actor file more/one.ts is refused: the slug "one" is taken by actors/one.ts.';
    expect(log.filter((line) => line.includes("is refused"))).toEqual([refusal]);
    expect(log).toContain("Actor file actors/two.ts is gone; it is no longer served.");

    await rm(join(root, "actors/one.ts"));
    await first.scan();
    await second.scan();
    expect(await says("one")).toBe("other");
    expect(reasons()).toEqual([]);
  });

  test("are left alone where the second has another fault by now", async () => {
    await write("actors/one.ts", source("one", "1"));
    await write("more/one.ts", source("one", "'other'"));
    await loader.scan();
    await write("more/one.ts", "export default 5;");
    await loader.scan();
    await rm(join(root, "actors/one.ts"));
    await loader.scan();
    const file = join(root, "more/one.ts");
    expect(registry.mayTakeSlug(file)).toBeFalse();
    expect(reasons()).toEqual(["more/one.ts: its default export is not an actor: use defineActor({...})"]);
  });
});

describe("what an actor's module has started", () => {
  const log: string[] = [];
  const ticks = new Map<string, number>();
  beforeEach(() => {
    log.length = 0;
    ticks.clear();
    Object.assign(globalThis, { tick: (name: string) => ticks.set(name, (ticks.get(name) ?? 0) + 1) });
    const warn = (message: string): void => void log.push(message);
    loader = createLoader({ folders: [join(root, "actors")], registry, log: { ...SILENT, warn } });
  });

  /** Who ticks from now on, in as much time as a timer needs several times over. */
  async function ticking(): Promise<string[]> {
    ticks.clear();
    await Bun.sleep(40);
    return [...ticks.keys()].toSorted();
  }
  const interval = (name: string) => `setInterval(() => globalThis.tick("${name}"), 2);`;
  const chain = (name: string) =>
    `const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
     (async () => { for (;;) { await sleep(2); globalThis.tick("${name}"); } })();`;

  test("ends when it is replaced, however often, and the log says so", async () => {
    for (let version = 1; version <= 5; version++) {
      const before = `${interval(`i${version}`)} ${chain(`c${version}`)} process.on("SIGUSR2", () => undefined);`;
      await write("actors/one.ts", source("one", String(version), before));
      await loader.scan();
    }
    expect(await ticking()).toEqual(["c5", "i5"]);
    expect(process.listenerCount("SIGUSR2")).toBe(1);
    expect(log).toHaveLength(4);
    expect(log[0]).toMatch(/^Actor "one" left 2 timer\(s\) and 1 listener\(s\) of .*one\.ts behind; they were ended/);
    await rm(join(root, "actors/one.ts"));
    await loader.scan();
    expect([await ticking(), process.listenerCount("SIGUSR2")]).toEqual([[], 0]);
  });

  test("goes on in a helper that was not edited, and in the version that a bad edit leaves serving", async () => {
    await write("actors/_shared/beat.ts", `${interval("shared")} export const beat = 1;`);
    const of = (slug: string, more = "") =>
      source(slug, "beat", `import { beat } from "./_shared/beat.ts"; ${interval(slug)} ${more}`);
    await write("actors/one.ts", of("one"));
    await write("actors/two.ts", of("two"));
    await loader.scan();
    await write("actors/one.ts", of("one", "// Edited."));
    await loader.scan();
    expect(await ticking()).toEqual(["one", "shared", "two"]);
    await write("actors/one.ts", `${of("one")} ${interval("bad")} throw new Error("bad");`);
    await loader.scan();
    await rm(join(root, "actors/two.ts"));
    await loader.scan();
    expect(await ticking()).toEqual(["one", "shared"]);
    await rm(join(root, "actors/one.ts"));
    await loader.scan();
    expect(await ticking()).toEqual([]);
  });

  test("is ended by context.onDispose when the last run on that version is over, and nothing is told", async () => {
    const before = "let timer; const gate = Promise.withResolvers(); globalThis.open = gate.resolve;";
    const run = `run: async (_, { onDispose }) => {
      timer ??= ${interval("one").slice(0, -1)};
      onDispose(stop);
      await gate.promise;
      return [{ says: "old" }];
    }`;
    const stop = "const stop = () => { globalThis.tick('stopped'); clearInterval(timer); };";
    await write("actors/one.ts", source("one", "1", before + stop).replace(/run: async .*\]/, run));
    await loader.scan();
    const inFlight = [says("one"), says("one")];
    await write("actors/one.ts", source("one", "'new'"));
    await loader.scan();
    expect(await ticking()).toEqual(["one"]);
    (globalThis as any).open();
    expect(await Promise.all(inFlight)).toEqual(["old", "old"]);
    expect(await ticking()).toEqual([]);
    expect([ticks.get("stopped"), log]).toEqual([undefined, []]);
  });
});

describe("the watch", () => {
  /** Settles when the log says that a file is served. */
  function watched(): { served: (label: string) => Promise<void> } {
    const waiting = new Map<string, () => void>();
    const info = (message: string) => {
      for (const [label, resolve] of waiting) if (message.includes(label)) resolve();
    };
    loader = createLoader({ folders: [join(root, "actors")], registry, log: { ...SILENT, info } });
    loader.watch(watching.stop.signal);
    return {
      served: (label) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.set(label, resolve);
        return promise;
      },
    };
  }

  test("serves what is dropped in, as a file, a folder or by renaming", async () => {
    const { served } = watched();
    const all = [served("actors/one.ts"), served("actors/two."), served("actors/three.ts")];
    await write("actors/one.ts", source("one", "1"));
    await write("actors/two/index.ts", source("two", "2"));
    await write("three.tmp", source("three", "3"));
    await rename(join(root, "three.tmp"), join(root, "actors/three.ts"));
    await Promise.all(all);
    expect([await says("one"), await says("two"), await says("three")]).toEqual([1, 2, 3]);
  });

  test("tells once why it cannot scan, however often it tries", async () => {
    const faults = ["no room", "no room", undefined];
    const tries = faults.map(() => Promise.withResolvers<void>());
    const served = Promise.withResolvers<void>();
    const told: string[] = [];
    let count = 0;
    const changed = (): void => {
      const at = count++;
      tries[at]?.resolve();
      if (faults[at] !== undefined) throw new Error(faults[at]);
    };
    const log = { ...SILENT, error: (message: string) => told.push(message), info: () => served.resolve() };
    loader = createLoader({ folders: [join(root, "actors")], registry, log, changed });
    loader.watch(watching.stop.signal);
    for (const { promise } of tries) {
      await write("actors/one.ts", source("one", "1"));
      await promise;
    }
    await served.promise;
    expect(told).toEqual(["Cannot read the actor folders: Error: no room. What is served stays as it is."]);
  });
});
