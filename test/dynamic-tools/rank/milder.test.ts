/** Of two operations the one that does no more than was said. */
import { expect, test } from "bun:test";
import type { WeighedMatch } from "../../../src/dynamic-tools/rank/likelihood-signals.ts";
import { withPartFirst, withVerbSaid } from "../../../src/dynamic-tools/rank/milder.ts";
import { entryOf, said } from "../found.ts";

const matches = (words: string, ...worths: (readonly [name: string, worth: number, provider?: string])[]) =>
  worths.map(([name, worth, provider = "crm.com"]) => {
    const entry = { ...entryOf("DELETE", name, "/entries/{id}"), provider };
    return { match: { entry, said: said(words) }, worth } as unknown as WeighedMatch; // Only these are read.
  });
const first = (words: string, ...worths: Parameters<typeof matches>[1][]) =>
  withVerbSaid(matches(words, ...worths))[0]?.match.entry.name;

test("who cancels an entry has it cancelled, where that can be done, and not deleted", () => {
  expect(first("cancel the entry 5", ["Delete an entry", 10], ["Cancel an entry", 9])).toBe("Cancel an entry");
  expect(first("storniere den Eintrag 5", ["Delete an entry", 10], ["Cancel an entry", 9])).toBe("Cancel an entry");
});

test("what has no name is called by the end of its path", () => {
  const [deleted, cancelled] = matches(
    "cancel the run 5",
    ["DELETE /runs/{id}/cache", 10],
    ["POST /runs/{id}/cancel", 9],
  );
  const entry = { ...cancelled?.match.entry, path: "/runs/{id}/cancel" };
  const ofPath = { ...cancelled, match: { ...cancelled?.match, entry } };
  const ranked = [deleted, ofPath] as unknown as WeighedMatch[]; // Only these are read.
  expect(withVerbSaid(ranked)[0]?.match.entry.name).toBe("POST /runs/{id}/cancel");
});

test("nothing else stands before the best", () => {
  expect(first("delete the entry 5", ["Delete an entry", 10], ["Cancel an entry", 9])).toBe("Delete an entry");
  expect(first("cancel the entry 5", ["Delete an entry", 10], ["Cancel a run", 5])).toBe("Delete an entry");
  expect(first("cancel the entry 5", ["Delete an entry", 10], ["Cancel an entry", 9, "other.com"])).toBe(
    "Delete an entry",
  );
  expect(first("cancel the entry 5", ["Update an entry", 10], ["Cancel an entry", 9])).toBe("Update an entry");
  expect(withVerbSaid([])).toEqual([]);
});

const firstChange = (...all: readonly (readonly [method: string, path: string, worth: number])[]) =>
  withPartFirst(
    all.map(
      ([method, path, worth]) =>
        ({ match: { entry: entryOf(method, method, path) }, worth }) as unknown as WeighedMatch, // Only these are read.
    ),
  )[0]?.match.entry.method;

test("who changes a part of a thing has not all of it replaced", () => {
  expect(firstChange(["PUT", "/hooks/{id}", 10], ["PATCH", "/hooks/{id}", 9])).toBe("PATCH");
  expect(firstChange(["PUT", "/hooks/{id}", 10], ["PATCH", "/hooks/{id}", 7])).toBe("PUT");
  expect(firstChange(["PUT", "/hooks/{id}", 10], ["PATCH", "/hooks", 9])).toBe("PUT");
  expect(firstChange(["POST", "/hooks/{id}", 10], ["PATCH", "/hooks/{id}", 9])).toBe("POST");
  expect(withPartFirst([])).toEqual([]);
});
