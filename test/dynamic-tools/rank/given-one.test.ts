/** Who wants any one of a kind is not shown the one with a given id. */
import { expect, test } from "bun:test";
import { isOfGivenOne } from "../../../src/dynamic-tools/rank/given-one.ts";
import { entryOf, said } from "../found.ts";

const given = entryOf("GET", "Get a joke", "/joke", "Gets a Joke with a given id .");
const random = entryOf("GET", "Random joke", "/joke/random", "Gets a Random Joke . When you are in a hurry …");

test.each([
  ["tell me a joke", given, true],
  ["erzähl mir einen Witz", given, true],
  ["cuéntame un chiste", given, true],
  ["tell me a joke", random, false],
  ["get a joke by id", given, false],
  ["get the joke 5", given, false],
  ["show my jokes", given, false],
] as const)("%s", (text, entry, is) => {
  expect(isOfGivenOne({ entry, said: said(text) })).toBe(is);
});
