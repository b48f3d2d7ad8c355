/** `catalog refresh` against a directory of the test's own, which serves a list and descriptions as APIs.guru does. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { buildCatalog } from "../../src/catalog/import/build.ts";
import { importDirectory } from "../../src/catalog/import/commands.ts";
import { DIRECTORY_SOURCE, directoryDocuments } from "../../src/catalog/import/directory.ts";
import { refreshCatalog, type RefreshOptions, type RefreshReport } from "../../src/catalog/refresh/refresh.ts";
import { fetchNewerBy } from "../../src/cli/catalog/refresh.ts";
import { createFetch } from "../../src/net/fetch.ts";
import { OperatorError } from "../../src/runtime/errors.ts";
import { tryLock } from "../../src/catalog/sqlite.ts";
import { NOW } from "./support.ts";

const OLD = "2022-01-01T00:00:00.000Z";
const NEW = "2025-06-01T00:00:00.000Z";

interface Served {
  description: object | string;
  updated?: string;
  status?: number;
  version?: string;
}

let folder: string;
let server: ReturnType<typeof Bun.serve>;
let directory: Map<string, Served>;
let asked: { path: string; status: number; condition: string | null }[];
let most: number;
let running: number;
/** Holds answers back until it is called. */
let gate: Promise<void> | undefined;
let listText: string | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "refresh-"));
  mkdirSync(join(folder, "package"), { recursive: true });
  directory = new Map();
  asked = [];
  [most, running, gate, listText] = [0, 0, undefined, undefined];
  server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: serve });
});
afterEach(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true, force: true });
});

async function serve(request: Request): Promise<Response> {
  const { pathname: path } = new URL(request.url);
  most = Math.max(most, ++running);
  await (path === "/v2/list.json" ? undefined : gate);
  const answer = answerTo(path, request.headers.get("if-none-match"));
  running--;
  asked.push({ path, status: answer.status, condition: request.headers.get("if-none-match") });
  return answer;
}

function answerTo(path: string, condition: string | null): Response {
  const key = decodeURIComponent(/^\/v2\/specs\/(.+)\.json$/.exec(path)?.[1] ?? "");
  const served = directory.get(key);
  const text = path === "/v2/list.json" ? (listText ?? listOf()) : textOf(served?.description ?? "");
  if (path !== "/v2/list.json" && served?.status !== undefined)
    return new Response(served.status === 304 ? null : "no", { status: served.status });
  const etag = `"${Bun.hash(text)}"`;
  if (condition === etag) return new Response(null, { status: 304, headers: { etag } });
  return new Response(text, { headers: { "content-type": "application/json", etag } });
}

function listOf(): string {
  const rows = [...directory].map(([key, { description, updated = OLD, version = "1.0" }]) => [
    key,
    {
      added: OLD,
      preferred: version,
      versions: {
        "0.1": { added: OLD, updated: OLD, info: {}, swaggerUrl: `${base()}/v2/specs/never.json`, openapiVer: "3.0.0" },
        [version]: {
          added: OLD,
          updated,
          info: { ...(description as { info?: object }).info, "x-logo": { url: "https://api.apis.guru/logo.svg" } },
          swaggerUrl: `${base()}/v2/specs/${encodeURIComponent(key)}.json`,
          swaggerYamlUrl: `${base()}/v2/specs/${encodeURIComponent(key)}.yaml`,
          openapiVer: "3.0.0",
          link: `${base()}/v2/${key}.json`,
        },
      },
    },
  ]);
  return JSON.stringify(Object.fromEntries(rows));
}

function base(): string {
  return `http://127.0.0.1:${server.port}`;
}

function textOf(description: object | string): string {
  return typeof description === "string" ? description : JSON.stringify(description);
}

