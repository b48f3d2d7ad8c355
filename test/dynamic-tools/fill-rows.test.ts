/** Several things of one kind, each with several fields: persons, and the lines of an order. */
import { expect, test } from "bun:test";
import { object, operationOf, sent, text, whole } from "./sent.ts";

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
