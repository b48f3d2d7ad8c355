/** Where the id of what was spoken of finds no place, it would be done to another thing. */
import { expect, test } from "bun:test";
import { isToOther } from "../../../src/dynamic-tools/rank/id-unplaced.ts";
import type { Entry } from "../../../src/runtime/catalog.ts";
import { candidate, entryOf } from "../found.ts";

test("an id that finds no place is not of what nobody spoke of", () => {
  const isOf = (words: string, name: string, path: string, isPlaced: boolean) =>
    isToOther(candidate(words, entryOf("POST", name, path)), () => isPlaced, false);
  const accept = ["Accept a follower", "/followers/{name}/accept"] as const;
  expect(isOf("accept the report 12", ...accept, false)).toBe(true);
  expect(isOf("accept the report 12", ...accept, true)).toBe(false);
  expect(isOf("accept the follower 12", ...accept, false)).toBe(false);
  expect(isOf("accept the report 12", "Accept a report", "/reports/accept", false)).toBe(false);
});

test("who is added to a group by its id is added nowhere else", () => {
  const isInto = (words: string, entry: Entry, isPlaced = false, asks = false) =>
    isToOther(candidate(words, entry), () => isPlaced, asks);
  const addToAll = entryOf("POST", "Add to the global group", "/groups/global");
  expect(isInto("add ann@example.org to the group 77", addToAll)).toBe(true);
  expect(isInto("add ann@example.org to the group 77", addToAll, true)).toBe(false);
  expect(isInto("add ann@example.org to the group 77", addToAll, false, true)).toBe(false);
  expect(isInto("add 77 points", addToAll)).toBe(false);
  expect(isInto("add ann@example.org to the group 77", entryOf("GET", "List groups", "/groups"))).toBe(false);
});

test("a thing of a repository is none of whoever knows of no repository", () => {
  const isOutside = (words: string, entry: Entry, isPlaced = false) =>
    isToOther(candidate(words, entry), () => isPlaced, false);
  const close = entryOf("POST", "Close a ticket", "/tickets/{id}/close");
  expect(isOutside("close ticket 9 of acme/web", close)).toBe(true);
  expect(isOutside("ferme le ticket 9 de acme/web", close)).toBe(true);
  expect(isOutside("close ticket 9 of acme/web", close, true)).toBe(false);
  expect(isOutside("close ticket 9", close)).toBe(false);
  expect(isOutside("ticket 9 of acme/web", entryOf("GET", "Get a ticket", "/tickets/{id}"))).toBe(false);
});
