/** What is installed, asked for and refused, with the fence played by a toy. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInstaller, type InstallerDeps, type InstallQuestion, readBundle } from "../../src/packages/installer.ts";
import { bundlePath, LOCK_FILE, readLockFile } from "../../src/packages/lock-file.ts";
import { generateKey, SIGNATURE_FILE, signFiles } from "../../src/packages/signature.ts";
import { holdFile } from "../../src/store/processes/exclusive.ts";
import { packed } from "../support/archive.ts";
import { createRepository } from "../support/git.ts";
import { type NpmRegistry, startRegistry } from "../support/npm-registry.ts";
import { toyFence, type ToyActor, toyPackage } from "../support/toy-fence.ts";

const ONE: ToyActor = { slug: "toy", version: "1.0.0" };
const TWO: ToyActor = { slug: "toy", version: "2.0.0", word: "two" };

let folder: string;
let work: string;
let registry: NpmRegistry;
let asked: InstallQuestion[];
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), "packages-"));
  folder = join(work, "packages");
  registry = startRegistry();
  asked = [];
});
afterEach(async () => {
  await registry[Symbol.asyncDispose]();
  await rm(work, { recursive: true });
});

function installer(changes: Partial<InstallerDeps> = {}) {
  return createInstaller({
    folder,
    fence: toyFence,
    download: registry.download,
    registry: registry.url,
    git: { env: process.env, signal: new AbortController().signal },
    taken: new Map([["weather", "actors/weather.ts"]]),
    consent: async (question) => asked.push(question) > 0,
    hold: holdFile,
    now: () => 1_795_230_000_000,
    ...changes,
  });
}

async function publishFolder(files: Readonly<Record<string, string>>, name = "source"): Promise<string> {
  const path = join(work, name);
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

async function sign(files: Record<string, string>, key: string): Promise<Record<string, string>> {
  const tree = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  return { ...files, [SIGNATURE_FILE]: await signFiles(tree, key) };
}

const faultOf = (done: Promise<unknown>) =>
  done.then(
    () => "",
    (error: Error) => error.message,
  );
/** Everything there is, bundles by the word they say. */
const state = async () => ({
  lock: await readLockFile(folder),
  files: (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith("installing.")).toSorted(),
});

describe("a package is installed from", () => {
  test("a folder", async () => {
    const version = await installer().add(await publishFolder(toyPackage({ ...ONE, hosts: ["api.example.com"] })));
    expect(version).toMatchObject({ slug: "toy", version: "1.0.0", hosts: ["api.example.com"], commit: null });
    expect(asked).toMatchObject([{ after: { slug: "toy" }, wider: [] }]);
    const [{ previous, ...served } = { previous: null }] = await readLockFile(folder);
    expect({ previous, served }).toEqual({ previous: null, served: version as never });
    expect((await state()).files).toEqual([`${version?.bundle_sha256}.mjs`, LOCK_FILE].toSorted());
  });

  test("a git repository, by the commit that a tag names", async () => {
    const repository = createRepository(join(work, "author"));
    const commit = repository.commit(toyPackage(ONE));
    repository.git("tag", "v1");
    repository.commit(toyPackage(TWO));
    expect(await installer().add(`${repository.source}#v1`)).toMatchObject({ version: "1.0.0", commit });
  });

  test("a registry, the latest version or a tag's", async () => {
    const integrity = registry.publish("@author/toy", "1.0.0", packed(toyPackage(ONE)));
    expect(await installer().add("npm:@author/toy")).toMatchObject({ integrity, source: "npm:@author/toy" });
  });

  test("an archive at an address, and one that lies here", async () => {
    registry.serve("/toy.tgz", packed(toyPackage(ONE)));
    writeFileSync(join(work, "other.tgz"), packed(toyPackage({ ...ONE, slug: "other" })));
    const { integrity } = (await installer().add(`${registry.url}/toy.tgz`)) ?? {};
    expect(integrity).toMatch(/^sha512-/);
    expect(await installer().add(join(work, "other.tgz"))).toMatchObject({ slug: "other" });
    await installer().remove("toy");
    expect(await installer().add(`${registry.url}/toy.tgz#${integrity}`)).toMatchObject({ integrity });
  });
});

