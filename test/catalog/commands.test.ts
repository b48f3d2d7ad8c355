/** What the shell's catalogue commands do with what operators have. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { addToCatalog, catalogStats, type CommandWorld } from "../../src/catalog/import/commands.ts";
import { HubError, OperatorError } from "../../src/runtime/errors.ts";
import { NOW } from "./support.ts";

const YAML = `openapi: 3.1.0
info: { title: Tea Shop, version: "1.2.0" }
servers: [{ url: https://api.teashop.dev/v1 }]
paths:
  /teas/{id}:
    get: { operationId: getTea, summary: Get one tea, responses: { "200": { description: ok } } }
`;
const SWAGGER = JSON.stringify({
  swagger: "2.0",
  info: { title: "Old", version: "1" },
  host: "api.old.dev",
  basePath: "/x",
  schemes: ["https"],
  paths: { "/y": { post: { summary: "Make y", responses: { 200: { description: "ok" } } } } },
});
const TABLE = `### Animals
API | Description | Auth | HTTPS | CORS |
|:---|:---|:---|:---|:---|
| [Cat Facts](https://cats.example.com/) | Daily cat facts | No | Yes | No |
| [Dogs](https://dogs.example.com/) | Pictures of dogs \\| puppies | \`apiKey\` | Yes | Unknown |
`;

let folder: string;
let asked: string[];
let world: CommandWorld;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "catalog-commands-"));
  asked = [];
  world = {
    path: join(folder, "catalog.sqlite"),
    now: () => NOW,
    fetchText: async (url) => {
      asked.push(url);
      const text = { "https://specs.example.com/tea.yaml": YAML, "https://specs.example.com/list.json": LIST }[url];
      if (text === undefined) throw new OperatorError("nothing there");
      return text;
    },
  };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The shape of the list that APIs.guru publishes. */
const LIST = JSON.stringify({
  "teashop.dev": {
    added: "2020-01-01T00:00:00Z",
    preferred: "1.2.0",
    versions: {
      "1.2.0": {
        added: "2020-01-01T00:00:00Z",
        updated: "2024-01-01T00:00:00Z",
        info: { title: "Tea Shop", version: "1.2.0" },
        swaggerUrl: "https://specs.example.com/tea.json",
        swaggerYamlUrl: "https://specs.example.com/tea.yaml",
      },
    },
  },
});

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function addresses(): string[] {
  const catalog = openCatalog(world.path, () => 0);
  const { entries } = catalog.feed({ featured: false, limit: 50, offset: 0 });
  catalog.close();
  return entries.map(({ method, baseUrl, path }) => `${method} ${baseUrl}${path}`).sort();
}

test("a YAML file and a Swagger 2 file are added one after the other, and adding one again changes nothing", async () => {
  const tea = write("tea.yaml", YAML);
  await addToCatalog(world, tea);
  await addToCatalog(world, write("old.json", SWAGGER));
  await addToCatalog(world, tea);
  expect(addresses()).toEqual(["GET https://api.teashop.dev/v1/teas/{id}", "POST https://api.old.dev/x/y"]);
});

test("a folder brings every description in it, and counts what is broken", async () => {
  write("tea.yaml", YAML);
  write("old.json", SWAGGER);
  write("broken.json", "{ not json");
  const report = await addToCatalog(world, folder);
  expect(report.entries).toBe(2);
  expect(Object.values(report.skipped)).toEqual([1]);
});

test("an address is fetched, and a list.json leads to its descriptions", async () => {
  await addToCatalog(world, "https://specs.example.com/tea.yaml");
  expect(addresses()).toEqual(["GET https://api.teashop.dev/v1/teas/{id}"]);
});

test("a public-apis table is counted apart: its rows name no operation that could be called", async () => {
  await addToCatalog(world, write("tea.yaml", YAML));
  await addToCatalog(world, write("README.md", TABLE));
  expect(catalogStats(world.path)).toMatchObject({ entries: 1, listings: 2 });
});

test("what is not there is said, and nothing is built", async () => {
  await expect(addToCatalog(world, join(folder, "none.json"))).rejects.toThrow(OperatorError);
  expect(() => catalogStats(world.path)).toThrow(OperatorError);
});

