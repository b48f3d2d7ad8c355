/** Nothing is changed of which nobody said what of it: that is asked for. */
import { expect, test } from "bun:test";
import { unsaidChange } from "../../../src/dynamic-tools/rank/unsaid-change.ts";
import { needsOf } from "../../../src/dynamic-tools/slots/needs.ts";
import { type Slot, slotsOf } from "../../../src/dynamic-tools/slots/slots.ts";
import { entryOf, said } from "../found.ts";
import { object, operationOf, text } from "../sent.ts";

const slots = slotsOf(operationOf("/cards/{id}", {}, object({ name: text, closed: text })));
const updateCard = entryOf("PUT", "Update a card", "/cards/{id}");
/** No body of it is required. */
const CALLED = { operation: { bodyRequired: false }, constants: { params: {} } };
const named = (name: string) => slots.filter((slot) => slot.name === name);
const asked = (words: string, given: readonly Slot[], entry = updateCard) =>
  needsOf(CALLED, [], unsaidChange({ entry, said: said(words) }, slots, new Set(given))).map(({ pointer }) => pointer);

test.each(["archive the card 5", "pause the card 5", "archiviere die Karte 5", "update the card 5"])(
  "what shall be changed is asked for: %s",
  (words) => {
    expect(asked(words, named("id"))).toEqual(["/body"]);
  },
);

test("so is a new name, whatever else was said", () => {
  expect(asked("rename the card 5", named("id"))).toEqual(["/body/name"]);
  expect(asked("rename the card 5", named("closed"), entryOf("POST", "cards.rename", "/rename"))).toEqual([
    "/body/name",
  ]);
  expect(asked("renombra la tarjeta 5", named("id"))).toEqual(["/body/name"]);
});

test("of what takes one thing only that is asked for", () => {
  const one = slotsOf(operationOf("/cards/{id}/list", {}, object({ value: text })));
  const unsaid = unsaidChange({ entry: updateCard, said: said("move the card 5") }, one, new Set());
  expect(needsOf(CALLED, [], unsaid).map(({ pointer }) => pointer)).toEqual(["/body/value"]);
});

test("what a path says is set takes its value still", () => {
  const one = slotsOf(operationOf("/cards/{id}/closed", {}, object({ value: text })));
  const close = entryOf("PUT", "updateCardsClosedByIdCard", "/cards/{id}/closed");
  const unsaid = unsaidChange({ entry: close, said: said("close the card 5") }, one, new Set());
  expect(needsOf(CALLED, [], unsaid).map(({ pointer }) => pointer)).toEqual(["/body/value"]);
});

test.each([
  ["archive the card 5", named("closed"), updateCard],
  ["rename the card 5 to x", named("name"), updateCard],
  ["lock the card 5", named("id"), entryOf("PUT", "Lock a card", "/cards/{id}/lock")],
  ["follow the user 5", named("id"), entryOf("PUT", "Put it", "/following/{id}")],
  ["create a card", named("id"), updateCard],
  ["show the card 5", named("id"), entryOf("POST", "Get a card", "/cards/{id}")],
  ["cancel the card 5", named("id"), entryOf("DELETE", "Delete a card", "/cards/{id}")],
] as const)("nothing is asked for where it was said: %s", (words, given, entry) => {
  expect(asked(words, given, entry)).toEqual([]);
});
