/** Money and measures that are to be told in others. */
import { expect, test } from "bun:test";
import { withConversion } from "../../../../src/dynamic-tools/words/paraphrases/conversions.ts";

test.each([
  ["usd to eur", "live currency exchange rate between USD and EUR"],
  ["usd/eur", "live currency exchange rate between USD and EUR"],
  ["exchange rate from dollars to euros", "live currency exchange rate between USD and EUR"],
  ["convert GBP to JPY", "live currency exchange rate between GBP and JPY"],
  ["Wechselkurs EUR CHF", "live currency exchange rate between EUR and CHF"],
  ["exchange rate gbp to jpy on 3 march 2021", "historical currency exchange rate between GBP and JPY on 3 march 2021"],
  ["what's 5 miles in km?", "convert 5 miles into kilometers"],
  ["how many pounds are 20 kg", "convert 20 kilograms into pounds"],
  ["wie viel sind 5 meilen in km", "convert 5 miles into kilometers"],
  ["convert 100 usd to eur", "convert 100 USD to EUR"],
  ["how much is 50 dollars in japanese yen", "convert 50 USD to JPY"],
  ["what is $20 in euros?", "convert 20 USD to EUR"],
  ["wieviel sind 20 euro in schweizer franken", "convert 20 EUR to CHF"],
  ["25 celsius to fahrenheit", "convert 25 celsius into fahrenheit"],
] as const)("%s", (text, plain) => {
  expect(withConversion(text)).toBe(plain);
});

test.each([
  "add 20 euros to the order",
  "add ann to bob",
  "convert leads to customers",
  "move 5 to 7",
  "what is 5 in the list",
  "all the things",
  "try all",
] as const)("is left as it is: %s", (text) => {
  expect(withConversion(text)).toBe(text);
});
