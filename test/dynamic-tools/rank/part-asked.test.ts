/** Where a part of a sum shall be moved, how much that is must be said. */
import { expect, test } from "bun:test";
import { partAsked } from "../../../src/dynamic-tools/rank/part-asked.ts";
import { slotsOf } from "../../../src/dynamic-tools/slots/slots.ts";
import { entryOf, said } from "../found.ts";
import { object, operationOf, text, whole } from "../sent.ts";

const refund = entryOf("POST", "Create a refund", "/charges/{id}/refunds");
const slots = slotsOf(operationOf("/charges/{id}/refunds", {}, object({ amount: whole, reason: text })));
const asked = (words: string) => partAsked({ entry: refund, said: said(words) }, slots).map(({ name }) => name);

test.each([
  ["refund half of the charge 5", ["amount"]],
  ["erstatte die Zahlung 5 zur Hälfte", ["amount"]],
  ["rembourse la moitié du paiement 5", ["amount"]],
  ["refund the charge 5", []],
] as const)("%s", (words, names) => {
  expect(asked(words)).toEqual([...names]);
});

test("what only shows asks for no sum", () => {
  const list = entryOf("GET", "List refunds", "/refunds");
  expect(partAsked({ entry: list, said: said("half of the refunds") }, slots)).toEqual([]);
});