test("a folder without descriptions, and an address that nothing is fetched from, are no sources", async () => {
  mkdirSync(join(folder, "own"));
  write("own/notes.txt", "nothing");
  await expect(addToCatalog(world, join(folder, "own"))).rejects.toThrow(
    "It holds no file that ends in .json, .yaml, .yml. The catalogue is as it was.",
  );
  await expect(addToCatalog(world, "ftp://teashop.dev/tea.yaml")).rejects.toThrow("not of ftp");
  const report = await addToCatalog(world, "https://specs.example.com/tea.yaml");
  expect(report).toMatchObject({ entries: 1, own: 1 });
});

test("a pipe is no source: nobody may ever write to it", async () => {
  await expect(addToCatalog(world, "/dev/null")).rejects.toThrow("It is neither a file nor a folder.");
  const pipe = join(folder, "pipe.json");
  expect(spawnSync("mkfifo", [pipe]).status).toBe(0);
  await expect(addToCatalog(world, pipe)).rejects.toThrow("It is neither a file nor a folder.");
});

test("an address that is kept from strangers is told how to be allowed", async () => {
  const refused = new HubError("url_not_allowed", "The address is not fetched: it is not public.");
  const closed = { ...world, fetchText: () => Promise.reject(refused) };
  await expect(addToCatalog(closed, "HTTP://10.0.0.7:8080/tea.yaml")).rejects.toThrow(
    "it is not public. If it is yours, NET_ALLOW=10.0.0.7:8080 allows it. The catalogue is as it was.",
  );
});

test("what a source brought is told apart from all that there is", async () => {
  await addToCatalog(world, write("tea.yaml", YAML));
  expect(await addToCatalog(world, write("old.json", SWAGGER))).toMatchObject({ entries: 2, own: 1 });
  const hooks = { openapi: "3.1.0", info: { title: "Hooks", version: "1" }, webhooks: { made: { post: {} } } };
  expect(await addToCatalog(world, write("hooks.json", JSON.stringify(hooks)))).toMatchObject({ entries: 2, own: 0 });
});

test("versions without quotes are read as they are written", async () => {
  await addToCatalog(world, write("a.yaml", YAML.replace('"1.2.0"', "1.10").replace("3.1.0", "3.1")));
  const old =
    "swagger: 2.0\ninfo: {title: Old, version: 2}\nhost: api.old.dev\nschemes: [https]\npaths:\n  /y:\n    get: {summary: Y}\n";
  await addToCatalog(world, write("b.yaml", old));
  expect(addresses()).toEqual(["GET https://api.old.dev/y", "GET https://api.teashop.dev/v1/teas/{id}"]);
});

test("a null in a list spoils nothing, and a broken operation only itself", async () => {
  const swagger = {
    ...JSON.parse(SWAGGER),
    tags: [null],
    paths: {
      "/y": {
        parameters: [null],
        get: {
          tags: [null],
          parameters: [null, { name: "q", in: "query", type: "string", enum: ["a", null] }],
          responses: { 200: null },
        },
      },
      "/z": { post: { parameters: "no list", responses: [] } },
      "/n": null,
    },
  };
  await addToCatalog(world, write("nulls.json", JSON.stringify(swagger)));
  expect(addresses()).toContain("GET https://api.old.dev/x/y");
});

test("a folder with links that lead upwards, in a circle or nowhere is read once", async () => {
  const own = join(folder, "own");
  mkdirSync(join(own, "deep"), { recursive: true });
  writeFileSync(join(own, "deep", "tea.yaml"), YAML);
  symlinkSync("..", join(own, "deep", "up"));
  symlinkSync(own, join(own, "self"));
  symlinkSync("nowhere.json", join(own, "gone.json"));
  symlinkSync(write("old.json", SWAGGER), join(own, "linked.json"));
  const report = await addToCatalog(world, own);
  expect(report).toMatchObject({ entries: 2, skipped: {} });
});

