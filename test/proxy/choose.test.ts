/** Which entry of a category is called: with a long body every candidate is tried in a turn of its own. */
import { expect, test } from "bun:test";
import { type FindOperation, createOperations } from "../../src/proxy/operations.ts";
import { chooseEntry } from "../../src/proxy/choose.ts";
import { CallInput } from "../../src/proxy/input.ts";
import type { Catalog, Hit } from "../../src/runtime/catalog.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { countTurns } from "../support/turns.ts";

const MATCHES = 20;

/** The turns in which candidates were read, where many match. */
async function turnsOf(body: unknown): Promise<number> {
  using catalog = await smallCatalog();
  const operations = createOperations();
  const [hit] = (await catalog.search({ text: "charge a card", limit: 1, perApi: 0 })).hits;
  if (hit === undefined) throw new Error("The catalogue does not find its entry");
  const hits: Hit[] = Array.from({ length: MATCHES }, () => hit);
  const many: Catalog = { ...catalog, search: async (query) => ({ ...(await catalog.search(query)), hits }) };
  await operations(many, hit.entry.slug);
  using turns = countTurns();
  const seen = new Set<number>();
  const find: FindOperation = (where, slug) => {
    seen.add(turns.now());
    return operations(where, slug);
  };
  const input = { q: "charge a card", dry_run: true, timeout_ms: 1000, body } as unknown as CallInput;
  const sender = { credentials: {}, userAgent: "test" };
  await chooseEntry(many, find, { category: "payments-billing", input, sender });
  return seen.size;
}

test("a long body is written for one candidate in a turn", async () => {
  expect(await turnsOf({ description: "x".repeat(1_000_000) })).toBeGreaterThan(MATCHES / 2);
});

test("a short one is written for all of them at once", async () => {
  expect(await turnsOf({ description: "x" })).toBe(1);
});
