/** Fields under other names than people say, and kinds of values that have no field of their own name. */
import { expect, test } from "bun:test";
import { constantsFor, object, operationOf, sent, text, whole } from "../sent.ts";

type Case = readonly [words: string, operation: ReturnType<typeof operationOf>, sent: object];

const about = (type: object, description: string) => ({ ...type, description });
const draws = operationOf("/draws", { lowest: whole, highest: whole });
const archive = operationOf("/{year}/{month}", {
  year: about(whole, "The year."),
  month: about(whole, "The month, 1 to 12."),
});

test.each<Case>([
  ["random integers from 1 to 49", draws, { lowest: 1, highest: 49 }],
  [
    "a route to 10.1.2.3",
    operationOf("/routes", {}, object({ destinationAddress: text })),
    { body: { destinationAddress: "10.1.2.3" } },
  ],
  [
    "create an order from 10.1.2.3",
    operationOf("/orders", {}, object({ shippingAddress: text, billingAddress: text })),
    {},
  ],
  [
    "let the hook post to https://crm.example.com/in",
    operationOf("/hooks", {}, object({ invocationEndpoint: text })),
    { body: { invocationEndpoint: "https://crm.example.com/in" } },
  ],
  [
    "the busiest months of 2017",
    operationOf("/traffic", { period: about(text, "Period (year) of the statistics.") }),
    { period: "2017" },
  ],
  // What lasts is told by its length, and by no year.
  ["the busiest months of 2017", operationOf("/traffic", { period: about(text, "Length of the period, as P1D.") }), {}],
  ["archive of July 1969", archive, { year: 1969, month: 7 }],
  [
    "a picture of Frankie117, 512 px",
    operationOf("/pictures/{player}", { size: about(whole, "Size in pixels.") }),
    { player: "Frankie117", size: 512 },
  ],
  // So many pieces are no pixels.
  ["a picture, 512 px", operationOf("/pictures", { size: about(whole, "How many are shown.") }), {}],
  ["articles of 2017-JUL-31", operationOf("/articles/{date}", {}), { date: "2017-07-31" }],
  ["articles of 31-Jul-2017", operationOf("/articles/{date}", {}), { date: "2017-07-31" }],
])("%s", (words, operation, expected) => {
  expect(sent(words, operation) as object).toEqual(expected);
});

test("a number with which the operation is called counts nothing", () => {
  const maps = operationOf("/maps/{player}", { count: whole });
  expect(constantsFor("Halo 5 maps of Frankie117, first 10", maps, new Set(["halo", "5", "maps"])).params).toEqual({
    player: "Frankie117",
    count: 10,
  });
});
