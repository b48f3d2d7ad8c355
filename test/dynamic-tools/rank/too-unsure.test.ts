/** Nothing that is there is changed by an operation that is hardly likely to be right. */
import { expect, test } from "bun:test";
import type { CandidateMatch } from "../../../src/dynamic-tools/rank/candidate-match.ts";
import { isTooUnsure } from "../../../src/dynamic-tools/rank/confidence.ts";
import type { Entry } from "../../../src/runtime/catalog.ts";
import { candidate, entryOf } from "../found.ts";

const update = entryOf("PATCH", "Update locked settings", "/settings/{id}");

/** As the best of the ranked; what is worth little is unlikely. */
function ranked(words: string, entry: Entry, worth: number) {
  const match = {
    ...candidate(words, entry),
    brands: { known: [], has: () => true },
    operation: { method: entry.method },
    placedShare: 0,
    understood: 0,
    guessed: 2,
    missing: [],
  } as unknown as CandidateMatch; // Only these are read.
  return [{ match, worth }] as const;
}

test.each([
  ["lock my account", update, -20, true],
  ["lock my account", update, 20, false],
  ["lock my account", entryOf("GET", "Get locked settings", "/settings"), -20, false],
  ["create an account", update, -20, false],
] as const)("%s", (words, entry, worth, is) => {
  expect(isTooUnsure(ranked(words, entry, worth))).toBe(is);
});