/** With so many operations. */
function api(host: string, count: number, more: object = {}): object {
  const operation = { summary: "Read one", responses: { 200: { description: "ok" } } };
  return {
    openapi: "3.0.0",
    info: { title: host, version: "1.0" },
    servers: [{ url: `https://${host}` }],
    paths: Object.fromEntries(Array.from({ length: count }, (_, at) => [`/things${at}`, { get: operation }])),
    ...more,
  };
}

/** Puts it into the package, and into the directory as it was then. */
function packaged(key: string, description: object): void {
  const path = join(folder, "package", `${key.replace(":", "/")}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(description));
  directory.set(key, { description });
}

const catalogPath = () => join(folder, "catalog.sqlite");

async function build(): Promise<void> {
  const source = { name: DIRECTORY_SOURCE, documents: directoryDocuments(join(folder, "package")) };
  await buildCatalog({ path: catalogPath(), now: NOW, source });
}

function refresh(more: Partial<RefreshOptions> = {}): Promise<RefreshReport> {
  const allow = new Set([`127.0.0.1:${server.port}`]);
  const fetch = createFetch({ resolve: async () => [], allow, selfHosts: [], limits: { maxBytes: 200_000 } });
  return refreshCatalog({
    path: catalogPath(),
    now: NOW,
    listUrl: `${base()}/v2/list.json`,
    packageFolder: join(folder, "package"),
    fetchNewer: fetchNewerBy(fetch, allow),
    ...more,
  });
}

/** Living entries: "host/path". */
function entries(): string[] {
  const catalog = openCatalog(catalogPath(), () => 0);
  const { entries: found } = catalog.feed({ featured: false, limit: 200, offset: 0 });
  catalog.close();
  return found.map(({ baseUrl, path }) => `${new URL(baseUrl).host}${path}`).sort();
}

const fetched = () => asked.filter(({ path }) => path !== "/v2/list.json").map(({ path }) => path);

test("the list is read first, and of it only what is newer than the package", async () => {
  packaged("tea.dev", api("api.tea.dev", 2));
  packaged("cups.dev:large", api("api.cups.dev", 1));
  await build();
  directory.set("tea.dev", { description: api("api.tea.dev", 3), updated: NEW });
  directory.set("milk.dev", { description: api("api.milk.dev", 1), updated: NEW });

  const report = await refresh();

  expect(asked[0]?.path).toBe("/v2/list.json");
  expect(fetched().sort()).toEqual(["/v2/specs/milk.dev.json", "/v2/specs/tea.dev.json"]);
  expect(report).toMatchObject({ listed: 3, changed: 1, added: 1, gone: 0, faults: [], held: [], moved: [], left: 0 });
  expect(entries()).toEqual([
    "api.cups.dev/things0",
    "api.milk.dev/things0",
    "api.tea.dev/things0",
    "api.tea.dev/things1",
    "api.tea.dev/things2",
  ]);
});

test("a second refresh asks for the list by its tag, and for nothing else", async () => {
  packaged("tea.dev", api("api.tea.dev", 2));
  await build();
  directory.set("tea.dev", { description: api("api.tea.dev", 3), updated: NEW });
  await refresh();
  asked = [];

  const report = await refresh();

  expect(asked).toEqual([{ path: "/v2/list.json", status: 304, condition: expect.any(String) }]);
  expect(report.build).toBeUndefined();
  expect(entries()).toHaveLength(3);
});

test("a description that the list says is newer and that is as it was is not read again", async () => {
  packaged("tea.dev", api("api.tea.dev", 2));
  await build();
  directory.set("tea.dev", { description: api("api.tea.dev", 3), updated: NEW });
  await refresh();
  directory.set("tea.dev", { description: api("api.tea.dev", 3), updated: "2025-07-01T00:00:00.000Z" });
  asked = [];

  const report = await refresh();
  expect(asked.map(({ path, status }) => [path, status])).toEqual([
    ["/v2/list.json", 200],
    ["/v2/specs/tea.dev.json", 304],
  ]);
  expect(report.build).toBeUndefined();
  asked = [];
  await refresh();
  expect(fetched()).toEqual([]);
});

test("a build from the package keeps what was refreshed", async () => {
  packaged("tea.dev", api("api.tea.dev", 2));
  await build();
  directory.set("tea.dev", { description: api("api.tea.dev", 3), updated: NEW });
  await refresh();
  const { openMirror, mirrorFolder } = await import("../../src/catalog/import/mirror.ts");
  const { withMirrored } = await import("../../src/catalog/import/directory.ts");
  const mirror = openMirror(mirrorFolder(catalogPath()));
  const documents = withMirrored(directoryDocuments(join(folder, "package")), mirror, mirror.all("taken"), "taken");
  await buildCatalog({ path: catalogPath(), now: NOW, source: { name: DIRECTORY_SOURCE, documents } });
  expect(entries()).toHaveLength(3);
});

test("an import that is begun while a refresh builds takes nothing of it away", async () => {
  packaged("tea.dev", api("api.tea.dev", 1));
  await build();
  directory.set("tea.dev", { description: api("api.tea.dev", 2), updated: NEW });
  directory.set("new.dev", { description: api("api.new.dev", 1), updated: NEW });
  const world = { path: catalogPath(), now: () => NOW, fetchText: async () => "" };
  const imports: Promise<unknown>[] = [];
  await refresh({
    onProgress: () => void (imports.length === 0 && imports.push(importDirectory(world, join(folder, "package")))),
  });
  await Promise.all(imports);
  expect(imports).toHaveLength(1);
  expect(entries()).toEqual(["api.new.dev/things0", "api.tea.dev/things0", "api.tea.dev/things1"]);
});

test("a Swagger 2 description is taken as OpenAPI 3", async () => {
  packaged("tea.dev", api("api.tea.dev", 1));
  await build();
  const description = {
    swagger: "2.0",
    info: { title: "Old", version: "1" },
    host: "api.old.dev",
    schemes: ["https"],
    paths: { "/y": { post: { summary: "Make y", responses: { 200: { description: "ok" } } } } },
  };
  directory.set("old.dev", { description, updated: NEW });
  await refresh();
  expect(entries()).toEqual(["api.old.dev/y", "api.tea.dev/things0"]);
});

describe("what cannot be read stays as it was", () => {
  beforeEach(async () => {
    packaged("tea.dev", api("api.tea.dev", 2));
    packaged("cups.dev", api("api.cups.dev", 1));
    await build();
    directory.set("cups.dev", { description: api("api.cups.dev", 2), updated: NEW });
  });

  test.each<[string, Served]>([
    ["fails", { description: api("api.tea.dev", 3), updated: NEW, status: 500 }],
    ["is said to be as it never was", { description: api("api.tea.dev", 3), updated: NEW, status: 304 }],
    ["is gone", { description: api("api.tea.dev", 3), updated: NEW, status: 404 }],
    ["is cut", { description: JSON.stringify(api("api.tea.dev", 3)).slice(0, -40), updated: NEW }],
    ["is a page", { description: "<html>We moved</html>", updated: NEW }],
    ["is empty", { description: "", updated: NEW }],
    ["is too large", { description: api("api.tea.dev", 3, { "x-large": "x".repeat(300_000) }), updated: NEW }],
  ])("where a description %s", async (_, served) => {
    directory.set("tea.dev", served);
    const report = await refresh();
    expect(report.faults.map(({ name }) => name)).toEqual([`${base()}/v2/specs/tea.dev.json`]);
    expect(entries()).toEqual([
      "api.cups.dev/things0",
      "api.cups.dev/things1",
      "api.tea.dev/things0",
      "api.tea.dev/things1",
    ]);
    // And it is asked for again.
    directory.set("tea.dev", { description: api("api.tea.dev", 3), updated: NEW });
    await refresh();
    expect(entries()).toHaveLength(5);
  });

  test.each<[string, string]>([
    ["no JSON", "<html>"],
    ["another list", JSON.stringify({ apis: [] })],
    ["empty", "{}"],
    ["of descriptions without addresses", JSON.stringify({ "a.dev": { preferred: "1", versions: { 1: {} } } })],
    ["too large", JSON.stringify({ "a.dev": "x".repeat(300_000) })],
  ])("where the list is %s", async (_, text) => {
    listText = text;
    const before = entries();
    await expect(refresh()).rejects.toThrow(OperatorError);
    expect(fetched()).toEqual([]);
    expect(entries()).toEqual(before);
    listText = undefined;
    await refresh();
    expect(entries()).toHaveLength(4);
  });

  test("where the list leads elsewhere than by https, or to a private place", async () => {
    directory.set("tea.dev", { description: api("api.tea.dev", 3), updated: NEW });
    const list = JSON.parse(listOf()) as Record<string, { versions: Record<string, { swaggerUrl: string }> }>;
    list["tea.dev"]!.versions["1.0"]!.swaggerUrl = "http://specs.example.com/tea.json";
    list["cups.dev"]!.versions["1.0"]!.swaggerUrl = "https://10.0.0.1/cups.json";
    list["file.dev"] = structuredClone(list["tea.dev"]!);
    list["file.dev"].versions["1.0"]!.swaggerUrl = "file:///etc/passwd";
    listText = JSON.stringify(list);
    const report = await refresh();
    expect(report.faults.map(({ name }) => name).sort()).toEqual([
      "file.dev",
      "http://specs.example.com/tea.json",
      "https://10.0.0.1/cups.json",
    ]);
    expect(report.build).toBeUndefined();
  });
});

describe("a provider that would lose more than a fifth of its operations", () => {
  beforeEach(async () => {
    packaged("tea.dev:green", api("green.tea.dev", 10));
    packaged("tea.dev:black", api("black.tea.dev", 10));
    await build();
  });

  test("waits for the operator, and what it gains is taken", async () => {
    directory.set("tea.dev:green", { description: api("green.tea.dev", 5), updated: NEW });
    directory.set("tea.dev:black", { description: api("black.tea.dev", 10), updated: NEW });
    directory.set("milk.dev", { description: api("api.milk.dev", 1), updated: NEW });

    const report = await refresh();
    expect(report.held).toEqual([{ provider: "tea.dev", before: 20, after: 15, apis: ["tea.dev/green"] }]);
    expect(entries().filter((one) => one.startsWith("green"))).toHaveLength(10);
    expect(entries()).toContain("api.milk.dev/things0");

    asked = [];
    const accepted = await refresh({ acceptLoss: true });
    expect(fetched()).toEqual([]);
    expect(accepted).toMatchObject({ changed: 1, held: [] });
    expect(entries().filter((one) => one.startsWith("green"))).toHaveLength(5);
  });

  test("loses less without being asked", async () => {
    directory.set("tea.dev:green", { description: api("green.tea.dev", 7), updated: NEW });
    expect(await refresh()).toMatchObject({ changed: 1, held: [] });
    expect(entries()).toHaveLength(17);
  });

  test("loses what the list names no more by the same rule", async () => {
    directory.delete("tea.dev:green");
    expect(await refresh()).toMatchObject({ gone: 0, held: [{ before: 20, after: 10, apis: ["tea.dev/green"] }] });
    expect(entries()).toHaveLength(20);
    expect(await refresh({ acceptLoss: true })).toMatchObject({ gone: 1, held: [] });
    expect(entries()).toHaveLength(10);
    // And it comes back with the list.
    directory.set("tea.dev:green", { description: api("green.tea.dev", 10) });
    expect(await refresh()).toMatchObject({ added: 1 });
    expect(entries()).toHaveLength(20);
  });

  test("counts what can be called: a description whose hosts are placeholders has lost all", async () => {
    directory.set("tea.dev:green", { description: api("your-host.example.com", 10), updated: NEW });
    expect((await refresh()).held).toHaveLength(1);
  });
});

test("a host or a login that changed is told", async () => {
  const logins = (at: string) => ({
    components: {
      securitySchemes: {
        o: { type: "oauth2", flows: { clientCredentials: { tokenUrl: `https://${at}/token`, scopes: {} } } },
      },
    },
  });
  packaged("tea.dev", api("api.tea.dev", 2, logins("id.tea.dev")));
  await build();
  directory.set("tea.dev", { description: api("api.other.dev", 2, logins("id.other.dev")), updated: NEW });
  expect((await refresh()).moved).toEqual([
    { api: "tea.dev", from: ["api.tea.dev"], to: ["api.other.dev"] },
    { api: "tea.dev", from: ["https://id.tea.dev/token"], to: ["https://id.other.dev/token"] },
  ]);
});

