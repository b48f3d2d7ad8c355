import { expect, test } from "bun:test";
import { withFieldsLast } from "../../../../src/dynamic-tools/words/clauses/field-sentences.ts";

test.each([
  ["Set the page size to 20. List my customers.", "List my customers. Set the page size to 20."],
  ["Setze die Seitengröße auf 20. Liste meine Kunden auf.", "Liste meine Kunden auf. Setze die Seitengröße auf 20."],
  [
    "Use 20 as the limit. The state should be open. Show the issues.",
    "Show the issues. Use 20 as the limit. The state should be open.",
  ],
  ["The name is bug. Delete the label.", "Delete the label. The name is bug."],
])("what fields are is read behind what is wanted: %s", (said, read) => {
  expect(withFieldsLast(said)).toBe(read);
});

test.each([
  "Set the status to done. Notify the team.",
  "Set the page size to 20.",
  "List my customers. Set the limit to 20.",
  "The name is bug. The color is red.",
  "The server is down. It needs a restart.",
])("what may be a deed of its own stays where it was said: %s", (said) => {
  expect(withFieldsLast(said)).toBe(said);
});
