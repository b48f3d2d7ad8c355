import { expect, test } from "bun:test";
import { createPremiumFeed } from "../../src/presenters/premium-feed.ts";
import type { Catalog } from "../../src/runtime/catalog.ts";
import { smallCatalog } from "../support/small-catalog.ts";

test("those who ask for the feed before it is known wait for the same", async () => {
  using small = await smallCatalog();
  const asked: string[] = [];
  const catalog: Catalog = {
    ...small,
    categories() {
      asked.push("categories");
      return small.categories();
    },
    spec(slug) {
      asked.push(slug);
      return small.spec(slug);
    },
  };
  const feed = createPremiumFeed();
  const facts = { catalog, calls: { read: async () => [] }, hubUrl: "https://hub.example", now: 0 };
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => feed(facts)));
  expect(asked.length).toBeGreaterThan(1);
  expect(asked).toEqual([...new Set(asked)]);
  for (const other of others) expect(other).toEqual(first ?? {});
});

test("what failed once is found out anew", async () => {
  using small = await smallCatalog();
  let isBroken = true;
  const catalog: Catalog = {
    ...small,
    categories: () => {
      if (isBroken) throw new Error("the disk is gone");
      return small.categories();
    },
  };
  const feed = createPremiumFeed();
  const facts = { catalog, calls: { read: async () => [] }, hubUrl: "https://hub.example", now: 0 };
  await expect(feed(facts)).rejects.toThrow("the disk is gone");
  isBroken = false;
  expect(await feed(facts)).toHaveProperty("items");
});
