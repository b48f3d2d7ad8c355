/** An id goes where its thing's is taken, and nowhere else. */
import { expect, test } from "bun:test";
import { object, operationOf, sent, text } from "./sent.ts";

const body = object({ note: text });

test.each([
  ["resize the droplet 3164444", "/clusters/{cluster_id}"],
  ["archive the message 18c2fa", "/users/{userId}/archive"],
  ["create a page under the page 1a2b3c4d", "/databases/{id}"],
  ["refund the charge ch_31", "/refunds/{refund}"],
] as const)("the id of one thing is no id of another: %s", (words, path) => {
  expect(sent(words, operationOf(path, {}, body))).toEqual({});
});

test.each([
  ["resize the droplet 3164444", "/servers/{server_id}", "server_id"],
  ["create a row in the sheet 1BxiM7", "/spreadsheets/{spreadsheetId}", "spreadsheetId"],
  ["delete the transfer 7c1a-22", "/internaltransfers/{itemUuid}", "itemUuid"],
  ["delete the invoice 7c1a-22", "/items/{item_id}", "item_id"],
  ["move the crad 60d2f1", "/cards/{idCard}", "idCard"],
  ["pausiere die Kampagne 60d2f1", "/campaigns/{campaign_id}", "campaign_id"],
  // What is only shown does no harm.
  ["show the booking IMP-9911", "/reservations/{reservationId}", "reservationId"],
] as const)("what a thing is called otherwise is the same: %s", (words, path, name) => {
  expect(sent(words, operationOf(path, {}, body))).toHaveProperty(name);
});
