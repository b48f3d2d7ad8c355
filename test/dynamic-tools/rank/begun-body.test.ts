/** What a body must have is asked for once it is begun, also where it may be left out as a whole. */
import { expect, test } from "bun:test";
import { matchCandidate } from "../../../src/dynamic-tools/rank/candidate-match.ts";
import type { Callee } from "../../../src/proxy/operations.ts";
import { readOperation } from "../../../src/proxy/request/operation.ts";
import { atOnce } from "../../../src/text/long-work.ts";
import { candidate, entryOf } from "../found.ts";
import { object, text } from "../sent.ts";

const schema = object({ note: text, recipient: text, colour: text }, ["recipient"]);
const operation = readOperation(
  { slug: "s", method: "POST", path: "/notes", baseUrl: "https://api.example.com" },
  { paths: { "/notes": { post: { requestBody: { content: { "application/json": { schema } } }, responses: {} } } } },
);

const askedFor = (words: string) => {
  const brands = { known: [], absent: [] } as unknown as ReturnType<typeof candidate>["brands"]; // None is named.
  const one = { ...candidate(words, entryOf("POST", "Send a note", "/notes")), brands };
  const match = atOnce(matchCandidate({ operation } as unknown as Callee, one)); // Only it is read.
  return match.asked.map(({ name }) => name);
};

test("of a body that was begun", () => {
  expect(askedFor('send a note saying "see you"')).toEqual(["recipient"]);
});

test("of one of which nothing was said", () => {
  expect(askedFor("send a note")).toEqual([]);
});
