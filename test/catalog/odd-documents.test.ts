/** Documents as editors, shells and strangers leave them: what can be read is read, and what cannot is told in words. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import iconv from "iconv-lite";
import { gzipSync } from "node:zlib";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { addToCatalog } from "../../src/catalog/import/commands.ts";
import { upgradeDescription } from "../../src/catalog/import/upgrade/upgrade.ts";
import { inputSchema, TOOL_FORMATS, toolDefinition } from "../../src/catalog/spec/definitions.ts";
import { neededArguments } from "../../src/presenters/skills/example-arguments.ts";
import { decompress } from "../../src/catalog/spec/parts.ts";
import { openFinished } from "../../src/catalog/sqlite.ts";
import { NOW } from "./support.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "odd-documents-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const HEAD = `openapi: 3.1.0
info: { title: Tea Shop, version: "1" }
servers: [{ url: https://api.teashop.dev }]
`;
const described = (more: object = {}, at = "/teas") => ({
  openapi: "3.1.0",
  info: { title: "Tea Shop", version: "1" },
  servers: [{ url: "https://api.teashop.dev" }],
  paths: { [at]: { get: { operationId: "op", summary: "List teas", responses: {} } } },
  ...more,
});

async function added(bytes: string | Uint8Array, name = "tea.json") {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const path = join(folder, "catalog.sqlite");
  const world = { path, now: () => NOW, fetchText: () => Promise.reject(new Error("nothing is fetched")) };
  const { entries, skipped } = await addToCatalog(world, file);
  const catalog = openCatalog(path, () => 0);
  const entry = entries === 0 ? undefined : catalog.random();
  const fragment = entry && structuredClone(await catalog.spec(entry.slug));
  catalog.close();
  return { skipped, entry, fragment };
}

test.each([
  ["UTF-16, as PowerShell writes it", "utf16le", [0xff, 0xfe]],
  ["UTF-16 the other way around", "utf16be", [0xfe, 0xff]],
  ["UTF-8 with a mark", "utf8", [0xef, 0xbb, 0xbf]],
] as const)("a file in %s is read", async (_, coding, mark) => {
  const text = JSON.stringify(described({ info: { title: "Café", version: "1" } }));
  const bytes = Buffer.from(text, coding === "utf16be" ? "utf16le" : coding);
  const { entry } = await added(Buffer.concat([Buffer.from(mark), coding === "utf16be" ? bytes.swap16() : bytes]));
  expect(entry).toMatchObject({ apiTitle: "Café", name: "List teas" });
});

test.each([
  ["UTF-16 without a mark", "utf-16le", "Café"],
  ["UTF-32", "utf-32le", "Café"],
  ["the letters of western Windows", "windows-1252", "Thé à la crème brûlée – déjà goûté à Genève"],
  ["the letters of Chinese Windows", "gbk", "茶叶商店的目录接口，查询所有的茶"],
  ["the letters of Japanese Windows", "shift_jis", "お茶の店のカタログを検索するためのもの"],
])("a file in %s is read, though nothing says so", async (_, charset, title) => {
  const text = JSON.stringify(described({ info: { title, version: "1" } }));
  const { entry } = await added(iconv.encode(text, charset));
  expect(entry).toMatchObject({ apiTitle: title, name: "List teas" });
});

test.each<[string, string | Uint8Array, string]>([
  ["compressed", gzipSync(JSON.stringify(described())), "it is compressed by gzip; unpack it first"],
  ["a login page", "<!DOCTYPE html>\n<html><body>Log in</body></html>\n", "it is a page of HTML"],
  ["XML", `<?xml version="1.0"?>\n<definitions/>\n`, "it is XML"],
  ["an alias of itself", `${HEAD}paths: &all { /a: *all }\n`, "an alias leads to what holds it"],
  ["several documents", `${HEAD}---\n${HEAD}`, "it holds several documents, one behind the other; give each a file"],
  ["deep in YAML", `${HEAD}x-deep: ${"[".repeat(30_000)}${"]".repeat(30_000)}\n`, "it is too deep"],
  [
    "very deep",
    JSON.stringify(described()).replace("{", `{"x-deep":${"[".repeat(60_000)}${"]".repeat(60_000)},`),
    "deep",
  ],
])("a file that is %s is refused in words", async (_, bytes, reason) => {
  await expect(
    added(bytes, typeof bytes === "string" && !bytes.startsWith("{") ? "tea.yaml" : "tea.json"),
  ).rejects.toThrow(reason);
});

test("an address that hands out a compressed file is told of it", () => {
  const text = new TextDecoder("windows-1252").decode(gzipSync(JSON.stringify(described())));
  expect(() => upgradeDescription(text)).toThrow("it is compressed by gzip; unpack it first");
});

test("aliases make a short text no gigabyte", () => {
  const text = (times: number) =>
    `${HEAD}paths: {}\nx-a: &a "${"a".repeat(200_000)}"\nx-b:\n${"  - *a\n".repeat(times)}`;
  expect(() => upgradeDescription(text(600))).toThrow("its aliases make more than");
  expect(upgradeDescription(text(100))["x-b"]).toHaveLength(100);
});

describe("a description with a value of many levels", () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const withExample = (levels: number) => {
    const schema = { type: "object", required: ["a"], properties: { a: { default: "DEEP", enum: ["DEEP"] } } };
    const requestBody = { required: true, content: { "application/json": { schema } } };
    const post = { operationId: "op", summary: "Make tea", requestBody, responses: {} };
    return JSON.stringify(described({ paths: { "/teas": { post } } })).replaceAll('"DEEP"', nested(levels));
  };

  test("is no description", async () => {
    await expect(added(withExample(9_000))).rejects.toThrow("it is more than 500 levels deep");
  });

  test("is served in every form where it has fewer", async () => {
    const { entry, fragment = {} } = await added(withExample(450));
    expect(JSON.stringify(fragment)).toContain(nested(450));
    for (const format of TOOL_FORMATS)
      expect(JSON.stringify(toolDefinition(entry!, fragment, format))).toContain(nested(450));
    expect(neededArguments(inputSchema(fragment)).names).toEqual(["body"]);
  });
});

test.each([
  "https://docs.teashop.dev/\u202egpj.exe",
  "https://docs.teashop.dev/\u001b[31m",
  "https://docs.tea\u200bshop.dev/",
  "http://[teashop",
  "javascript:alert(1)",
  "data:text/html,x",
])("%j is no address of documentation", async (url) => {
  expect((await added(JSON.stringify(described({ externalDocs: { url } })))).entry).toMatchObject({ docsUrl: null });
});

test("notes beside the operations are not read with each of them, however long they are", async () => {
  const notes = {
    "x-notes": "n".repeat(2_000_000),
    tags: Array.from({ length: 5_000 }, (_, at) => ({ name: `t${at}` })),
  };
  const { fragment } = await added(JSON.stringify({ ...notes, ...described({ security: [] }) }));
  expect(fragment).toMatchObject({ openapi: "3.1.0", servers: [{ url: "https://api.teashop.dev" }] });
  const database = openFinished(join(folder, "catalog.sqlite"));
  const { head } = database.query<{ head: Uint8Array }, []>("SELECT head FROM documents").get()!;
  database.close();
  const kept = JSON.parse(decompress(head).toString());
  expect(Object.keys(kept)).toEqual(["x-notes", "tags", "openapi", "info", "servers", "security"]);
  expect(JSON.stringify(kept).length).toBeLessThan(500);
});

describe("names as long as books", () => {
  const long = "b".repeat(100_000);

  test("of a provider and its service are cut, and hold nothing that a terminal would obey", async () => {
    const info = { title: "T", version: "1", "x-providerName": `\u001b[31m${long}`, "x-serviceName": long };
    const { entry } = await added(JSON.stringify(described({ info })));
    expect(entry!.provider).toStartWith("[31mbbb");
    expect(entry!.provider.length).toBeLessThanOrEqual(100);
    expect(entry!.apiTitle).toBe("T");
  });

  test("that leave nothing to see are none", async () => {
    const info = { title: "T", version: "1", "x-providerName": "\u200b" };
    expect((await added(JSON.stringify(described({ info })))).entry).toMatchObject({ provider: "teashop.dev" });
  });

  test("of a path or a server are no address", async () => {
    const skipped = { "path that cannot be called": 1 };
    await expect(added(JSON.stringify(described({}, `/${long}`)))).resolves.toMatchObject({
      skipped,
      entry: undefined,
    });
    const servers = [{ url: `https://api.teashop.dev/${long}` }];
    await expect(added(JSON.stringify(described({ servers })))).resolves.toMatchObject({ skipped, entry: undefined });
  });

  test("of an operation, its parameters and its logins make no large document", async () => {
    const parameter = { name: long, in: "query", required: true, description: long, schema: { type: "string" } };
    const get = {
      operationId: long,
      summary: "List",
      tags: [long],
      parameters: [parameter],
      security: [{ [long]: [] }],
    };
    const components = { securitySchemes: { [long]: { type: "apiKey", in: "header", name: long } } };
    const { fragment } = await added(JSON.stringify(described({ paths: { "/teas": { get } }, components })));
    expect(JSON.stringify(fragment).length).toBeLessThan(20_000);
  });
});
