/** What French writes with a hyphen is one word of the tables. */
import { expect, test } from "bun:test";
import { withJoinedWords } from "../../../../src/dynamic-tools/words/languages/joined-words.ts";

test.each([
  ["supprime le pare-feu 38", "supprime le parefeu 38"],
  ["a low-cost flight", "a low-cost flight"],
  ["the bucket acme-logs", "the bucket acme-logs"],
])("%s", (written, read) => {
  expect(withJoinedWords(written)).toBe(read);
});