test("at most four descriptions are asked for at once", async () => {
  packaged("tea.dev", api("api.tea.dev", 1));
  await build();
  for (let at = 0; at < 12; at++) directory.set(`n${at}.dev`, { description: api(`api.n${at}.dev`, 1), updated: NEW });
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const done = refresh();
  while (running < 4) await Bun.sleep(1);
  resolve();
  expect(await done).toMatchObject({ added: 12 });
  expect(most).toBe(4);
});

test("a directory that fails ten times in a row is left alone, and the next refresh goes on", async () => {
  packaged("tea.dev", api("api.tea.dev", 1));
  await build();
  for (let at = 0; at < 30; at++)
    directory.set(`n${at}.dev`, { description: api(`api.n${at}.dev`, 1), updated: NEW, status: 503 });
  const report = await refresh();
  expect(report.faults.length + report.left).toBe(30);
  expect(report.faults.length).toBeLessThanOrEqual(13);
  expect(report.build).toBeUndefined();
  for (const served of directory.values()) delete served.status;
  expect(await refresh()).toMatchObject({ added: 30 });
});

test("one that is stopped leaves the catalogue as it was, and the next reads only what is missing", async () => {
  packaged("tea.dev", api("api.tea.dev", 1));
  await build();
  for (let at = 0; at < 12; at++) directory.set(`n${at}.dev`, { description: api(`api.n${at}.dev`, 1), updated: NEW });
  const stop = new AbortController();
  const stopped = refresh({
    signal: stop.signal,
    onFetch: ({ done }) => void (done === 8 && stop.abort(new OperatorError("Stopped"))),
  });
  await expect(stopped).rejects.toThrow("Stopped");
  expect(entries()).toEqual(["api.tea.dev/things0"]);
  const before = asked.length;
  expect(await refresh()).toMatchObject({ added: 12 });
  const again = asked.slice(before).filter(({ path }) => path !== "/v2/list.json");
  expect(again.length).toBeLessThan(12);
  expect(entries()).toHaveLength(13);
});

