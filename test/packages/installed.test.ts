/**
 * A package from one folder, published as its author would, installed by the shell into a hub that runs, called over REST
 * and MCP, updated, rolled back and removed: behind the fence of this machine.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFile } from "node:child_process";
import { chmodSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFence } from "../../src/app/actors/package-fence.ts";
import { createIsolation } from "../../src/isolation/isolation.ts";
import { createInstaller, type Installer } from "../../src/packages/installer.ts";
import { bundlePath, LOCK_FILE, readLockFile } from "../../src/packages/lock-file.ts";
import { createAudit } from "../../src/accounts/audit.ts";
import { holdFile } from "../../src/store/processes/exclusive.ts";
import { openStore } from "../../src/store/drivers/open.ts";
import { NO_FENCE } from "../isolation/support.ts";
import { packed } from "../support/archive.ts";
import { createRepository, type Repository } from "../support/git.ts";
import { type HubProcess, startHubProcess } from "../support/hub-process.ts";
import { WAYS } from "../support/mcp-clients.ts";
import { type NpmRegistry, startRegistry } from "../support/npm-registry.ts";
import { SILENT } from "../support/operations.ts";
import { packageFiles, type WordActor } from "../support/package-files.ts";

const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const WIDER: WordActor = { version: "2.0.0", word: "two", hosts: ["api.example.com"] };

let work: string;
let folder: string;
let registry: NpmRegistry;
let repository: Repository;
let hub: HubProcess;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "installed-"));
  folder = join(work, "data", "packages");
  registry = startRegistry();
  repository = createRepository(join(work, "author"));
  repository.commit(packageFiles());
  if (NO_FENCE === undefined) hub = await startHubProcess({ HUB_DATA_DIR: join(work, "data"), LOG_FORMAT: "json" });
}, 30_000);
afterAll(async () => {
  await hub?.[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
  await rm(work, { recursive: true });
});

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

function actor(...args: string[]): Promise<Said> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HUB_DATA_DIR: join(work, "data"),
    NET_ALLOW: registry.host,
    NPM_CONFIG_REGISTRY: registry.url,
  };
  const { promise, resolve } = Promise.withResolvers<Said>();
  const child = execFile(process.execPath, [CLI, "actor", ...args], { env }, (error, out, err) => {
    resolve({ code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1, out, err });
  });
  child.stdin?.end();
  return promise;
}

const get = (path: string): Promise<Response> => fetch(hub.url + path);
async function run(slug = "say-word"): Promise<any> {
  const answer = await fetch(`${hub.url}/api/v1/genius/actors/${slug}/run/`, {
    method: "POST",
    body: JSON.stringify({ q: "hello" }),
    headers: { "content-type": "application/json" },
  });
  return { status: answer.status, ...((await answer.json()) as object) };
}
const served = (version: string) => hub.logged(`Package \\"say-word\\" ${version} is served`);
const lockText = (): string => readFileSync(join(folder, LOCK_FILE), "utf8");

describe.skipIf(NO_FENCE !== undefined)(`an installed actor${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, () => {
  test("from a git repository, is served by the hub that runs: over REST, MCP and the shell", async () => {
    await get("/openapi.json"); // What is kept of it is not kept longer than it is true.
    const { code, out } = await actor("add", repository.source, "--yes", "--hosts", "none");
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Installed "say-word" 1.0.0.') });
    expect(out).toContain(`commit ${repository.git("rev-parse", "HEAD")}`);
    await served("1.0.0");
    expect(await run()).toMatchObject({ status: 200, success: true, items: [{ q: "hello", word: "one" }] });
    for (const [, connect] of WAYS) {
      await using client = await connect(`${hub.url}/mcp`);
      const called = await client.call("run_actor", { slug: "say-word", input: { q: "hello" } });
      expect(called).not.toHaveProperty("isError", true);
      expect(called.structuredContent).toMatchObject({ items: [{ word: "one" }] });
    }
    expect(JSON.parse((await actor("say-word", "--q", "here")).out)).toMatchObject([{ q: "here", word: "one" }]);
  }, 60_000);

  test("is no other one where its source has nothing new: the version before is kept", async () => {
    const before = lockText();
    const { code, out } = await actor("update", "say-word", "--yes", "--hosts", "none");
    expect({ code, out }).toEqual({ code: 0, out: '"say-word" 1.0.0 is what its source has.\n' });
    expect(lockText()).toBe(before);
  }, 60_000);

  test("is shown as a built-in one on every face, with its level and reach", async () => {
    const { actors } = (await (await get("/api/v1/genius/actors/")).json()) as { actors: Record<string, any>[] };
    const [own, built] = ["say-word", "data-clean"].map((slug) => actors.find((each) => each["slug"] === slug));
    expect(own).toMatchObject({ level: "installed", reach: { hosts: [], llm: false } });
    expect(Object.keys(own ?? {})).toEqual(Object.keys(built ?? {}));

    const { paths } = (await (await get("/openapi.json")).json()) as { paths: Record<string, any> };
    const row = (slug: string) => paths[`/api/v1/genius/actors/${slug}/run/`]?.post;
    expect(Object.keys(row("say-word"))).toEqual(Object.keys(row("data-clean")));
    const spec = async (slug: string) =>
      (await (await get(`/api/v1/agent/tool/${slug}/spec/`)).json()) as Record<string, unknown>;
    expect(Object.keys(await spec("say-word"))).toEqual(Object.keys(await spec("data-clean")));

    for (const path of ["/llms.txt", "/docs", "/actors"]) expect(await (await get(path)).text()).toContain("say-word");
    expect(await (await get("/actors/say-word")).text()).toMatch(/<form[^>]*say-word[^>]*>[^]*data-at="\/q"/);
    await using client = await WAYS[0]![1](`${hub.url}/mcp`);
    const listed = JSON.stringify((await client.call("list_actors")).content);
    expect(listed).toContain("say-word");
    expect(listed).toContain("data-clean");
  }, 30_000);

  test("that reaches further is asked for again, and swapped in", async () => {
    repository.commit(packageFiles(WIDER));
    const before = lockText();
    for (const args of [[], ["--yes", "--hosts", "none"]]) {
      const { code, out, err } = await actor("update", "say-word", ...args);
      expect(code).toBe(1);
      expect(out).toContain("It reaches api.example.com.");
      expect(err).toMatch(/^Cannot install "say-word": [^\n]+\n$/);
      expect(lockText()).toBe(before);
    }
    expect(await run()).toMatchObject({ items: [{ word: "one" }] });
    expect(await actor("update", "say-word", "--yes", "--hosts", "api.example.com")).toMatchObject({ code: 0 });
    await served("2.0.0");
    // An answer of the version before is not this one's.
    expect(await run()).toMatchObject({ status: 200, cached: false, items: [{ word: "two" }] });
  }, 60_000);

  test("is rolled back, and the update put back again", async () => {
    expect(await actor("rollback", "say-word")).toMatchObject({ code: 0, out: '"say-word" is 1.0.0 again.\n' });
    await hub.logged('Package \\"say-word\\" 1.0.0 is served', 2);
    expect(await run()).toMatchObject({ items: [{ word: "one" }] });
    expect((await actor("list", "--check")).out.split("\n").filter((line) => line !== "")).toEqual([
      '"say-word" 1.0.0 is as it was installed.',
      '"say-word" 2.0.0 is as it was installed.',
    ]);
  }, 30_000);

  test("whose bundle or lock was altered is refused, and the version before serves on", async () => {
    const [installed] = await readLockFile(folder);
    const path = bundlePath(folder, installed?.bundle_sha256 ?? "");
    const [code, lock] = [readFileSync(path, "utf8"), lockText()];
    const refused = async (change: () => void, reason: string): Promise<void> => {
      change();
      await hub.logged(reason);
      expect(await run()).toMatchObject({ items: [{ word: "one" }] });
      const checked = await actor("list", "--check");
      expect(checked.code).toBe(1);
      writeFileSync(join(folder, "back"), lock);
      renameSync(join(folder, "back"), join(folder, LOCK_FILE));
    };
    const alter = (text: string): void => {
      writeFileSync(join(folder, "altered"), text);
      renameSync(join(folder, "altered"), join(folder, LOCK_FILE));
    };
    chmodSync(path, 0o600);
    writeFileSync(path, code.replace('"one"', '"bad"'));
    await refused(() => alter(lock.replace('"installed_at": "2', '"installed_at": "3')), "is not what was installed");
    writeFileSync(path, code);
    const digest = installed?.description_sha256 ?? "";
    await refused(() => alter(lock.replace(digest, digest.replace(/./g, "0"))), "does not describe itself as it did");
    await refused(() => alter("{"), "Cannot read");
  }, 60_000);

  test("that is removed is gone from every face, and so is what it answered", async () => {
    expect(await actor("remove", "say-word")).toMatchObject({ code: 0 });
    await hub.logged("is removed");
    expect(await run()).toMatchObject({ status: 404, code: "unknown_actor" });
    for (const path of ["/api/v1/genius/actors/", "/openapi.json", "/llms.txt", "/actors"])
      expect(await (await get(path)).text()).not.toContain("say-word");
    expect((await readdir(folder)).filter((name) => name.endsWith(".mjs"))).toEqual([]);
    const ready = (await (await get("/ready")).json()) as Record<string, any>;
    expect(ready["actors"]).toMatchObject({ refused: [], fence: { strength: "full" } });
    const line = 'Package \\"say-word\\" 1.0.0 is served';
    const times = hub.log().split(line).length;
    const first = repository.git("rev-list", "--max-parents=0", "HEAD");
    await actor("add", `${repository.source}#${first}`, "--yes", "--hosts", "none");
    await hub.logged(line, times);
    expect(await run()).toMatchObject({ status: 200, cached: false });
  }, 30_000);

  test("leaves a line of the audit for each change, and none for what was not agreed to", async () => {
    await using store = await openStore(undefined, join(work, "data"));
    const { lines } = createAudit(store);
    const words = (await lines())
      .toReversed()
      .map(({ action, reason }) => `${action} ${reason.replace(/[0-9a-f]{64}/, "…")}`);
    expect(words.filter((each) => / say-word/.test(each))).toEqual([
      "install_actor say-word 1.0.0, sha256 …",
      "update_actor say-word 2.0.0, sha256 …",
      "roll_back_actor say-word 1.0.0, sha256 …",
      "remove_actor say-word",
      "install_actor say-word 1.0.0, sha256 …",
    ]);
  });

  test("from a registry and from an archive at an address runs as well", async () => {
    const files = packageFiles({ slug: "npm-word" });
    registry.publish("@author/word", "1.0.0", packed(files));
    registry.serve("/word.tgz", packed(packageFiles({ slug: "url-word" })));
    expect(await actor("add", "npm:@author/word", "--yes", "--hosts", "none")).toMatchObject({ code: 0 });
    expect(await actor("add", `${registry.url}/word.tgz`, "--yes", "--hosts", "none")).toMatchObject({ code: 0 });
    await hub.logged('\\"npm-word\\" 1.0.0 is served');
    await hub.logged('\\"url-word\\" 1.0.0 is served');
    for (const slug of ["npm-word", "url-word"]) expect(await run(slug)).toMatchObject({ items: [{ word: "one" }] });
  }, 60_000);
});

test("nothing private is fetched that NET_ALLOW does not name, not by a redirect or a registry's word either", async () => {
  await using other = startRegistry();
  other.serve("/toy.tgz", packed(packageFiles()));
  const target = `${other.url}/toy.tgz`;
  registry.serve("/away.tgz", Response.redirect(target, 302));
  const dist = { tarball: target, integrity: `sha512-${"A".repeat(86)}==` };
  registry.serve("/away/latest", { name: "away", version: "1.0.0", dist });
  for (const source of [target, `${registry.url}/away.tgz`, "npm:away"]) {
    const { code, out, err } = await actor("add", source, "--yes", "--hosts", "none");
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^Cannot download "[^\n]+\n$/);
  }
  expect(other.asked).toEqual([]);
}, 60_000);

describe.skipIf(NO_FENCE !== undefined)("refused behind the fence in one line, with nothing left behind, is", () => {
  const isolation = createIsolation({ mayBeWeak: false, clock: { now: Date.now }, log: SILENT });
  let installer: Installer;
  beforeAll(() => {
    installer = createInstaller({
      folder,
      fence: packageFence(isolation, { now: Date.now }),
      download: registry.download,
      registry: registry.url,
      git: { env: process.env, signal: new AbortController().signal },
      taken: new Map(),
      consent: async () => true,
      hold: holdFile,
      now: Date.now,
    });
  });
  afterAll(() => isolation[Symbol.asyncDispose]());

  const altered = (path: string, text: string) => ({ ...packageFiles({ slug: "bad" }), [path]: text });
  const inActor = (from: string, to: string) =>
    altered("index.ts", (packageFiles({ slug: "bad" })["index.ts"] ?? "").replace(from, to));

  test.each([
    [
      "an import of node:",
      inActor("import { WORD }", 'import "node:fs";\nimport { WORD }'),
      'index.ts: imports "node:fs"',
    ],
    ["an import of bun:", inActor("import { WORD }", 'import "bun:sqlite";\nimport { WORD }'), "index.ts: imports"],
    [
      "an import from the network",
      altered("word.ts", 'export { WORD } from "https://example.com/x.js";'),
      "word.ts: imports",
    ],
    ["an import of data:", altered("word.ts", 'export { WORD } from "data:text/javascript,1";'), "word.ts: imports"],
    ["a file outside", altered("word.ts", 'export { WORD } from "../../../etc/passwd.ts";'), "word.ts: imports"],
    ["a package that it does not bring", altered("word.ts", 'export { WORD } from "elysia";'), "word.ts: imports"],
    [
      "a module that ends its process",
      altered("word.ts", 'export const WORD = ""; process.exit(3);'),
      "Cannot use the package",
    ],
    [
      "a module that never ends",
      altered("word.ts", 'export const WORD = ""; for (;;);'),
      "did not finish loading within 5 s",
    ],
    [
      "examples that fail",
      inActor("return withGenius([{ q, word: WORD }]", "return withGenius([{ q, word: 1 }]"),
      '"Hello": item 0',
    ],
    ["examples that differ", inActor("word: WORD", "word: String(Math.random())"), "a second run answers differently"],
    [
      "a price by its input",
      inActor('price: { tier: "standard" }', 'price: { tier: "standard", charged: () => true }'),
      "price.charged",
    ],
    [
      "a network that it does not declare",
      inActor(
        "async run({ q }, { now }) {",
        'async run({ q }, { now, fetch }) {\n    await fetch("https://example.com/");',
      ),
      "declares no hosts",
    ],
  ])(
    "%s",
    async (_, files, fault) => {
      const source = createRepository(await mkdtemp(join(work, "bad-")));
      source.commit(files);
      const before = (await readdir(folder)).toSorted();
      const said = await installer.add(source.source).then(
        () => "installed",
        (error: Error) => error.message,
      );
      expect(said).toContain(fault);
      expect(said).toMatch(/^Cannot use the package: [^\n]+\.$/);
      expect(said).not.toContain(work.slice(1));
      expect((await readdir(folder)).toSorted()).toEqual(before);
    },
    30_000,
  );
});
