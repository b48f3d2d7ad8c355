/** What an import makes of descriptions: entries, twins, slugs, skipped ones, and what it leaves when it is repeated or killed. */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { dirname } from "node:path";
import { buildCatalog } from "../../src/catalog/import/build.ts";
import { hashedSlug, identityOf } from "../../src/catalog/slug.ts";
import { NOW, type Shelf, described, emptyShelf, get } from "./support.ts";

const PETS = described("pets.dev", { paths: { "/pets": get("List pets"), "/pets/{id}": get("Get one pet") } });

test("an operation becomes an entry with its address, auth, quality and slug", async () => {
  using shelf = emptyShelf();
  const document = described("pets.dev", {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    servers: [{ url: "https://{region}.pets.dev/v1/", variables: { region: { default: "eu" } } }],
    paths: {
      "/pets": get("List pets", { operationId: "listPets", description: "All pets of the shop, newest first." }),
    },
  });
  await shelf.build([document]);
  using catalog = shelf.open();
  expect(catalog.entry("pets-dev--listpets")).toMatchObject({
    name: "List pets",
    method: "GET",
    path: "/pets",
    baseUrl: "https://eu.pets.dev/v1",
    auth: "api_key",
    provider: "pets.dev",
    vanishedAt: null,
    quality: { evidence: { descriptionChars: 44, parameters: 0, https: true, statesAuth: true, ageDays: null } },
  });
});

test("an operation without a summary is named by its id, and one that deletes says so", async () => {
  using shelf = emptyShelf();
  const of = (operationId: string) => ({ operationId, responses: {} });
  const session = { get: of("GET_Session_for_User"), delete: of("DELETE_Session_for_User") };
  await shelf.build([described("pets.dev", { paths: { "/session": session } })]);
  using catalog = shelf.open();
  expect(catalog.entry("pets-dev--get-session-for-user")?.name).toBe("Session for User");
  expect(catalog.entry("pets-dev--delete-session-for-user")?.name).toBe("DELETE Session for User");
});

test("what cannot be called from outside is counted, not imported", async () => {
  using shelf = emptyShelf();
  const at = (url: string) => described("x.dev", { servers: [{ url }], paths: { "/a": get("A") } });
  const report = await shelf.build([
    at("http://localhost:8080"),
    at("https://10.0.0.1/api"),
    at("https://your-domain.atlassian.net"),
    at("https://{tenant}.x.dev"),
    at("/relative"),
    at("ftp://x.dev"),
    { provider: "broken.dev", read: () => new TextEncoder().encode('{"openapi":"3.0.0","paths":{') },
  ]);
  expect(report).toEqual({
    entries: 0,
    own: 0,
    folded: {},
    skipped: {
      "local or private host": 2,
      "placeholder host": 1,
      "server address with an open variable": 1,
      "no server address": 1,
      "not http or https": 1,
      "broken description": 1,
    },
  });
});

test.each([
  ["/v2", "https://x.dev/v2"],
  ["v2", "https://x.dev/docs/v2"],
  ["./v2/", "https://x.dev/docs/v2"],
  ["../v2", "https://x.dev/v2"],
  [".", "https://x.dev/docs"],
  // A host that lacks its scheme, and an address that the description left out.
  ["api.y.dev/v2", undefined],
  ["", undefined],
])("the relative server address %j starts where the description was found", async (url, baseUrl) => {
  using shelf = emptyShelf();
  const document = described("x.dev", { servers: [{ url }], paths: { "/a": get("A", { operationId: "a" }) } });
  await shelf.build([{ ...document, origin: "https://x.dev/docs/openapi.json" }]);
  using catalog = shelf.open();
  expect(catalog.entry("x-dev--a")?.baseUrl).toBe(baseUrl!);
});

test("a variable whose default nobody can write as a text leaves its address open, and fails no import", async () => {
  using shelf = emptyShelf();
  const variables = { region: { default: { toString: 1, valueOf: 1 } } };
  const odd = described("odd.dev", {
    servers: [{ url: "https://{region}.odd.dev", variables }],
    paths: { "/odd": get("Odd") },
  });
  const { entries, skipped } = await shelf.build([odd, PETS]);
  expect([entries, skipped]).toEqual([2, { "server address with an open variable": 1 }]);
});

test("versions and editions of one operation are one entry that names them", async () => {
  using shelf = emptyShelf();
  const version = (service: string, url: string) =>
    described(
      "big.dev",
      { info: { title: "Mail", version: service }, servers: [{ url }], paths: { "/me/{id}": get("Me") } },
      service,
    );
  const report = await shelf.build([
    version("mail-v1", "https://api.big.dev/v1"),
    version("mail-beta", "https://api.big.dev/beta"),
  ]);
  using catalog = shelf.open();
  expect(report).toMatchObject({ entries: 1, folded: { "another version": 1 } });
  expect(catalog.entry("big-dev-mail-v1--get-me-id")?.versions).toEqual([
    { api: "big.dev/mail-beta", version: "mail-beta", baseUrl: "https://api.big.dev/beta", path: "/me/{id}" },
  ]);
});

test("slugs are unique, short, and the same after another import in another order", async () => {
  using shelf = emptyShelf();
  const long = "a".repeat(150);
  const document = (paths: object) => described("pets.dev", { paths });
  const first = { "/a": get("A", { operationId: "same" }), "/b": get("B", { operationId: "same" }) };
  await shelf.build([document({ ...first, [`/${long}`]: get("Long") })]);
  const before = slugs(shelf);
  await shelf.build([document({ [`/${long}`]: get("Long"), "/b": first["/b"], "/a": first["/a"] })]);
  expect(slugs(shelf)).toEqual(before);
  expect(new Set(Object.values(before)).size).toBe(3);
  for (const slug of Object.values(before)) expect(slug).toMatch(/^[a-z0-9-]{1,100}$/);
});

