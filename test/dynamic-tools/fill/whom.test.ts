import { expect, test } from "bun:test";
import { whomOf } from "../../../src/dynamic-tools/fill/whom.ts";
import { slotsOf } from "../../../src/dynamic-tools/slots/slots.ts";
import { parseWish } from "../../../src/dynamic-tools/words/wish/wish.ts";
import { operationOf } from "../sent.ts";

function whom(words: string, path: string) {
  const operation = operationOf(path, {});
  const context = {
    said: parseWish(words, () => false),
    lookup: operation.lookup,
    own: new Set<string>(),
    speaks: () => false,
    isUnspoken: (word: string) => word !== "pins",
  };
  return whomOf(context, slotsOf(operation)).map(({ slot: { name }, sent }) => [name, sent]);
}

test("who is removed from something is the one person that must be named", () => {
  expect(whom("remove bob from the org acme", "/orgs/{org}/members/{username}")).toEqual([["username", "bob"]]);
  expect(whom("remove JoeDoe from the org acme", "/orgs/{org}/members/{user}")).toEqual([["user", "JoeDoe"]]);
  expect(whom("unassign bob from issue 7", "/issues/{id}/{assignees}")).toEqual([["assignees", "bob"]]);
});

test("who is followed or blocked by his name is that person", () => {
  const path = "/user/following/{username}";
  expect(whom("follow gaearon on github", path)).toEqual([["username", "gaearon"]]);
  expect(whom("unfollow gaearon", path)).toEqual([["username", "gaearon"]]);
  expect(whom("follow everyone on github", path)).toEqual([]);
  expect(whom("follow the user on github", path)).toEqual([]);
  expect(whom("follow gaearon on github", "/channels/{channel}")).toEqual([]);
});

test("where nobody must be named, the one person who may be is", () => {
  const operation = operationOf("/kick", { channel: { type: "string" }, user: { type: "string" } });
  const context = {
    said: parseWish("kick U123 from the channel C4", () => false),
    lookup: operation.lookup,
    own: new Set<string>(),
    speaks: () => false,
    isUnspoken: () => true,
  };
  expect(whomOf(context, [], slotsOf(operation)).map(({ slot: { name }, sent }) => [name, sent])).toEqual([
    ["user", "U123"],
  ]);
});

test.each([
  ["show bob of the org acme", "/orgs/{org}/members/{username}"],
  ["remove pins from the org acme", "/orgs/{org}/members/{username}"],
  ["remove bob from the org acme", "/orgs/{org}/pins/{pin}"],
  ["remove bob from the org acme", "/users/{user}/members/{member}"],
])("%s on %s: nobody is guessed", (words, path) => {
  expect(whom(words, path)).toEqual([]);
});