test("one that dies after the catalogue was replaced is told by the next as done", async () => {
  packaged("tea.dev", api("api.tea.dev", 1));
  await build();
  directory.set("tea.dev", { description: api("api.tea.dev", 2), updated: NEW });
  await refresh();
  const shelf = (name: string) => join(folder, "catalog-refresh", name);
  for (const name of readdirSync(shelf("taken"))) {
    const { renameSync } = await import("node:fs");
    renameSync(join(shelf("taken"), name), join(shelf("waiting"), name));
  }
  expect(await refresh()).toMatchObject({ changed: 1, faults: [] });
  expect(entries()).toHaveLength(2);
});

test("two at once: the second is refused and changes nothing", async () => {
  packaged("tea.dev", api("api.tea.dev", 1));
  await build();
  using lock = tryLock(`${catalogPath()}.refresh.lock`);
  expect(lock).toBeDefined();
  await expect(refresh()).rejects.toThrow("another refresh is at it");
  expect(asked).toEqual([]);
});

test("without the package, what only the package has is not taken away", async () => {
  packaged("tea.dev", api("api.tea.dev", 1));
  packaged("cups.dev", api("api.cups.dev", 1));
  await build();
  directory.get("cups.dev")!.status = 500;
  directory.set("tea.dev", { description: api("api.tea.dev", 2), updated: NEW });
  await expect(refresh({ packageFolder: undefined })).rejects.toThrow("which is not installed");
  expect(entries()).toHaveLength(2);
  delete directory.get("cups.dev")!.status;
  await refresh({ packageFolder: undefined });
  expect(entries()).toHaveLength(3);
});

