/** Names of fields with their values behind them, in each way in which programs and agents write them. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseWish } from "../../../src/dynamic-tools/words/wish/wish.ts";
import { flag, list, object, oneOf, operationOf, sent, text, whole } from "../sent.ts";

const tasks = operationOf("/boards/{board_id}/tasks", {
  page_size: whole,
  page: whole,
  sort: text,
  ownerId: text,
  archived: flag,
  q: text,
  state: oneOf("in_progress", "done"),
});
const wanted = { board_id: "b-7", page_size: 20, ownerId: "u19", sort: "created_at:desc", state: "in_progress" };

test.each([
  'tasks {"board_id": "b-7", "page_size": 20, "ownerId": "u19", "sort": "created_at:desc", "state": "in_progress"}',
  "tasks with board_id=b-7, page_size=20, ownerId=u19, sort=created_at:desc, state=in_progress",
  "tasks ?board_id=b-7&page_size=20&ownerId=u19&sort=created_at:desc&state=in_progress",
  "tasks:\n- board_id: b-7\n- page_size: 20\n- ownerId: u19\n- sort: created_at:desc\n- state: in_progress",
  'tasks(board_id="b-7", page_size=20, ownerId="u19", sort="created_at:desc", state="in_progress")',
  "tasks where the board id is b-7, page size 20, owner id u19, sort = created_at:desc and the state is in progress",
])("every value goes to the field that is named before it: %s", (words) => {
  expect(sent(words, tasks)).toEqual(wanted);
});

const card = operationOf(
  "/cards/{id}",
  {},
  object({
    title: text,
    description: text,
    company_name: text,
    name: text,
    id: text,
    urgent: flag,
    parent: object({ name: text }),
  }),
);

test("of a list of fields a value has as many words as stand before the next field", () => {
  expect(sent("update the card, id: c9, title: Summer sale, description: all about the new office", card)).toEqual({
    id: "c9",
    body: { title: "Summer sale", description: "all about the new office" },
  });
  expect(sent("update the card ?id=c9&title=Summer sale&urgent=true", card)).toEqual({
    id: "c9",
    body: { title: "Summer sale", urgent: true },
  });
});

test("fields may be joined by words", () => {
  expect(sent("tasks with ownerId=u19 and page_size=5", tasks)).toEqual({ ownerId: "u19", page_size: 5 });
});

test("an object of JSON is read as one: lists, parts and rows stand where they belong", () => {
  const line = object({ sku: text, count: whole });
  const order = operationOf(
    "/orders/{order_id}/copies",
    {},
    object({ order_id: text, tags: list, buyer: object({ name: text }), lines: { type: "array", items: line } }),
  );
  const words = String.raw`copy the order {"order_id": "o1", "tags": ["a", "b"], "buyer": {"name": "Ann \"A\" Lee"}, "lines": [{"sku": "x", "count": 2}, {"sku": "y", "count": 1}], "unknown": {"name": "z"}}`;
  expect(sent(words, order)).toEqual({
    order_id: "o1",
    body: {
      tags: ["a", "b"],
      buyer: { name: 'Ann "A" Lee' },
      lines: [
        { sku: "x", count: 2 },
        { sku: "y", count: 1 },
      ],
    },
  });
});

test("a list below a heading is no value of the field that the heading speaks of", () => {
  expect(sent("tasks by owner id:\n- ownerId: u19\n- page_size: 5", tasks)).toEqual({ ownerId: "u19", page_size: 5 });
});

test("a heading says what is asked, and no service that is named before it", () => {
  const effect = (words: string) => parseWish(words, () => false).effect;
  expect(effect("Add webhook:\n- list_id: 5")).toBe("create");
  expect(effect("Mailchimp: list webhooks")).toBe("read");
});

test("what is written out is sent, and neither looked for nor asked", () => {
  const read = (words: string) => parseWish(words, () => false);
  expect(read('list tasks {"note": "delete the board"} ?action=delete&page=2')).toMatchObject({
    effect: "read",
    plain: "list tasks",
  });
  expect(read("delete the task with force=true").effect).toBe("delete");
});

test("what only looks like an object is read as words", () => {
  expect(sent('tasks {"page_size": 5, "ownerId": u19', tasks)).toMatchObject({ page_size: 5 });
  expect(sent(`tasks ${"{".repeat(500)}`, tasks)).toEqual({});
});

test("a sentence may go on behind the last field of a list", () => {
  expect(sent("tasks with board_id=b-7, page_size=5, q=cats and tell me how many there are", tasks)).toEqual({
    board_id: "b-7",
    page_size: 5,
    q: "cats",
  });
});

test("the longer name is meant, and its words are no values of other fields", () => {
  expect(sent('the card c9: company name "Acme", title "Offer"', card)).toEqual({
    id: "c9",
    body: { company_name: "Acme", title: "Offer" },
  });
  expect(sent("tasks of the board b-7 with page size 20 and page 3", tasks)).toEqual({
    board_id: "b-7",
    page_size: 20,
    page: 3,
  });
});

test("what a field is called by is no value, whether this operation has the field or not", () => {
  expect(sent('tasks of b-7 {"external_ref": "x1y2", "page_size": 5}', tasks)).toMatchObject({ page_size: 5 });
  expect(JSON.stringify(sent('tasks {"external_ref": 1, "page_size": 5}', tasks))).not.toContain("external_ref");
});

test("an id before a colon is one", () => {
  const refund = operationOf("/customers/{customer}/refunds", {}, object({ amount: whole }));
  expect(sent("for the customer cus_81: refund with amount 20", refund)).toEqual({
    customer: "cus_81",
    body: { amount: 20 },
  });
});

test("a name of one word that stands in a part nobody spoke of is that of the whole", () => {
  expect(sent('the card c9 with name "Acme"', card)).toEqual({ id: "c9", body: { name: "Acme" } });
});

test("what is no number is none: the field is left out", () => {
  expect(sent("tasks with board_id=b-7, page_size=many, page=2", tasks)).toEqual({ board_id: "b-7", page: 2 });
});

test("an address that begins like a field is none", () => {
  const model = operationOf("/models", { arn: text, model: text });
  expect(sent("the model arn:aws:x:eu-west-1:1:model/a", model)).toEqual({ model: "arn:aws:x:eu-west-1:1:model/a" });
});

test("a name written in capitals that only says what is wanted is no value", () => {
  const links = operationOf("/payment_links", {}, object({ name: text, amount: whole }));
  expect(sent("Create a Payment Links with amount 20", links)).toEqual({ body: { amount: 20 } });
});

test("how many are wanted is none of the things, spelled or not", () => {
  const compare = operationOf("/compare/{basehead}", { per_page: whole });
  expect(sent("compare two commits with per page 37", compare)).toEqual({ per_page: 37 });
});

test("the name of a file and a language of one country are values as they are written", () => {
  const files = operationOf("/files", {}, object({ name: text, culture_name: text }));
  expect(sent("a copy of the file with name FileCopy.txt and culture name en-GB", files)).toEqual({
    body: { name: "FileCopy.txt", culture_name: "en-GB" },
  });
});

test("whatever text stands in an object of JSON arrives as it was written", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 999 }), (title, count) => {
      const note = operationOf("/notes", {}, object({ title: text, count: whole }));
      expect(sent(`write a note ${JSON.stringify({ title, count })}`, note)).toEqual({ body: { title, count } });
    }),
  );
});

test("words that count are no values, and a number of pages is of pages alone", () => {
  const licenses = operationOf(
    "/licenses",
    { license: text, page: whole, per_page: whole, view: text, city: text },
    undefined,
  );
  expect(sent("licenses, 25 per page, the third page", licenses)).toEqual({ per_page: 25, page: 3 });
  const views = operationOf("/views/{view}", { limit: whole, offset: whole });
  expect(sent("of a view skip the first 40, limit 25", views)).toEqual({ limit: 25, offset: 40 });
  expect(sent("licenses in German", licenses)).toEqual({});
});

test.each([
  "List the tasks. The board id should be b-7. For the page size, use 20. Use u19 as the owner id. Set the sort to created_at:desc. The state is in progress.",
  "tasks with a board id of b-7 and a page size of 20, set the owner id to u19, with created_at:desc as the sort and in progress as the state",
  "tasks, the board id must be b-7, the page size has to be 20, the owner id needs to be u19; take created_at:desc as the sort, use in progress for the state",
])("a sentence says what a field is: %s", (words) => {
  expect(sent(words, tasks)).toEqual(wanted);
});

test("a sentence of its own says a text of several words without quotation marks", () => {
  expect(
    sent("update card c9. The title is Summer sale. Set the description to all about the new office.", card),
  ).toEqual({
    id: "c9",
    body: { title: "Summer sale", description: "all about the new office" },
  });
});

test("a sentence that begins behind a number makes no day of it", () => {
  const now = Date.parse("2026-11-27T10:00:00Z");
  expect(parseWish("It has a page of 21. Set the sort to name.", () => false, now).values).toMatchObject([
    { kind: "number", text: "21" },
  ]);
});

const server = operationOf(
  "/servers/{server}",
  {},
  object({
    color: text,
    due_date: text,
    server: text,
    expiration: object({ enableExpiration: flag, expireAt: text }, ["enableExpiration"]),
    limits: object({ unit: text, most: whole }, ["unit"]),
  }),
);

test("what is changed of a thing stands behind the thing", () => {
  expect(sent("change the color of the server 55 to blue", server)).toEqual({ server: "55", body: { color: "blue" } });
  expect(sent("set the due date for server 55 to 2026-03-01", server)).toEqual({
    server: "55",
    body: { due_date: "2026-03-01" },
  });
});

test("whose it is stays so", () => {
  expect(sent("change the server of the color 7 to 12", server)).not.toHaveProperty("body.server");
});

test("what looks for something in a field names the field behind it", () => {
  const products = operationOf("/products", { name: text, category: whole });
  expect(sent("products with chocolate in the name, category 45", products)).toEqual({
    name: "chocolate",
    category: 45,
  });
});

test("who says what an object holds has it enabled, where it must tell whether it is", () => {
  expect(sent("server 55: expire at 2026-03-01", server)).toEqual({
    server: "55",
    body: { expiration: { enableExpiration: true, expireAt: "2026-03-01" } },
  });
  expect(sent("server 55: color blue", server)).toEqual({ server: "55", body: { color: "blue" } });
});

test("the number of a thing that was spoken of is its number", () => {
  const bills = operationOf("/bills", {}, object({ BillNumber: text, TaxNumber: text }));
  expect(sent("draft a bill for Ann Lee, number B-77", bills)).toEqual({ body: { BillNumber: "B-77" } });
});
