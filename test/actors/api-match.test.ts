import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import actor from "../../actors/api-match/index.ts";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import type { Catalog } from "../../src/runtime/catalog.ts";
import { contextFor, runActor } from "../support/actor-context.ts";
import { smallCatalog } from "../support/small-catalog.ts";

const small = await smallCatalog();
afterAll(() => small[Symbol.dispose]());
const BUILT = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;

function run(q: string, catalog: Catalog = small) {
  const context = { ...contextFor(actor, { upstreams: new Map() }), catalog: async () => catalog };
  return runActor(actor, { q }, context);
}

describe("api-match", () => {
  test("answers entries with the reasons and the address that calls them", async () => {
    const { items, warnings } = await run("create an issue on github");
    expect(items[0]).toMatchObject({
      slug: "github-com--issues-create",
      method: "POST",
      base_url: "https://api.github.com",
      why: expect.arrayContaining([`name says "create", "issue"`]),
      call_url: "/api/v1/agent/proxy/github-com--issues-create/call/",
      spec_url: "/api/v1/agent/tool/github-com--issues-create/spec/",
    });
    expect(items[0]?.["score"]).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
  });

  test("finding nothing is an empty success that says so", async () => {
    const { items, warnings } = await run("zzqqxx wwvvkk");
    expect(items).toEqual([]);
    expect(warnings).toEqual(["No operation of the catalogue says any of these words; try others."]);
  });

  test("a blank question is refused", async () => {
    await expect(run("  ")).rejects.toMatchObject({ code: "invalid_input", details: { issues: [{ pointer: "/q" }] } });
  });

  test("is charged only where a language model is asked for", () => {
    expect(actor.price.charged?.({ q: "x" })).toBe(false);
    expect(actor.price.charged?.({ q: "x", enhanced: false })).toBe(false);
    expect(actor.price.charged?.({ q: "x", enhanced: true })).toBe(true);
  });
});

test.skipIf(!existsSync(BUILT))("api-match finds over the whole catalogue exactly what the search finds", async () => {
  const catalog = openCatalog(BUILT, Math.random);
  const queries: { q: string }[] = JSON.parse(
    readFileSync(new URL("../catalog/search-queries.json", import.meta.url), "utf8"),
  );
  for (const { q } of queries) {
    const { items } = await run(q, catalog);
    const { hits } = catalog.search({ text: q, limit: 10 });
    expect(items.map(({ slug }) => slug)).toEqual(hits.map(({ entry }) => entry.slug));
  }
  catalog.close();
});
