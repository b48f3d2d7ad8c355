import { expect, test } from "bun:test";
import { picksOf } from "../../src/presenters/showcase.ts";
import type { Catalog } from "../../src/runtime/catalog.ts";
import { memoryCatalog } from "../support/memory-catalog.ts";
import { compute, countTurns, freshTurn } from "../support/turns.ts";

test("the categories that the premium documents read leave others their turns", async () => {
  await freshTurn();
  using turns = countTurns();
  const read: number[] = [];
  const catalog = {
    ...memoryCatalog(),
    categories: () => Array.from({ length: 12 }, (_, number) => ({ slug: `category-${number}` })),
    category(slug: string) {
      read.push(turns.now());
      compute(6);
      return { slug, featured: [] };
    },
  } as unknown as Catalog;
  expect(await picksOf(catalog, 1)).toHaveLength(12);
  for (const turn of read) expect(read.filter((other) => other === turn).length).toBeLessThanOrEqual(4);
});
