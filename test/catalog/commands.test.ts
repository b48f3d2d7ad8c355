/** What the shell's catalogue commands do with what operators have. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCatalog } from "../../src/catalog/catalog.ts";
import { addToCatalog, catalogStats, type CommandWorld } from "../../src/catalog/commands.ts";
import { OperatorError } from "../../src/runtime/errors.ts";
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