describe("dependencies come by the lock file alone:", () => {
  const withDependency = (locked: object) => ({
    ...toyPackage(ONE, { dependencies: { words: "^1.0.0" }, scripts: { install: "touch /tmp/evil" } }),
    "npm-shrinkwrap.json": JSON.stringify({
      lockfileVersion: 3,
      packages: { "": {}, "node_modules/words": { version: "1.0.0", ...locked } },
    }),
  });
  const WORDS = packed({ "package.json": JSON.stringify({ name: "words", license: "ISC" }), "index.js": "" });

  test("of the configured registry, with their licences", async () => {
    const integrity = registry.publish("words", "1.0.0", WORDS);
    const resolved = "https://registry.npmjs.org/words/-/words-1.0.0.tgz";
    for (const locked of [{ integrity }, { integrity, resolved }]) {
      const { version } = await installer().attempt(await publishFolder(withDependency(locked)));
      expect(version.packages).toEqual([{ name: "words", version: "1.0.0", licence: "ISC" }]);
    }
    expect(registry.asked).toEqual(["/words/-/words-1.0.0.tgz", "/words/-/words-1.0.0.tgz"]);
  });

  test.each([
    ["without an integrity", {}, `"node_modules/words" has no exact version with an integrity`],
    ["with SHA-1", { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }, `no integrity of SHA-256 or better`],
    ["with another integrity", { integrity: `sha512-${"A".repeat(86)}==` }, `is not what its sha512 says`],
    ["that are links", { link: true }, `"node_modules/words" is a link, or packed in another`],
    ["from a file of this machine", { resolved: "file:///etc/passwd", integrity: "sha512-x" }, `Cannot download`],
    ["from git", { resolved: "git+ssh://git@example.com/x.git", integrity: "sha512-x" }, `Cannot download`],
  ])("none %s", async (_, locked, fault) => {
    registry.publish("words", "1.0.0", WORDS);
    const said = await faultOf(installer().attempt(await publishFolder(withDependency(locked))));
    expect(said).toContain(fault);
    expect(said).not.toContain("\n");
    expect((await state()).files).toEqual([]);
  });

  test("none that it does not list, and none outside of node_modules", async () => {
    const { "npm-shrinkwrap.json": _gone, ...files } = withDependency({});
    expect(await faultOf(installer().attempt(await publishFolder(files)))).toContain("it has no npm-shrinkwrap.json");
    for (const place of ["../words", "lib/words", "node_modules/../../x"]) {
      const lock = { lockfileVersion: 3, packages: { "node_modules/words": {}, [place]: { version: "1.0.0" } } };
      const said = await faultOf(
        installer().attempt(await publishFolder({ ...files, "package-lock.json": JSON.stringify(lock) })),
      );
      expect(said).toMatch(/lies outside node_modules|no plain path|has no exact version/);
    }
  });
});

describe("an update", () => {
  test("is asked for again, with what is wider; a narrower one is not wider", async () => {
    const source = await publishFolder(toyPackage(ONE));
    await installer().add(source);
    const wide: ToyActor = { ...TWO, hosts: ["b.example"], usesLlm: true, tier: "enhanced", timeoutMs: 9_000 };
    await publishFolder(toyPackage(wide));
    expect(await installer().update("toy", { mayChangeKey: false })).toMatchObject({ isNew: true });
    await publishFolder(toyPackage({ ...TWO, version: "3.0.0" }));
    expect(await installer().update("toy", { mayChangeKey: false })).toMatchObject({ version: { version: "3.0.0" } });
    expect(asked.map(({ before, wider }) => [before?.version, wider])).toEqual([
      [undefined, []],
      [
        "1.0.0",
        [
          "It reaches b.example.",
          "It asks the language model.",
          "It is sold as enhanced instead of standard.",
          "It may take longer.",
        ],
      ],
      ["2.0.0", []],
    ]);
  });

  test("that is not agreed to changes nothing", async () => {
    await installer().add(await publishFolder(toyPackage(ONE)));
    const before = await state();
    await publishFolder(toyPackage(TWO));
    expect(await installer({ consent: async () => false }).update("toy", { mayChangeKey: false })).toBeUndefined();
    expect(await state()).toEqual(before);
  });

  test("to what is installed already says so", async () => {
    await installer().add(await publishFolder(toyPackage(ONE)));
    expect(await installer().update("toy", { mayChangeKey: false })).toMatchObject({ isNew: false });
    expect(asked).toHaveLength(1);
  });

  test("from another source is asked for, and the next one comes from there", async () => {
    await installer().add(await publishFolder(toyPackage(ONE)));
    const other = await publishFolder(toyPackage(ONE), "other");
    const moved = await installer().update("toy", { source: other, mayChangeKey: false });
    expect(moved).toMatchObject({ isNew: true, version: { source: other, version: "1.0.0" } });
    expect(asked).toHaveLength(2);
    await publishFolder(toyPackage(TWO), "other");
    expect(await installer().update("toy", { mayChangeKey: false })).toMatchObject({ version: { version: "2.0.0" } });
  });

  test("is not another actor", async () => {
    await installer().add(await publishFolder(toyPackage(ONE)));
    const other = await publishFolder(toyPackage({ ...ONE, slug: "other" }), "other");
    expect(await faultOf(installer().update("toy", { source: other, mayChangeKey: false }))).toBe(
      `Cannot update "toy": the package is "other".`,
    );
  });

  test("keeps to the key of the first installation", async () => {
    const [mine, theirs] = [await generateKey(), await generateKey()];
    await installer().add(await publishFolder(await sign(toyPackage(ONE), mine.privateKey)));
    const before = await state();
    expect(before.lock).toMatchObject([{ publisher: mine.publisher }]);

    for (const files of [await sign(toyPackage(TWO), theirs.privateKey), toyPackage(TWO)]) {
      await publishFolder(files);
      expect(await faultOf(installer().update("toy", { mayChangeKey: false }))).toContain(
        "--new-key takes the new one",
      );
      expect(await state()).toEqual(before);
    }
    await publishFolder(await sign(toyPackage(TWO), mine.privateKey));
    await installer().update("toy", { mayChangeKey: false });
    await publishFolder(await sign(toyPackage({ ...TWO, version: "3.0.0" }), theirs.privateKey));
    await installer().update("toy", { mayChangeKey: true });
    expect((await state()).lock).toMatchObject([{ publisher: theirs.publisher, version: "3.0.0" }]);
    expect(asked.at(-1)?.wider).toEqual(["Its publisher is another one."]);
  });
});

