/** Phone numbers as they are written within a country. */
import { expect, test } from "bun:test";
import { object, operationOf, sent, text } from "../sent.ts";

const plain = operationOf("/texts", {}, object({ phone: text, ip: text, count: { type: "integer" } }));
const e164 = operationOf("/texts", {}, object({ phone: { ...text, description: "In E.164 format" } }));

test.each(["(415) 555-0132", "0171 2345678", "030/1234567", "+491712345678"])("%s stays as it was written", (phone) => {
  expect(sent(`send texts to ${phone}`, plain)).toEqual({ body: { phone } });
  expect(sent(`send texts to ${phone}`, e164)).toEqual({ body: { phone } });
});

test("E.164 is sent where a slot takes it and the country was said", () => {
  expect(sent("send texts to (415) 555-0132 in the US", e164)).toEqual({ body: { phone: "+14155550132" } });
  expect(sent("send texts to 0171 2345678 in Germany", e164)).toEqual({ body: { phone: "+491712345678" } });
  expect(sent("send texts to 06 12345678 in Italy", e164)).toEqual({ body: { phone: "+390612345678" } });
});

test("a number with hyphens is one to dial only where somebody dials", () => {
  expect(sent("call 415-555-0132", plain)).toEqual({ body: { phone: "415-555-0132" } });
  expect(sent("texts of the account 415-555-0132", operationOf("/texts", { account: text }))).toEqual({
    account: "415-555-0132",
  });
});
