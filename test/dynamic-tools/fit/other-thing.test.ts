/** An id goes where its thing's is taken, and nowhere else. */
import { expect, test } from "bun:test";
import { object, operationOf, sent, text, whole } from "../sent.ts";

const sum = { type: "number" };
const body = object({ note: text });

test.each([
  ["resize the droplet 3164444", "/clusters/{cluster_id}"],
  ["archive the message 18c2fa", "/users/{userId}/archive"],
  ["create a page under the page 1a2b3c4d", "/databases/{id}"],
  ["refund the charge ch_31", "/refunds/{refund}"],
  ["remove the user U123", "/usergroups/{usergroup_id}"],
  ["delete all files in the folder 987654", "/files/{file_id}"],
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
  ["create a dashboard for the user ada42", "/{username}/dashboards", "username"],
  ["delete tag no. 93", "/tags/{id}", "id"],
  // What is only shown does no harm.
  ["show the booking IMP-9911", "/reservations/{reservationId}", "reservationId"],
] as const)("what a thing is called otherwise is the same: %s", (words, path, name) => {
  expect(sent(words, operationOf(path, {}, body))).toHaveProperty(name);
});

test("who is removed from a channel stays in the team, though search finds either by the other", () => {
  const remove = operationOf("/remove", {}, object({ user_id: text, team_id: text }));
  expect(sent("remove user U123 from channel C456", remove)).toEqual({ body: { user_id: "U123" } });
  expect(sent("remove user U123 from team T1", remove)).toEqual({ body: { user_id: "U123", team_id: "T1" } });
});

test("a slot that is told to be an id takes that of its own thing", () => {
  const channel = { ...text, description: "ID of conversation to remove user from." };
  const kick = operationOf("/conversations.kick", {}, object({ channel, note: text }));
  expect(sent("remove bob from the group S99", kick)).toEqual({});
  expect(sent("remove bob from the channel C456", kick)).toEqual({ body: { channel: "C456" } });
});

test("what is told of a slot by the way is another thing", () => {
  const conversation = { ...text, description: "The unique ID of the Conversation for this message." };
  const messages = operationOf("/Conversations/{ConversationSid}/Messages/{Sid}", { ConversationSid: conversation });
  expect(sent("delete the message SM123", messages)).toEqual({ Sid: "SM123" });
});

test("the kind of a thing is not its name, though German writes it like one", () => {
  expect(sent("entferne das Label bug", operationOf("/labels/{name}", {}))).not.toEqual({ name: "Label" });
});

test.each(["move the event ev1 to the calendar c2", "verschieb den Termin ev1 in den Kalender c2"])(
  "where a thing is moved to it is not yet: %s",
  (words) => {
    const move = operationOf("/calendars/{calendarId}/events/{eventId}/move/{destination}", {});
    expect(sent(words, move)).not.toHaveProperty("calendarId");
  },
);

test("a number that is said of one property is none of another", () => {
  const update = operationOf("/functions/{name}", {}, object({ Cors: object({ MaxAge: whole }), MemorySize: whole }));
  expect(sent("update the memory to 512", update)).toEqual({ body: { MemorySize: 512 } });
  expect(sent("setze den Speicher auf 512", update)).not.toHaveProperty("body.Cors");
  const url = operationOf("/functions/{name}/url", {}, object({ Cors: object({ MaxAge: whole }) }));
  expect(sent("update the memory to 512", url)).toEqual({});
  expect(sent("update the age to 512", url)).toEqual({ body: { Cors: { MaxAge: 512 } } });
});

test("an hour calls nothing, and nobody is meant by the day for which a thing is scheduled", () => {
  expect(sent("create an event at 10", operationOf("/calendars/{calendarId}/events", {}, body))).toEqual({});
  const meetings = operationOf("/meetings", {}, object({ schedule_for: text }));
  expect(sent("schedule a meeting for 2026-05-01", meetings)).toEqual({});
});

test("money is no count, no country and nobody's share", () => {
  const invoice = object({ quantity: sum, discount_amount: sum, country_of_origin: text, total: sum });
  const invoices = operationOf("/invoices", {}, invoice);
  expect(sent("create an invoice of 200 EUR", invoices)).toEqual({ body: { total: 200 } });
  expect(sent("create an invoice with a discount amount of 20 EUR", invoices)).toEqual({
    body: { discount_amount: 20 },
  });
});

test("who sends is told by whatever the slot of the sender is called", () => {
  const mail = object({ originating_address: text, source_email: text, to: text });
  const mails = operationOf("/mails", {}, mail);
  expect(sent("send a mail to bob@example.com", mails)).toEqual({ body: { to: "bob@example.com" } });
});