test("what is no operation to call is counted with its reason", async () => {
  const operation = { responses: { 200: { description: "ok" } } };
  const whole = (more: object) =>
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      servers: [{ url: "https://api.x.dev" }],
      ...more,
    });
  mkdirSync(join(folder, "own"));
  write("own/a.json", whole({ webhooks: { sent: { post: operation }, read: { post: operation } } }));
  write("own/b.json", whole({ paths: {} }));
  write(
    "own/c.json",
    whole({
      paths: {
        "/a": null,
        "/b": { get: null },
        "/../c": { get: operation },
        "/d": { $ref: "#/components/pathItems/no" },
        "/e": { get: operation },
      },
    }),
  );
  const report = await addToCatalog(world, join(folder, "own"));
  expect(report).toEqual({
    entries: 1,
    own: 1,
    folded: {},
    skipped: {
      "webhook, called by its provider": 2,
      "description without operations": 1,
      "broken operation": 2,
      "path that cannot be called": 1,
      "path behind a reference that leads nowhere": 1,
    },
  });
});

describe("a source that cannot be read at its second addition leaves every entry as it was", () => {
  const TEAS = `${YAML}  /cups:\n    get: { operationId: getCups, responses: { "200": { description: ok } } }\n`;
  test.each<[string, (path: string) => void]>([
    ["empty", (path) => writeFileSync(path, "")],
    ["cut", (path) => writeFileSync(path, TEAS.slice(0, TEAS.indexOf("  /cups") - 20))],
    ["cut between lines", (path) => writeFileSync(path, TEAS.slice(0, TEAS.indexOf("  /cups") - 1))],
    ["only its head", (path) => writeFileSync(path, "openapi: 3.1.0\ninfo: {}\n")],
    ["another thing", (path) => writeFileSync(path, "<html>")],
    ["renamed", (path) => renameSync(path, `${path}.old`)],
    ["a folder", (path) => (rmSync(path), mkdirSync(path))],
  ])("%s", async (_, spoil) => {
    const path = write("teas.yaml", TEAS);
    await addToCatalog(world, path);
    const before = addresses();
    spoil(path);
    await expect(addToCatalog(world, path)).rejects.toThrow(OperatorError);
    await expect(addToCatalog(world, path)).rejects.toThrow(path);
    expect(addresses()).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
  });

  const TWO_METHODS = YAML.replace("    get:", "    delete: { operationId: dropTea, responses: {} }\n    get:");
  test.each<[string, string, string]>([
    ["between two paths", TEAS, "  /cups"],
    ["between two operations of the last path", TWO_METHODS, "    get:"],
    ["before its components", `${TEAS}components:\n  schemas:\n    Tea: { type: object }\n`, "components"],
    ["before the last component", `${TEAS}components:\n  schemas:\n    Tea: {}\n    Cup: {}\n`, "    Cup"],
    [
      "within the last operation",
      TEAS.replace(/cups:\n.*\n/, 'cups:\n    get:\n      operationId: getCups\n      responses:\n        "200": {}\n'),
      "      responses",
    ],
    [
      "within its answers",
      TEAS.replace(/cups:\n.*\n/, 'cups:\n    get:\n      operationId: getCups\n      responses:\n        "200": {}\n'),
      '        "200": {}',
    ],
    ["before the last field", `${TEAS}security: []\n`, "security"],
  ])("cut at the end of a line, %s, unless that is meant", async (_, whole, at) => {
    const path = write("teas.yaml", whole);
    await addToCatalog(world, path);
    const before = addresses();
    writeFileSync(path, whole.slice(0, whole.indexOf(at)));
    await expect(addToCatalog(world, path)).rejects.toThrow(/it lacks ".*" and all that stood behind it.*--shorter/);
    expect(addresses()).toEqual(before);
    const { entries } = await addToCatalog({ ...world, isShorter: true }, path);
    expect(entries).toBeLessThanOrEqual(before.length);
  });

  test("cut within the last of two methods, whatever their usual order", async () => {
    const [before, last] = [
      "    post: { responses: { '200': {} } }\n    get:\n      summary: Get",
      "      responses: { '200': {} }\n",
    ];
    const path = write("teas.yaml", YAML.replace(/    get: .*\n/, `${before}\n${last}`));
    await addToCatalog(world, path);
    writeFileSync(path, YAML.replace(/    get: .*\n/, `${before}\n`));
    await expect(addToCatalog(world, path)).rejects.toThrow(/it lacks "responses of GET/);
  });

  test("an operation that never said what it answers is no cut where others do not either", async () => {
    const silent = TEAS.replace(/responses: [^\n]*/g, "tags: [a] }");
    const path = write("teas.yaml", silent);
    await addToCatalog(world, path);
    expect((await addToCatalog(world, path)).entries).toBe(2);
  });

  test("what was taken out of the middle, or replaced, is meant", async () => {
    const path = write("teas.yaml", TEAS);
    await addToCatalog(world, path);
    writeFileSync(path, TEAS.replace(/  .teas.*\n.*\n/, ""));
    expect((await addToCatalog(world, path)).entries).toBe(1);
    writeFileSync(path, TEAS.replace("/cups", "/mugs"));
    expect((await addToCatalog(world, path)).entries).toBe(2);
  });

  test("an address that is down", async () => {
    await addToCatalog(world, "https://specs.example.com/tea.yaml");
    const before = addresses();
    const fetchText = () =>
      Promise.reject(new HubError("upstream_failed", "The upstream service could not be reached."));
    const adding = addToCatalog({ ...world, fetchText }, "https://specs.example.com/tea.yaml");
    await expect(adding).rejects.toThrow(/tea\.yaml".*could not be reached\. The catalogue/);
    expect(addresses()).toEqual(before);
  });

  test("one file of a folder", async () => {
    mkdirSync(join(folder, "own"));
    write("own/tea.yaml", YAML);
    const old = write("own/old.json", SWAGGER);
    write("own/broken.json", "{ not json");
    await addToCatalog(world, join(folder, "own"));
    const before = addresses();
    await addToCatalog(world, join(folder, "own"));
    expect(addresses()).toEqual(before);
    writeFileSync(old, SWAGGER.slice(0, -30));
    await expect(addToCatalog(world, join(folder, "own"))).rejects.toThrow(OperatorError);
    expect(addresses()).toEqual(before);
  });
});

test("nothing can be read from a first source that is broken, and no catalogue is built", async () => {
  await expect(addToCatalog(world, write("broken.json", "{ not json"))).rejects.toThrow(/broken\.json.*JSON/);
  expect(readdirSync(folder).sort()).toEqual(["broken.json", "catalog.sqlite.lock"]);
});

/** Adds a folder, and is killed without warning as the k-th step of it begins. */
const KILLED = `
import { addToCatalog } from "${new URL("../../src/catalog/import/commands.ts", import.meta.url).pathname}";
const [path, from, step] = process.argv.slice(2);
let steps = 0;
const onProgress = () => { if (steps++ === Number(step)) process.kill(process.pid, "SIGKILL"); };
await addToCatalog({ path, now: () => 0, fetchText: async () => "", onProgress }, from);
`;

test("an addition that is killed at any step leaves the old catalogue, and no file of its own for long", async () => {
  await addToCatalog(world, write("tea.yaml", YAML));
  const before = addresses();
  mkdirSync(join(folder, "own"));
  for (let at = 0; at < 7; at++) write(`own/${at}.json`, SWAGGER.replace("api.old.dev", `api${at}.old.dev`));
  const script = write("killed.ts", KILLED);
  const kill = async (step: number) => {
    const child = spawn(process.execPath, [script, world.path, join(folder, "own"), String(step)], { stdio: "ignore" });
    await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
    expect(addresses()).toEqual(before);
  };
  for (let step = 0; step < 8; step++) await kill(step);
  const report = await addToCatalog(world, join(folder, "own"));
  expect(report.entries).toBe(8);
  expect(readdirSync(folder).filter((name) => /\.new/.test(name))).toEqual([]);
  const child = spawn(process.execPath, [script, world.path, join(folder, "own"), "8"], { stdio: "ignore" });
  await once(child, "exit");
  expect(addresses()).toHaveLength(8);
}, 60_000);
