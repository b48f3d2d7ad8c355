import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readProof } from "../../src/payment/proof.ts";
import { HubError } from "../../src/runtime/errors.ts";

const accepted = {
  scheme: "exact",
  network: "xrpl:0",
  amount: "120000",
  asset: "XRP",
  payTo: "rWallet",
  maxTimeoutSeconds: 60,
};
const payload = { x402Version: 2, accepted, payload: { signedTxBlob: "12AB" } };

const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64");

function refusal(proof: string): HubError {
  try {
    readProof(proof);
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
  throw new Error("the proof was taken");
}

describe("readProof()", () => {
  test.each([
    ["a signed blob", payload],
    ["a hash", { ...payload, payload: { txHash: "AB" } }],
    ["extra facts", { ...payload, accepted: { ...accepted, extra: { invoiceId: "i", destinationTag: 7 } } }],
    ["extra null", { ...payload, accepted: { ...accepted, extra: null } }],
    ["members of later versions", { ...payload, resource: { url: "https://hub.example" }, extensions: {} }],
  ])("reads %s", (_, value) => {
    expect(readProof(encode(value))).toEqual(value as typeof payload);
  });

  test("reads base64 without its padding, and JSON behind a byte order mark", () => {
    expect(readProof(encode(payload).replace(/=+$/, ""))).toEqual(payload);
    expect(readProof(encode(`\uFEFF${JSON.stringify(payload)}`))).toEqual(payload);
  });

  test.each([
    ["nothing", ""],
    ["a bare hash", "%".repeat(64)],
    ["base64url", "-_-_"],
    ["white space", ` ${encode(payload)}`],
    ["more than 64 KiB", "A".repeat(64 * 1024 + 4)],
    ["no JSON", encode("hello")],
    ["broken UTF-8", Buffer.from([0xff, 0xfe, 0x7b]).toString("base64")],
    ["JSON too deep", encode("[".repeat(10_000) + "]".repeat(10_000))],
    ["null", encode("null")],
    ["a list", encode([payload])],
    ["an old version's shape", encode({ x402Version: 1, scheme: "exact", network: "xrpl:0", payload: {} })],
    ["no payment", encode({ ...payload, payload: {} })],
    ["an empty blob", encode({ ...payload, payload: { signedTxBlob: "" } })],
    ["an amount that is a number", encode({ ...payload, accepted: { ...accepted, amount: 120000 } })],
    ["a time-out of zero", encode({ ...payload, accepted: { ...accepted, maxTimeoutSeconds: 0 } })],
    ["a version beyond all numbers", encode(JSON.stringify(payload).replace('"x402Version":2', '"x402Version":1e400'))],
  ])("refuses %s as malformed", (_, proof) => {
    expect(refusal(proof)).toMatchObject({
      code: "invalid_payment",
      status: 400,
      details: { issues: [{ pointer: "/payment_signature" }] },
    });
  });

  test("repeats nothing of what it refuses", () => {
    expect(JSON.stringify(refusal(encode({ ...payload, accepted: { secret: "hunter2" } })))).not.toContain("hunter2");
    expect(refusal(encode('{"hunter2":')).message).not.toContain("hunter2");
  });

  test("any text is a proof or malformed, and nothing else", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.jsonValue().map(encode)), (proof) => {
        expect(refusal(proof).code).toBe("invalid_payment");
      }),
    );
  });
});
