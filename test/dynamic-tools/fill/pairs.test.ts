/** Objects of a name and a value: variables, labels, fields of one's own. */
import { expect, test } from "bun:test";
import { object, operationOf, sent, text, whole } from "../sent.ts";

const pairs = { type: "array", items: object({ key: text, value: text }) };
const env = operationOf("/sites/{site_id}/env", {}, object({ vars: pairs, note: text }));

test("the key of a pair is no secret", () => {
  expect(sent('create the variable API_URL with the value "https://x.dev" for site 8a12', env) as object).toEqual({
    site_id: "8a12",
    body: { vars: [{ key: "API_URL", value: "https://x.dev" }] },
  });
});

test("a key by itself is the caller's own affair", () => {
  const login = operationOf("/login", {}, object({ key: text, note: text }));
  expect(sent('add the key ABC_12 with the note "hi"', login) as object).toEqual({ body: { note: "hi" } });
});

test("what stands in quotation marks is set to what follows, where a name has a value beside it", () => {
  const fields = { type: "array", items: object({ name: text, value: text, position: whole }) };
  const form = operationOf("/forms/{form_id}/fields", {}, object({ fields }));
  expect(sent('set the field "PO number" to 4711 on form 8a12', form) as object).toEqual({
    form_id: "8a12",
    body: { fields: [{ name: "PO number", value: "4711" }] },
  });
  expect(sent('update the field "Cost center" to "Sales" on form 8a12', form) as object).toEqual({
    form_id: "8a12",
    body: { fields: [{ name: "Cost center", value: "Sales" }] },
  });
});

test("where no value stands beside a name, what is set is no name", () => {
  const labels = operationOf("/labels/{label_id}", {}, object({ title: text, state: text }));
  expect(sent('set the state to "open" on label 8a12', labels) as object).toEqual({
    label_id: "8a12",
    body: { state: "open" },
  });
});
