/** By what a list is ordered, and which way. */
import { expect, test } from "bun:test";
import { oneOf, operationOf, sent, text } from "../sent.ts";

type Case = readonly [words: string, operation: ReturnType<typeof operationOf>, sent: object];

const holds = (kind: string, cases: readonly Case[]) =>
  test.each<Case>([...cases])(`${kind}: %s`, (words, operation, expected) => {
    expect(sent(words, operation) as object).toEqual(expected);
  });

const wines = operationOf("/wines", { sort: oneOf("price", "-price", "score", "-score", "created", "-created") });
const probes = operationOf("/probes", {
  orderby: oneOf("name", "name desc", "lastReportedDateTime", "lastReportedDateTime desc"),
});
const threads = operationOf("/threads", { sort: oneOf("created", "comments"), direction: oneOf("asc", "desc") });
const free = operationOf("/funds", { sort: { ...text, description: "A field. Use `-` for descending order." } });
const shown = operationOf("/tenants", { orderBy: { ...text, pattern: "^-?\\w+(,-?\\w+)*$" } });

holds("an order", [
  ["wines, cheapest first", wines, { sort: "price" }],
  ["wines, most expensive first", wines, { sort: "-price" }],
  ["wines, best first", wines, { sort: "-score" }],
  ["die Weine, die besten zuerst", wines, { sort: "-score" }],
  ["wines sorted by date, descending", wines, { sort: "-created" }],
  ["probes, last reported first", probes, { orderby: "lastReportedDateTime desc" }],
  ["probes sorted by name, descending", probes, { orderby: "name desc" }],
  ["threads sorted by most commented", threads, { sort: "comments", direction: "desc" }],
  ["threads, fewest comments first", threads, { sort: "comments", direction: "asc" }],
  ["funds, highest receipts first", free, { sort: "-receipts" }],
  ["tenants by companyName, descending", shown, { orderBy: "-companyName" }],
  ["funds, cheapest first", free, {}],
  [
    "towns sorted by name",
    operationOf("/towns", { sort: { ...text, description: "How to sort: ±SORT_FIELD" } }),
    { sort: "name" },
  ],
  ["probes by name descending", operationOf("/probes", { name: text, order: oneOf("asc", "desc") }), { order: "desc" }],
  ["the first wines", wines, {}],
  ["the best wines", wines, {}],
]);