describe("one version before is kept:", () => {
  test("a rollback puts it back, and a second one undoes that", async () => {
    const source = await publishFolder(toyPackage(ONE));
    await installer().add(source);
    expect(await faultOf(installer().rollback("toy"))).toBe(
      `Cannot roll "toy" back: there is no version before 1.0.0.`,
    );
    for (const version of ["2.0.0", "3.0.0"]) {
      await publishFolder(toyPackage({ ...TWO, version }));
      await installer().update("toy", { mayChangeKey: false });
    }
    expect((await state()).files).toHaveLength(3);
    expect(await installer().rollback("toy")).toMatchObject({ version: "2.0.0" });
    expect((await state()).lock).toMatchObject([{ version: "2.0.0", previous: { version: "3.0.0" } }]);
    expect(await installer().rollback("toy")).toMatchObject({ version: "3.0.0" });
  });

  test("one whose bundle was altered is not", async () => {
    await installer().add(await publishFolder(toyPackage(ONE)));
    await publishFolder(toyPackage(TWO));
    await installer().update("toy", { mayChangeKey: false });
    const before = await state();
    const path = bundlePath(folder, before.lock[0]?.previous?.bundle_sha256 ?? "");
    chmodSync(path, 0o600);
    writeFileSync(path, "evil");
    expect(await faultOf(installer().rollback("toy"))).toContain("is not what was installed");
    expect(await state()).toEqual(before);
  });
});

test("what is removed leaves nothing", async () => {
  await installer().add(await publishFolder(toyPackage(ONE)));
  await installer().remove("toy");
  expect(await state()).toEqual({ lock: [], files: [LOCK_FILE] });
  expect(await faultOf(installer().remove("toy"))).toBe(`"toy" is not installed. Installed: none.`);
});