test("a date that lies ahead is none: it would stand first in the feed for ever", async () => {
  using shelf = emptyShelf();
  const dated = (provider: string, version: string) =>
    described(provider, { info: { title: provider, version }, paths: { "/one": get("Read one") } });
  await shelf.build([
    dated("ahead.dev", "2099-12-31"),
    dated("past.dev", "2025-06-01"),
    dated("today.dev", "2026-01-01"),
  ]);
  using catalog = shelf.open();
  const { entries } = catalog.feed({ featured: false, limit: 10, offset: 0 });
  expect(entries.map(({ provider, updatedAt }) => [provider, updatedAt])).toEqual([
    ["today.dev", "2026-01-01T00:00:00.000Z"],
    ["past.dev", "2025-06-01T00:00:00.000Z"],
    ["ahead.dev", null],
  ]);
  expect(entries.at(-1)?.quality.evidence.ageDays).toBeNull();
});

test("whatever operations are called, each has a slug of its own, and no import fails by them", async () => {
  using shelf = emptyShelf();
  const named = (operationId: string) => get("Read", { operationId });
  // Slugs of operations that are called alike end in a part of their identity, which others can work out.
  const second = hashedSlug("a-dev--read", identityOf("a.dev", "GET", "/second"));
  const paths = {
    "/taker": named(second.slice("a-dev--".length)),
    "/first": named("read"),
    "/second": named("read"),
  };
  await shelf.build([described("a.dev", { paths })]);
  expect(Object.values(slugs(shelf))).toHaveLength(3);
  const before = Object.values(slugs(shelf));
  // The next import brings one that would take what an entry bears that is read after it.
  const third = hashedSlug("a-dev--read", identityOf("a.dev", "GET", "/third"));
  await shelf.build([
    described("a.dev", {
      paths: { "/taker2": named(third.slice("a-dev--".length)), "/third": named("read"), ...paths },
    }),
  ]);
  expect(Object.values(slugs(shelf))).toHaveLength(5);
  expect(Object.values(slugs(shelf))).toEqual(expect.arrayContaining(before));
});

test("two operations of one identity are one entry, though all else tells them apart", async () => {
  using shelf = emptyShelf();
  const at = (host: string, operationId: string) => ({
    servers: [{ url: `https://${host}.dev` }],
    paths: { "/one": get("Read one", { operationId }) },
  });
  const report = await shelf.build([
    described("a.dev/b", at("first", "GET_one")),
    described("a.dev", at("second", "one"), "b"),
  ]);
  expect(report).toMatchObject({ entries: 1, folded: { "another version": 1 } });
});

test("an entry that vanished is marked and keeps its specification, and comes back under its slug", async () => {
  using shelf = emptyShelf();
  const gone = described("gone.dev", { paths: { "/a": get("A", { operationId: "a" }) } });
  await shelf.build([PETS, gone]);
  await shelf.build([PETS], { now: NOW + 1000 });
  {
    using catalog = shelf.open();
    expect(catalog.totals()).toMatchObject({ entries: 2, vanished: 1, providers: 1 });
    expect(catalog.entry("gone-dev--a")?.vanishedAt).toBe("2026-01-01T00:00:01.000Z");
    expect(await catalog.spec("gone-dev--a")).toMatchObject({ paths: { "/a": { get: { summary: "A" } } } });
    expect(catalog.search({ text: "gone" }).hits).toEqual([]);
  }
  await shelf.build([PETS, gone]);
  using catalog = shelf.open();
  expect(catalog.entry("gone-dev--a")?.vanishedAt).toBeNull();
});

test("one source's import leaves what other sources brought", async () => {
  using shelf = emptyShelf();
  await shelf.build([PETS], { source: "one" });
  await shelf.build([described("own.dev", { paths: { "/x": get("Mine") } })], { source: "two" });
  await shelf.build([PETS], { source: "one" });
  using catalog = shelf.open();
  expect(catalog.totals()).toMatchObject({ entries: 3, vanished: 0 });
});

test("an import that is stopped, at whichever step, leaves the old catalogue and nothing else", async () => {
  using shelf = emptyShelf();
  await shelf.build([PETS]);
  const fruits = described("fruits.dev", { paths: { "/fruits": get("List fruits") } });
  const source = { name: "other", documents: [PETS, fruits] };
  /** Stops before the turns of others that follow so many before it. */
  const stoppedAfter = async (turns: number): Promise<unknown> => {
    const controller = new AbortController();
    const building = buildCatalog({ path: shelf.path, now: NOW, source, signal: controller.signal });
    const ended = building.catch((error: unknown) => error);
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    controller.abort(new Error("stopped"));
    return ended;
  };
  let turns = 0;
  for (; (await stoppedAfter(turns)) instanceof Error; turns++) {
    expect(readdirSync(dirname(shelf.path)).sort()).toEqual(["catalog.sqlite", "catalog.sqlite.lock"]);
    using catalog = shelf.open();
    expect(catalog.totals()).toMatchObject({ entries: 2 });
  }
  // Two of its descriptions, and the steps of the index.
  expect(turns).toBeGreaterThan(6);
});

function slugs(shelf: Shelf): Record<string, string> {
  using catalog = shelf.open();
  const { entries } = catalog.feed({ featured: false, limit: 100, offset: 0 });
  return Object.fromEntries(entries.map((entry) => [entry.path, entry.slug]).sort());
}
