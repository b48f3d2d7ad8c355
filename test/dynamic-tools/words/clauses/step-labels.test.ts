import { expect, test } from "bun:test";
import { withoutStepLabel } from "../../../../src/dynamic-tools/words/clauses/step-labels.ts";

test.each([
  ["Step 3: now fetch the open issues of acme/web", "fetch the open issues of acme/web"],
  ["Next tool call: trigger the workflow deploy.yml", "trigger the workflow deploy.yml"],
  ["Subtask: fork acme/web", "fork acme/web"],
  ["TODO: delete the branch dev", "delete the branch dev"],
  ["TODO delete the user 5", "delete the user 5"],
  ["- TODO delete the user 5", "delete the user 5"],
  ["2) list the invoices", "list the invoices"],
  ["(2) list the invoices", "list the invoices"],
  ["- list the invoices", "list the invoices"],
  ["ok so now list the invoices", "list the invoices"],
  ["Then please list the invoices", "please list the invoices"],
])("%s", (text, request) => {
  expect(withoutStepLabel(text)).toBe(request);
});

test.each([
  "task 12 of project 5",
  "Trello: delete the card 5",
  "next episode of Lost",
  "now playing movies in Berlin",
  "todo list of bob",
  "step count of yesterday",
  "2. Liga table",
  "so long",
])("is left as it is: %s", (text) => {
  expect(withoutStepLabel(text)).toBe(text);
});