describe("refused in one line, with nothing left behind, is", () => {
  const cases: readonly (readonly [string, Record<string, string>, string])[] = [
    ["a package without a description", { "index.ts": "" }, "it has no package.json"],
    ["one without a licence", { ...toyPackage(ONE, { license: undefined }) }, `"license" is required`],
    ["one that is no actor", { ...toyPackage(ONE, { "agent-api-hub": undefined }) }, `"agent-api-hub" is required`],
    ["a module that is not there", toyPackage(ONE, { "agent-api-hub": { actor: "a.ts" } }), "names a.ts, which is not"],
    ["a module outside", toyPackage(ONE, { "agent-api-hub": { actor: "../a.ts" } }), "is no plain path within it"],
    ["two versions", toyPackage(ONE, { version: "1.0.1" }), `package.json says version 1.0.1, the actor "1.0.0"`],
    ["a slug that is a path", toyPackage({ ...ONE, slug: "../x" }), `its actor's "slug"`],
    ["a name that is taken", toyPackage({ ...ONE, slug: "weather" }), `actors/weather.ts has this name`],
    ["a host with a port", toyPackage({ ...ONE, hosts: ["a.example:80"] }), `its actor's "hosts/0"`],
    ["a host of many", toyPackage({ ...ONE, hosts: ["*.example"] }), `its actor's "hosts/0"`],
    ["a host with a control", toyPackage({ ...ONE, hosts: ["a\u001b[2J"] }), `its actor's "hosts/0"`],
    ["a deadline beyond the longest", toyPackage({ ...ONE, timeoutMs: 60_001 }), `its actor's "timeoutMs"`],
    ["a signature of nothing", { ...toyPackage(ONE), [SIGNATURE_FILE]: "{}" }, "is no signature"],
  ];
  test.each(cases)("%s", async (_, files, fault) => {
    const source = await publishFolder(files);
    const said = await faultOf(installer().add(source));
    expect(said).toContain(fault);
    expect(said).not.toMatch(/\p{Cc}/u);
    expect((await state()).files).toEqual([]);
    expect(asked).toEqual([]);
  });

  test("what cannot be bundled, described or tried", async () => {
    const source = await publishFolder(toyPackage(ONE));
    const faults = async () => ["example 1 fails"];
    const fails = async () => {
      throw new TypeError("it\u001b[31m is\nno actor");
    };
    for (const fence of [
      { ...toyFence, bundle: async () => ({ code: new Uint8Array(), faults: ["a.ts: no", "b.ts: no"] }) },
      { ...toyFence, open: fails },
      { ...toyFence, open: async (code: Uint8Array) => ({ ...(await toyFence.open(code)), contractFaults: faults }) },
    ]) {
      const said = await faultOf(installer({ fence }).add(source));
      expect(said).toMatch(/^Cannot use the package: (?:a\.ts: no \(and 1 more\)|it.+no actor|example 1 fails)\.$/u);
      expect((await state()).files).toEqual([]);
    }
  });

  test.each([
    ["a range of versions", "npm:toy@^1.0.0", "name one version or tag, not a range"],
    ["another transport", "ext::sh -c id", "is none of a folder"],
    ["an option", "git+https://example.com/x.git#--upload-pack=id", "names no commit, branch or tag"],
    ["what is not there", "./nowhere", "there is no such folder or file"],
    ["a package nobody has published", "npm:nobody", "Cannot download"],
    ["a name that is a path", "npm:../x", "names no npm package"],
  ])("%s as a source", async (_, source, fault) => {
    const said = await faultOf(installer().add(source));
    expect(said).toContain(fault);
    expect(said).not.toContain("\n");
    expect((await state()).files).toEqual([]);
  });

  test("a second installation at the same time", async () => {
    const source = await publishFolder(toyPackage(ONE));
    const { promise: isAsked, resolve } = Promise.withResolvers<void>();
    const { promise: answer, resolve: agree } = Promise.withResolvers<boolean>();
    const first = installer({ consent: () => (resolve(), answer) }).add(source);
    await isAsked;
    expect(await faultOf(installer().add(source))).toBe("Another installation is under way; wait for its end.");
    agree(true);
    expect(await first).toMatchObject({ slug: "toy" });
  });

  test("a lock file that was damaged, and it stays as it is", async () => {
    await installer().add(await publishFolder(toyPackage(ONE)));
    const path = join(folder, LOCK_FILE);
    const damaged = readFileSync(path, "utf8").replace('"hosts"', '"hots"');
    writeFileSync(path, damaged);
    expect(await faultOf(installer().remove("toy"))).toContain(`Cannot read ${path}`);
    expect(readFileSync(path, "utf8")).toBe(damaged);
  });
});

test("a bundle is read only as it was installed", async () => {
  const version = await installer().add(await publishFolder(toyPackage(ONE)));
  if (version === undefined) throw new TypeError("It was not installed");
  expect(await readBundle(folder, version)).toBeInstanceOf(Uint8Array);
  const path = bundlePath(folder, version.bundle_sha256);
  expect((await import("node:fs")).statSync(path).mode & 0o222).toBe(0);
  chmodSync(path, 0o600);
  writeFileSync(path, `${readFileSync(path, "utf8")} `);
  expect(await faultOf(readBundle(folder, version))).toContain("is not what was installed");
});
