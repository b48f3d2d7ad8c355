/** Objects of an amount and what it is counted in: which of several takes which. */
import { expect, test } from "bun:test";
import { object, oneOf, operationOf, sent, text, whole } from "../sent.ts";

const money = object({ amount: { type: "number" }, currency: text });
const tariff = operationOf("/tariffs", {}, object({ name: text, setup_fee: money, monthly_fee: money }));

test("each of two amounts goes with its currency into the object that was named", () => {
  expect(sent("a tariff with a setup fee of 20 EUR and a monthly fee of 9.50 USD", tariff) as object).toEqual({
    body: { setup_fee: { amount: 20, currency: "EUR" }, monthly_fee: { amount: 9.5, currency: "USD" } },
  });
  expect(sent("a tariff with a monthly fee of $9 and a setup fee of €20", tariff) as object).toEqual({
    body: { setup_fee: { amount: 20, currency: "EUR" }, monthly_fee: { amount: 9, currency: "USD" } },
  });
});

test("of two equally named fields that of the named object is meant, and not that of a list", () => {
  const items = { type: "array", items: object({ sku: text, monthly_fee: { type: "number" } }) };
  const contract = operationOf("/contracts", {}, object({ items, monthly_fee: money }));
  expect(sent("a contract with a monthly fee of 12 EUR", contract) as object).toEqual({
    body: { monthly_fee: { amount: 12, currency: "EUR" } },
  });
});

test("a span goes with its unit into the object that was named", () => {
  const span = object({ value: whole, unit: oneOf("HOUR", "DAY", "WEEK") });
  const policy = operationOf("/policies", {}, object({ trial: span, notice: span }));
  expect(sent("a policy with a trial of 10 days and a notice of 2 weeks", policy) as object).toEqual({
    body: { trial: { value: 10, unit: "DAY" }, notice: { value: 2, unit: "WEEK" } },
  });
});

test("a currency by itself is no amount's", () => {
  const rates = operationOf("/rates", { base: text, symbols: text });
  expect(sent("rates from EUR to USD", rates)).toEqual({ base: "EUR", symbols: "USD" });
});

test("a least and a most that stand together are the bounds of one thing", () => {
  const teams = operationOf("/teams/plan", {}, object({ min_size: whole, max_size: whole, limit: whole }));
  expect(sent("plan teams of at least 4 and at most 9", teams) as object).toEqual({
    body: { min_size: 4, max_size: 9 },
  });
  expect(sent("plan teams, at most 9", teams) as object).toEqual({ body: { limit: 9 } });
});

test("a number with a unit behind it is a quantity, and the letters are its unit", () => {
  const usage = operationOf("/usage", {}, object({ quantity: { type: "number" }, uom: text, account: text }));
  expect(sent("record a usage of 120 GB for account a-81", usage) as object).toEqual({
    body: { quantity: 120, uom: "GB", account: "a-81" },
  });
  expect(sent("record a usage of 3.5 km for account a-81", usage) as object).toEqual({
    body: { quantity: 3.5, uom: "km", account: "a-81" },
  });
  expect(sent("record a usage for account a-81 in EU", usage) as object).toEqual({ body: { account: "a-81" } });
});
