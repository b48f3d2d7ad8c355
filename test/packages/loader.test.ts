/** What a running hub serves of installed packages follows the lock file. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { descriptionDigest } from "../../src/packages/build.ts";
import { sha256 } from "../../src/packages/integrity.ts";
import { createPackageLoader, type OpenPackage, PassingFault } from "../../src/packages/loader.ts";
import { bundlePath, type InstalledVersion, LOCK_FILE, writeLockFile } from "../../src/packages/lock-file.ts";
import { createRegistry } from "../../src/runtime/actors/registry.ts";
import { echoActor } from "../support/actors.ts";
import { noCatalog, SILENT } from "../support/operations.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "loader-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** Its code is the word it answers. */
function install(slug: string, word: string): InstalledVersion {
  const code = new TextEncoder().encode(word);
  writeFileSync(bundlePath(folder, sha256(code)), code);
  return {
    slug,
    version: "1.0.0",
    source: "npm:x",
    commit: null,
    integrity: "sha512-x",
    bundle_sha256: sha256(code),
    description_sha256: descriptionDigest({ slug }),
    hosts: [],
    uses_llm: false,
    tier: "standard",
    timeout_ms: 2_000,
    bundle_bytes: code.length,
    publisher: null,
    signature: null,
    licence: "MIT",
    packages: [],
    installed_at: "2026-11-22T00:00:00.000Z",
  };
}

const lock = (...versions: InstalledVersion[]) =>
  writeLockFile(
    folder,
    versions.map((version) => ({ ...version, previous: null })),
  );

function world(gate: () => Promise<unknown> = async () => undefined, info: (line: string) => void = () => undefined) {
  const registry = createRegistry((_actor, signal) => ({
    signal,
    now: Date.now,
    log: SILENT,
    fetch: () => Promise.reject(new Error("A test reached for the network")),
    catalog: noCatalog,
  }));
  const events: string[] = [];
  let opened = 0;
  const warn = (line: string): void => void events.push(line);
  const loader = createPackageLoader({
    folder,
    registry,
    log: { ...SILENT, info, warn },
    removed: (slug) => void events.push(`removed ${slug}`),
    async open(code, { slug }): Promise<OpenPackage> {
      const word = new TextDecoder().decode(code);
      if (word === "late" && opened++ === 0) throw new PassingFault("its process did not start");
      if (word === "no fence") throw new TypeError("the fence needs bwrap (bubblewrap)");
      return {
        description: { slug: word === "liar" ? "other" : slug },
        actor: echoActor({ slug, run: async () => (await gate(), [{ q: word }]) }),
        placement: { level: "installed", reach: { hosts: [], llm: false } },
        [Symbol.asyncDispose]: async () => void events.push(`ended ${word}`),
      };
    },
  });
  const run = async (slug: string): Promise<unknown> => {
    const operation = registry.get(slug)?.operation;
    const signal = new AbortController().signal;
    const answer = await operation?.perform({ q: "" }, signal, { isCovered: false, client: () => "test" } as never);
    return answer === undefined ? undefined : JSON.parse(String(answer.itemsJson))[0].q;
  };
  return { registry, loader, events, run };
}

test("what is installed is served, what is replaced is swapped, and what is removed is gone and told", async () => {
  const { loader, run, events } = world();
  await loader.scan();
  await lock(install("toy", "one"), install("other", "else"));
  await loader.scan();
  expect([await run("toy"), await run("other")]).toEqual(["one", "else"]);
  await lock(install("toy", "two"), install("other", "else"));
  await loader.scan();
  expect([await run("toy"), events]).toEqual(["two", ["ended one"]]);
  await lock(install("other", "else"));
  await loader.scan();
  expect([await run("toy"), await run("other"), events.toSorted()]).toEqual([
    undefined,
    "else",
    ["ended one", "ended two", "removed toy"],
  ]);
});

