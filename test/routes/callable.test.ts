import { expect, test } from "bun:test";
import { searchCallable } from "../../src/routes/catalog/callable.ts";
import { memoryCatalog } from "../support/memory-catalog.ts";
import { countTurns, fillTurn } from "../support/turns.ts";

test("a search begins in a turn with room where many go on at once", async () => {
  const catalog = memoryCatalog();
  using turns = countTurns();
  const searched: number[] = [];
  fillTurn();
  await searchCallable(
    {
      ...catalog,
      search(query) {
        searched.push(turns.now());
        return catalog.search(query);
      },
    },
    {
      query: { text: "weather", limit: 1, offset: 0 },
      callable: undefined,
      access: { hosts: [], of: ({ access }) => access },
      health: { of: () => undefined },
    },
  );
  expect(searched.length).toBe(1);
  expect(searched[0]).toBeGreaterThan(0);
});
