/** Of a repository both its owner and its name are meant. */
import { expect, test } from "bun:test";
import { fill } from "../../../src/dynamic-tools/fill/fill.ts";
import { slotsOf } from "../../../src/dynamic-tools/slots/slots.ts";
import { parseWish } from "../../../src/dynamic-tools/words/wish/wish.ts";
import { atOnce } from "../../../src/text/long-work.ts";
import { operationOf } from "../sent.ts";

/** How much of the only value found its place. */
function placed(words: string, path: string): number | undefined {
  const said = parseWish(words, () => false);
  const operation = operationOf(path, {});
  const context = {
    said,
    lookup: operation.lookup,
    own: new Set<string>(),
    speaks: () => false,
    isUnspoken: () => true,
  };
  return [...atOnce(fill(context, slotsOf(operation))).placed.values()][0];
}

test("an operation that takes its owner alone takes half of it", () => {
  expect(placed("who starred facebook/react", "/users/{username}/starred")).toBe(0.5);
  expect(placed("who starred facebook/react", "/repos/{owner}/{repo}/stargazers")).toBeGreaterThan(0.8);
});
