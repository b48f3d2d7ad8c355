import { describe, expect, test } from "bun:test";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import { type Payee, termsOf, x402Block } from "../../src/payment/terms/terms.ts";

const sale = { method: "POST", path: "/api/run/", description: "Ein Lauf für 12 ¢.", fingerprint: "f", price: 12_000n };
const invoice = { id: "invoice-1", proofKey: "AbCdEfGhIjKlMnOpQrStUv", expiresAt: Date.UTC(2026, 0, 1) };
const payee: Payee = {
  network: "xrpl:0",
  wallet: "rWallet",
  destinationTag: 0,
  isSandbox: false,
  walletWord: "wallet",
};
const HUB = "https://hub.example";

describe("termsOf()", () => {
  test("says one price everywhere, in drops to a program and in XRP to a person", () => {
    const { body } = termsOf(sale, invoice, payee, HUB);
    expect(body).toMatchObject({
      x402Version: 2,
      accepts: [{ amount: "12000" }, { amount: "12000" }],
      payment: { amount_drops: "12000", amount_xrp: 0.012 },
      wallet_deep_link: expect.stringContaining("amount=0.012&"),
      x402: { per_call_xrp: 0.012 },
    });
  });

  test("binds each way to pay to the same invoice, wallet and tag", () => {
    const { accepts } = termsOf(sale, invoice, payee, HUB).body as { accepts: { extra: object }[] };
    const bound = { paymentFlow: "upfront", invoiceId: "invoice-1", destinationTag: 0, areFeesSponsored: false };
    expect(accepts).toMatchObject([
      {
        scheme: "exact",
        network: "xrpl:0",
        asset: "XRP",
        payTo: "rWallet",
        extra: { ...bound, assetTransferMethod: "sequence" },
      },
      { extra: { ...bound, assetTransferMethod: "ticketSequence" } },
    ]);
  });

  test("sends in its header, as base64 of UTF-8, exactly the protocol's part of its body", () => {
    const { body, headers } = termsOf(sale, invoice, payee, HUB);
    const sent = JSON.parse(Buffer.from(headers["payment-required"] ?? "", "base64").toString());
    expect(Object.keys(sent)).toEqual(["x402Version", "error", "resource", "accepts", "extensions"]);
    expect(body).toMatchObject(sent);
    expect(sent.resource).toEqual({
      url: `${HUB}/api/run/`,
      description: sale.description,
      mimeType: "application/json",
    });
  });

  test("is what the published schema of x402 says, in its header and in its body", () => {
    const { body, headers } = termsOf(sale, invoice, payee, HUB);
    expect(PaymentRequiredV2Schema.safeParse(body).success).toBeTrue();
    const sent = decodePaymentRequiredHeader(headers["payment-required"] ?? "");
    expect(PaymentRequiredV2Schema.safeParse(sent).success).toBeTrue();
  });

  test("names the fault of a payment that was sent where clients look for it", () => {
    expect(termsOf(sale, invoice, payee, HUB, "the_reason").body).toMatchObject({ error: "the_reason" });
  });

  test("without a destination tag names none, and null in its summary", () => {
    const { body } = termsOf(sale, invoice, { ...payee, destinationTag: undefined }, HUB);
    expect(body).toMatchObject({
      payment: { destination_tag: null, invoice_id: "invoice-1", expires_at: "2026-01-01T00:00:00.000Z" },
    });
    expect(JSON.stringify(body)).not.toContain("destinationTag");
  });

  test("calls the deep link by the configured word", () => {
    expect(termsOf(sale, invoice, { ...payee, walletWord: "xaman" }, HUB).body).toHaveProperty("xaman_deep_link");
  });

  test("lists the subscriptions as the specification prices them", () => {
    expect(termsOf(sale, invoice, payee, HUB).body["tiers"]).toEqual({
      basic: { xrp: 10, fiat: 9.99, calls_per_day: 300, period: "monthly" },
      pro: { xrp: 30, fiat: 29.99, calls_per_day: 1000, period: "yearly" },
      enterprise: { xrp: 100, fiat: 99.99, calls_per_day: -1, period: "lifetime" },
    });
  });
});

test("x402Block() says of a sandbox, and only of one, that no real money moves", () => {
  expect(x402Block(120_000n, HUB, true)["note"]).toContain("no real money");
  expect(x402Block(120_000n, HUB, false)["note"]).not.toContain("sandbox");
});
