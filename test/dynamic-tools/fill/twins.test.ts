/** Fields that are called alike, each in another object: the one whose object was named last before the value takes it. */
import { expect, test } from "bun:test";
import { object, operationOf, sent, text, whole } from "../sent.ts";

const stop = object({ postcode: text, contact_phone: text, floor: whole });
const rides = operationOf("/rides", {}, object({ pickup: stop, dropoff: stop, floor_plan: text }));

test("each of two equal fields goes into the object that was named before it", () => {
  expect(sent("a ride with pickup floor 3 and dropoff floor 7", rides) as object).toEqual({
    body: { pickup: { floor: 3 }, dropoff: { floor: 7 } },
  });
  expect(sent("a ride with dropoff floor 7, pickup floor 3", rides) as object).toEqual({
    body: { pickup: { floor: 3 }, dropoff: { floor: 7 } },
  });
});

test("of two objects the one all of whose words were said is meant", () => {
  const field = { type: "array", items: object({ name: text, value: text }) };
  const forms = operationOf(
    "/forms/{form_id}",
    {},
    object({ listCustomFields: field, textCustomFields: field, page: whole }),
  );
  expect(sent('on the form f-81 set the text custom field "PO number" to 4711', forms) as object).toEqual({
    form_id: "f-81",
    body: { textCustomFields: [{ name: "PO number", value: "4711" }] },
  });
});

test("where no object was named, the first one is meant as before", () => {
  const pair = object({ source: object({ zip: text }), target: object({ zip: text }) }, ["source"]);
  const moves = operationOf("/moves", {}, pair);
  expect(sent("a move with zip 10115", moves) as object).toEqual({ body: { source: { zip: "10115" } } });
});