test("a run that began on a version ends on it", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isHeld = true;
  const { loader, run, events } = world(() => (isHeld ? promise : Promise.resolve()));
  await lock(install("toy", "one"));
  await loader.scan();
  const first = run("toy");
  await lock(install("toy", "two"));
  await loader.scan();
  isHeld = false;
  expect([await run("toy"), events]).toEqual(["two", []]);
  resolve();
  expect(await first).toBe("one");
  expect(events).toEqual(["ended one"]);
});

describe("the version before serves on, and the reason is told, where", () => {
  const refused = async (change: () => Promise<void> | void, reason: RegExp): Promise<void> => {
    const { loader, run, events, registry } = world();
    await lock(install("toy", "one"));
    await loader.scan();
    await change();
    await loader.scan();
    await loader.scan(); // Once is enough.
    expect(await run("toy")).toBe("one");
    expect(events.filter((line) => !line.startsWith("ended"))).toEqual([expect.stringMatching(reason)]);
    expect(registry.refusals().length).toBe(reason.source.startsWith("Package") ? 1 : 0);
    await lock(install("toy", "three"));
    await loader.scan();
    expect([await run("toy"), registry.refusals()]).toEqual(["three", []]);
  };

  test("the bundle was altered", () =>
    refused(async () => {
      const version = install("toy", "two");
      writeFileSync(bundlePath(folder, version.bundle_sha256), "evil");
      await lock(version);
    }, /Package "toy" is refused: .*is not what was installed\. The version before it serves on\.$/));

  test("the bundle is gone", () =>
    refused(async () => {
      const version = install("toy", "two");
      await rm(bundlePath(folder, version.bundle_sha256));
      await lock(version);
    }, /Package "toy" is refused: .*cannot be read \(ENOENT\)/));

  test("it does not describe itself as it was locked", () =>
    refused(() => lock(install("toy", "liar")), /Package "toy" is refused: it does not describe itself as it did/));

  test("there is no fence", () =>
    refused(() => lock(install("toy", "no fence")), /Package "toy" is refused: the fence needs bwrap/));

  test("the lock file is damaged", () =>
    refused(
      () => writeFileSync(join(folder, LOCK_FILE), "{"),
      /^Cannot read .*What is served of packages serves on\.$/,
    ));

  test("the lock file names one twice", () =>
    refused(() => lock(install("toy", "one"), install("toy", "two")), /"toy" stands in it twice/));
});

test("a name that another actor has is refused by name, and taken once that one is gone", async () => {
  const { loader, registry, events, run } = world();
  registry.offer("echo.ts", "actors/echo.ts", echoActor({ slug: "toy" }), "1");
  await lock(install("toy", "one"));
  await loader.scan();
  expect(events).toEqual(["ended one", `Package "toy" is refused: the slug "toy" is taken by actors/echo.ts.`]);
  await loader.scan(); // It is refused once.
  registry.withdraw("echo.ts");
  await loader.scan();
  expect([await run("toy"), registry.refusals(), events.length]).toEqual(["one", [], 2]);
});

test("what a busy machine could not open is tried again a few scans later, and served then", async () => {
  const { loader, registry, run } = world();
  await lock(install("toy", "late"));
  for (let scans = 0; scans < 5; scans++) await loader.scan();
  expect(registry.refusals()).toMatchObject([{ reason: "its process did not start" }]);
  await loader.scan();
  expect([registry.refusals(), await run("toy")]).toEqual([[], "late"]);
});

test("a change is noticed without being told, and not after the end", async () => {
  const { promise: served, resolve } = Promise.withResolvers<string>();
  const { loader, registry } = world(undefined, resolve);
  const ending = new AbortController();
  loader.watch(ending.signal);
  await lock(install("toy", "one"));
  expect(await served).toBe('Package "toy" 1.0.0 is served.');
  ending.abort();
  await lock();
  expect(registry.get("toy")).toBeDefined();
});
