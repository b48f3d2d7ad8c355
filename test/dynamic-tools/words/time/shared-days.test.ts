import { expect, test } from "bun:test";
import { sharedDays } from "../../../../src/dynamic-tools/words/time/shared-days.ts";
import { operationOf, sent, text } from "../../sent.ts";

test.each<[string, string, string]>([
  ["from 1 to 31 January 2024", "2024-01-01", "2024-01-31"],
  ["the 1st to the 15th of May 2024", "2024-05-01", "2024-05-15"],
  ["5 May to 7 June 2024", "2024-05-05", "2024-06-07"],
  ["between March 3 and March 9, 2024", "2024-03-03", "2024-03-09"],
  ["March 3-9, 2024", "2024-03-03", "2024-03-09"],
  ["vom 3. bis 9. Mai 2024", "2024-05-03", "2024-05-09"],
  ["del 3 al 9 de mayo de 2024", "2024-05-03", "2024-05-09"],
  ["du 3 au 9 mai 2024", "2024-05-03", "2024-05-09"],
  ["de 3 a 9 de maio de 2024", "2024-05-03", "2024-05-09"],
])("%s", (said, first, last) => {
  expect(sharedDays(said).map(({ day }) => day)).toEqual([first, last]);
});

test.each(["10 to 12 items of 3 May 2024", "at least 3 to 5 stars 2024", "31 to 35 January 2024", "5 Mai 2024"])(
  "%s: no two days",
  (said) => {
    expect(sharedDays(said)).toEqual([]);
  },
);

test("each goes to its end of a span", () => {
  const day = { ...text, format: "date" };
  const opens = operationOf("/opens", { fromdate: day, todate: day, page: { type: "integer" } });
  expect(sent("email opens from 1 to 31 January 2024", opens)).toEqual({
    fromdate: "2024-01-01",
    todate: "2024-01-31",
  });
});
