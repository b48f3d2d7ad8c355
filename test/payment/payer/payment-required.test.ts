import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readEntry, readPaymentRequired } from "../../../src/payment/payer/payment-required.ts";
import { ENTRY } from "../../support/seller.ts";

const REQUIRED = { x402Version: 2, resource: { url: "https://seller.example/thing" }, accepts: [ENTRY] };
const header = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

describe("the terms of a 402", () => {
  test("are read from the header, and from the body where the header holds none", () => {
    const other = { ...REQUIRED, resource: { url: "https://other.example/" } };
    expect(readPaymentRequired(header(REQUIRED), JSON.stringify(other))?.resource.url).toBe(REQUIRED.resource.url);
    for (const none of [null, "", "!", header(null), header(5), header([1]), header({ ...REQUIRED, x402Version: 1 })])
      expect(readPaymentRequired(none, JSON.stringify(other))?.resource.url).toBe("https://other.example/");
    expect(readPaymentRequired(header({ ...REQUIRED, accepts: [] }), "")).toBeUndefined();
  });

  test("are none, whatever a seller says instead of them", () => {
    fc.assert(
      fc.property(fc.option(fc.string()), fc.oneof(fc.string(), fc.json()), (first, second) => {
        expect(readPaymentRequired(first, second)).toBeUndefined();
      }),
    );
  });

  test("are payable only with an amount that is a whole number of drops above zero", () => {
    const amount = fc.oneof(fc.string(), fc.integer().map(String), fc.float().map(String), fc.integer());
    fc.assert(
      fc.property(amount, (asked) => {
        const isDrops = typeof asked === "string" && /^[1-9][0-9]{0,16}$/.test(asked);
        expect(readEntry({ ...ENTRY, amount: asked }).ok).toBe(isDrops);
      }),
    );
  });
});
