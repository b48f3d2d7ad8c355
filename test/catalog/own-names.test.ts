/** What descriptions of one's own are called: each service by a name of its own, and by nobody else's. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { addToCatalog } from "../../src/catalog/import/commands.ts";
import { serviceIn } from "../../src/catalog/import/own-names.ts";
import { buildCatalog } from "../../src/catalog/import/build.ts";
import { described, get, NOW } from "./support.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "own-names-"));
  path = join(folder, "catalog.sqlite");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, server: string, info: object = {}): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  const paths = { "/items": { get: { summary: `List items of ${server}`, responses: {} } } };
  const description = {
    openapi: "3.1.0",
    info: { title: "T", version: "1", ...info },
    servers: [{ url: server }],
    paths,
  };
  writeFileSync(file, JSON.stringify(description));
  return file;
}

const add = (from: string, ...allow: string[]) =>
  addToCatalog({ path, now: () => NOW, fetchText: () => Promise.reject(new Error()), allow: new Set(allow) }, from);

/** Addresses by slug, without those that vanished. */
function served(): Record<string, string> {
  const catalog = openCatalog(path, () => 0);
  const { entries } = catalog.feed({ featured: false, limit: 50, offset: 0 });
  catalog.close();
  return Object.fromEntries(entries.map(({ slug, baseUrl, path: at }) => [slug, `${baseUrl}${at}`]).sort());
}

test("two services behind one gateway stand side by side, added at once or one after the other", async () => {
  write("own/billing.json", "https://gateway.teashop.dev/billing/v1");
  write("own/users.json", "https://gateway.teashop.dev/api/users");
  const both = {
    "gateway-teashop-dev-billing--get-items": "https://gateway.teashop.dev/billing/v1/items",
    "gateway-teashop-dev-users--get-items": "https://gateway.teashop.dev/api/users/items",
  };
  await add(join(folder, "own"));
  expect(served()).toEqual(both);
  rmSync(path);
  await add(join(folder, "own/users.json"));
  await add(join(folder, "own/billing.json"));
  expect(served()).toEqual(both);
});

test("two services of one's own machine stand side by side, though their files are called alike", async () => {
  await add(write("a/openapi.json", "http://127.0.0.1:8001"), "127.0.0.1:8001");
  await add(write("b/openapi.json", "http://127.0.0.1:8002"), "127.0.0.1:8001", "127.0.0.1:8002");
  expect(served()).toEqual({
    "127-0-0-1-8001--get-items": "http://127.0.0.1:8001/items",
    "127-0-0-1-8002--get-items": "http://127.0.0.1:8002/items",
  });
});

test("versions of one service are one entry", async () => {
  write("own/old.json", "https://gateway.teashop.dev/billing/v1");
  write("own/new.json", "https://gateway.teashop.dev/billing/v2");
  expect(await add(join(folder, "own"))).toMatchObject({ entries: 1, folded: { "another version": 1 } });
});

test("what was served under a shorter name keeps its slugs", async () => {
  const file = write("billing.json", "https://gateway.teashop.dev/billing");
  const servers = [{ url: "https://gateway.teashop.dev/billing" }];
  const before = described("gateway.teashop.dev", { servers, paths: { "/items": get("List items") } });
  await buildCatalog({ path, now: NOW, source: { name: file, documents: [before] } });
  const known = served();
  expect(Object.keys(known)).toEqual(["gateway-teashop-dev--get-items"]);
  await add(file);
  expect(served()).toEqual(known);
});

test("a description cannot take the entries of a provider whose host it does not have", async () => {
  const bank = described("bank.dev", { paths: { "/items": get("List items") } });
  await buildCatalog({ path, now: NOW, source: { name: "directory", documents: [bank] } });
  await add(write("evil.json", "https://evil.dev", { "x-providerName": "bank.dev" }));
  expect(served()).toEqual({
    "bank-dev--get-items": "https://api.bank.dev/items",
    "evil-dev--get-items": "https://evil.dev/items",
  });
  // Who is where the provider is brings what the provider has now.
  await add(write("newer.json", "https://eu.bank.dev", { "x-providerName": "bank.dev" }));
  expect(served()).toMatchObject({ "bank-dev--get-items": "https://eu.bank.dev/items" });
});

test.each([
  ["https://api.teashop.dev", ""],
  ["https://api.teashop.dev/v1", ""],
  ["https://api.teashop.dev/api/rest/2024-01", ""],
  ["https://api.teashop.dev:8443/shop/v2/teas", "8443-shop-teas"],
])("the service of %s is %p", (url, service) => {
  expect(serviceIn(url)).toBe(service);
});
