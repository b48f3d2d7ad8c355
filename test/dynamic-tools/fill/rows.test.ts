/** Several things of one kind, each with several fields: persons, and the lines of an order. */
import { expect, test } from "bun:test";
import { object, operationOf, sent, text, whole } from "../sent.ts";

const people = { type: "array", items: object({ name: text, email: text }) };
const team = operationOf("/teams/{team}/members/add", {}, object({ people }));

test("each of several persons gets an object of their own", () => {
  expect(sent("add the people Bob Ray (bob@x.org) and Cy Poe (cy@x.org) to team t-1", team) as object).toEqual({
    team: "t-1",
    body: {
      people: [
        { name: "Bob Ray", email: "bob@x.org" },
        { name: "Cy Poe", email: "cy@x.org" },
      ],
    },
  });
});

test("what is said in another way is no second person", () => {
  expect(sent("add the people Bob Ray (bob@x.org) to team t-1, not Cy Poe", team) as object).toEqual({
    team: "t-1",
    body: { people: [{ name: "Bob Ray", email: "bob@x.org" }] },
  });
});

const lines = { type: "array", items: object({ description: text, quantity: whole, unit_price: { type: "number" } }) };
const order = operationOf("/orders", {}, object({ lines, note: text }));

test("a line tells how many, of what and for how much", () => {
  const said = "create an order with two lines: 3 chairs at 40 each and a table at 120.50";
  expect(sent(said, order) as object).toEqual({
    body: {
      lines: [
        { description: "chairs", quantity: 3, unit_price: 40 },
        { description: "table", quantity: 1, unit_price: 120.5 },
      ],
    },
  });
});

test("money that is counted in cents is so in each line", () => {
  const unit_amount = { type: "integer", description: "The price of one in cents." };
  const invoice = operationOf(
    "/invoices",
    {},
    object({ items: { type: "array", items: object({ quantity: whole, unit_amount, name: text }) } }),
  );
  expect(sent("invoice for 2 mugs at 12.50 euros and 1 pot at 30 euros", invoice) as object).toEqual({
    body: {
      items: [
        { name: "mugs", quantity: 2, unit_amount: 1250 },
        { name: "pot", quantity: 1, unit_amount: 3000 },
      ],
    },
  });
});

test("an hour is no price", () => {
  expect(sent("create an order for the meeting at 12:30", order) as object).toEqual({});
});

test("each of several persons gets an object of their own, though a name alone fills it", () => {
  const staff = { type: "array", items: object({ first_name: text, last_name: text, phone: text }) };
  const hire = operationOf("/staff", {}, object({ staff }));
  expect(sent("add the staff Ann Lee, Bob Ray and Cy Poe", hire) as object).toEqual({
    body: {
      staff: [
        { first_name: "Ann", last_name: "Lee" },
        { first_name: "Bob", last_name: "Ray" },
        { first_name: "Cy", last_name: "Poe" },
      ],
    },
  });
  expect(sent("add the staff Ann Lee and notify Bob Ray", hire) as object).toEqual({
    body: { staff: [{ first_name: "Ann", last_name: "Lee" }] },
  });
});

test("what fills an object within each of several things is followed by the same for the next one", () => {
  const guests = { type: "array", items: object({ identity: object({ email: text, fax: text }), note: text }) };
  const party = operationOf("/parties/{party}/guests", {}, object({ guests }));
  expect(sent("invite the guests bob@x.org, cy@x.org and di@x.org to party p-1", party) as object).toEqual({
    party: "p-1",
    body: {
      guests: [
        { identity: { email: "bob@x.org" } },
        { identity: { email: "cy@x.org" } },
        { identity: { email: "di@x.org" } },
      ],
    },
  });
});

test("what an object within a thing needs, if there is one, is no part of each thing", () => {
  const cookie = object({ name: text, value: text }, ["name", "value"]);
  const clips = { type: "array", items: object({ clip_id: text, cookie }, ["clip_id"]) };
  const licence = operationOf("/licences", {}, object({ clips }));
  expect(sent("license the clips 100451 and 100452", licence) as object).toEqual({
    body: { clips: [{ clip_id: "100451" }, { clip_id: "100452" }] },
  });
});

test("what is joined to the first of several goes with it, and into no other field of its kind", () => {
  const to = { type: "array", items: object({ email: text, name: text }) };
  const mail = operationOf("/mails/send", {}, object({ to, tracking_recipient: text }));
  expect(sent("send a mail to bob@x.org and cy@x.org", mail) as object).toEqual({
    body: { to: [{ email: "bob@x.org" }, { email: "cy@x.org" }] },
  });
});

test("what a thing is set to is none of the things", () => {
  const stock = { type: "array", items: object({ sku: text, shelf: text }) };
  const shop = operationOf("/stock", {}, object({ stock }));
  expect(sent("set the sku MUG-RED to 40", shop) as object).toEqual({ body: { stock: [{ sku: "MUG-RED" }] } });
});