test("names in the list are no paths, and broken files of the mirror are read again", async () => {
  packaged("tea.dev", api("api.tea.dev", 1));
  await build();
  directory.set("tea.dev", { description: api("api.tea.dev", 2), updated: NEW });
  const list = JSON.parse(listOf()) as Record<string, unknown>;
  list["../../evil"] = list["tea.dev"];
  list["__proto__:x"] = list["tea.dev"];
  list["a.dev:../../x"] = list["tea.dev"];
  listText = JSON.stringify(list);
  const report = await refresh();
  expect(report.faults.map(({ name }) => name).sort()).toEqual(["../../evil", "__proto__:x", "a.dev:../../x"]);
  expect(existsSync(join(folder, "evil"))).toBe(false);
  const taken = join(folder, "catalog-refresh", "taken");
  for (const name of readdirSync(taken)) writeFileSync(join(taken, name), "broken");
  expect(await refresh()).toMatchObject({ changed: 1 });
});

test.each(["taken", "waiting"])(
  "what was %s and is damaged is read again, and no refresh fails by it",
  async (shelf) => {
    packaged("tea.dev", api("api.tea.dev", 1));
    packaged("cups.dev", api("api.cups.dev", 10));
    await build();
    directory.set("tea.dev", { description: api("api.tea.dev", 2), updated: NEW });
    // One waits for the operator: it would lose much.
    directory.set("cups.dev", { description: api("api.cups.dev", 1), updated: NEW });
    await refresh();
    for (const path of [shelfFile(shelf), join(folder, "catalog-refresh", "list.zst")]) {
      const whole = readFileSync(path);
      writeFileSync(path, whole.fill(0, whole.indexOf(10) + 1)); // As a loss of power leaves it: the first line is there.
    }
    directory.set("new.dev", { description: api("api.new.dev", 1), updated: NEW });
    expect(await refresh()).toMatchObject({ added: 1, faults: [] });
    expect(entries()).toHaveLength(13);
  },
);

function shelfFile(shelf: string): string {
  const own = join(folder, "catalog-refresh", shelf);
  const [name = "", ...others] = readdirSync(own);
  expect(others).toEqual([]);
  return join(own, name);
}

describe("what is fetched", () => {
  const answered = (url: string) => ({
    url,
    status: 200,
    bytes: new TextEncoder().encode("{}"),
    headers: new Headers(),
  });

  test("comes by https, where the operator has not allowed the host, also after a redirect", async () => {
    const seen: string[] = [];
    const fetchFrom = (end: string) =>
      fetchNewerBy(
        async (url) => {
          seen.push(url);
          return answered(end);
        },
        new Set(["mirror.internal:80"]),
      );
    await expect(fetchFrom("http://a.dev/x")("http://a.dev/x", {}, undefined)).rejects.toThrow("not https");
    expect(seen).toEqual([]);
    await expect(fetchFrom("http://a.dev/x")("https://a.dev/x", {}, undefined)).rejects.toThrow("not https");
    expect(await fetchFrom("https://b.dev/x")("https://a.dev/x", {}, undefined)).toMatchObject({ kind: "new" });
  });
});
