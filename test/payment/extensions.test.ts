import { describe, expect, test } from "bun:test";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import { PaymentRequiredV2Schema } from "@x402/core/schemas";
import { validateDiscoveryExtension, validateDiscoveryExtensionSpec } from "@x402/extensions/bazaar";
import { isPaymentIdentifierExtension } from "@x402/extensions/payment-identifier";
import { issueInvoice } from "../../src/payment/invoice.ts";
import { termsWriter } from "../../src/payment/terms/terms-template.ts";
import { type Payee, termsOf } from "../../src/payment/terms/terms.ts";
import { Type } from "../../src/runtime/actor.ts";
import type { Listing } from "../../src/runtime/payment/listing.ts";
import type { Purchasable } from "../../src/runtime/ports/payment.ts";
import { createRegistry } from "../../src/runtime/actors/registry.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { noCatalog, SILENT } from "../support/operations.ts";

const HUB = "https://hub.example";
const payee: Payee = {
  network: "xrpl:4294967295",
  wallet: "rrrrrrrrrrrrrrrrrrrrrhoLvTp",
  destinationTag: 4_294_967_295,
  isSandbox: true,
  walletWord: "wallet",
};
const invoice = { id: "i".repeat(54), proofKey: "AbCdEfGhIjKlMnOpQrStUv", expiresAt: Date.UTC(2026, 0, 1) };

async function saleOf(slug: string): Promise<Purchasable & { listing: Listing }> {
  const registry = createRegistry((_actor, signal) => ({
    signal,
    now: Date.now,
    log: SILENT,
    fetch: () => Promise.reject(new Error("A test reached for the network")),
    catalog: noCatalog,
  }));
  registry.offer(slug, slug, await loadActor(slug), "1");
  const { method, path, description, listing } = registry.get(slug)?.operation ?? {};
  if (method === undefined || path === undefined || description === undefined || listing === undefined)
    throw new Error(`${slug} is not served`);
  return { method, path, description, listing, fingerprint: "f".repeat(64), price: 240_000n };
}

describe.each(await actorSlugs())("the 402 of %s", (slug) => {
  test("tells how it is called in a form the published validators take, in the body and in a header below 4 KB", async () => {
    const sale = await saleOf(slug);
    const { body, headers } = termsOf(sale, invoice, payee, HUB);
    const header = headers["payment-required"] ?? "";
    expect(header.length).toBeLessThanOrEqual(4096);
    const sent = decodePaymentRequiredHeader(header);
    for (const terms of [body, sent]) {
      expect(PaymentRequiredV2Schema.safeParse(terms).success).toBeTrue();
      const { bazaar, "payment-identifier": identifier } = terms.extensions as Record<string, any>;
      expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true });
      expect(validateDiscoveryExtensionSpec(bazaar)).toEqual({ valid: true });
      expect(isPaymentIdentifierExtension(identifier)).toBeTrue();
      expect(bazaar.info.input).toMatchObject({ type: "http", method: "POST", bodyType: "json" });
    }
    const { bazaar: full } = body["extensions"] as Record<string, any>;
    expect(full.schema.properties.input.properties.body).toMatchObject(JSON.parse(JSON.stringify(sale.listing.input)));
    expect((sent.extensions as Record<string, any>)["bazaar"].info).toEqual(full.info);
  });
});

describe("a schema that is too long for a header", () => {
  const described = (chars: number) => Type.String({ minLength: 3, description: "x".repeat(chars) });
  const listed = (input: Listing["input"], example = {}): Purchasable => ({
    method: "POST",
    path: "/run/",
    description: "A run.",
    fingerprint: "f",
    price: 1n,
    listing: { name: "Run", tags: [], input, example },
  });
  const bodyOf = (purchasable: Purchasable) => {
    const header = termsOf(purchasable, invoice, payee, HUB).headers["payment-required"] ?? "";
    expect(header.length).toBeLessThanOrEqual(4096);
    const { bazaar } = decodePaymentRequiredHeader(header).extensions as Record<string, any>;
    return bazaar?.schema.properties.input.properties.body;
  };

  test("loses first what only explains, then all but names and types, then itself", () => {
    expect(bodyOf(listed(Type.Object({ title: described(100) })))).toMatchObject({
      properties: { title: { minLength: 3, description: expect.any(String) } },
    });
    const unexplained = bodyOf(listed(Type.Object({ title: described(3000) })));
    expect(unexplained.properties).toEqual({ title: { type: "string", minLength: 3 } });
    const choices = Type.Object({ choice: Type.Unsafe<string>({ type: "string", enum: Array(300).fill("choice") }) });
    expect(bodyOf(listed(choices))).toEqual({
      type: "object",
      properties: { choice: { type: "string" } },
      required: ["choice"],
    });
    const many = Type.Object(Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`field_${n}`, Type.String()])));
    expect(bodyOf(listed(many))).toEqual({ type: "object" });
  });

  test("and an example that is too long keeps the whole announcement out of the header, never out of the body", () => {
    const purchasable = listed(Type.Object({ text: Type.String() }), { text: "x".repeat(4000) });
    expect(bodyOf(purchasable)).toBeUndefined();
    expect(termsOf(purchasable, invoice, payee, HUB).body).toMatchObject({ extensions: { bazaar: { info: {} } } });
  });
});

describe("termsWriter()", () => {
  /** A purchasable whose header has about so many characters more. */
  const saleWith = (chars: number): Purchasable => ({
    method: "POST",
    path: `/run-${chars}/`,
    description: "A run.",
    fingerprint: "f",
    price: 1n,
    listing: {
      name: "Run",
      tags: [],
      input: Type.Object({ text: Type.String({ description: "x".repeat(chars) }) }),
      example: {},
    },
  });

  test("writes what termsOf() says, the second time from what it kept", async () => {
    const write = termsWriter();
    const sale = await saleOf("data-convert");
    const other = { id: "j".repeat(54), proofKey: "0123456789abcdefABCDEF", expiresAt: Date.UTC(2027, 0, 1) };
    for (const each of [invoice, other, invoice]) {
      const expected = termsOf(sale, each, payee, HUB, "why");
      const { write: bodyWith, body, headers } = write(sale, each, payee, HUB, "why");
      expect([body, headers]).toEqual([expected.body, expected.headers]);
      for (const requestId of [crypto.randomUUID(), "a shorter one"]) {
        const told = bodyWith(['"id":"', '","again":"', '"'], requestId);
        expect(JSON.parse(told.toString())).toEqual({ ...expected.body, id: requestId, again: requestId });
      }
    }
  });

  test("leaves out of a header whose room is nearly used up what termsOf() leaves out", () => {
    const write = termsWriter();
    const real = issueInvoice(saleWith(0), { secret: "s".repeat(32), network: payee.network, ttlSeconds: 300 }, 0);
    for (let chars = 0; chars < 2000; chars += 5) {
      const purchasable = saleWith(chars);
      expect(write(purchasable, real, payee, HUB).headers).toEqual(termsOf(purchasable, real, payee, HUB).headers);
    }
  });

  test("keeps apart whatever differs, and notices that an actor was edited", async () => {
    const write = termsWriter();
    const sale = await saleOf("data-convert");
    const edited = { ...sale, listing: { ...sale.listing, example: { from: "csv", payload: "edited" } } };
    const said = (each: Purchasable, to = payee, hub = HUB, fault?: string) =>
      write(each, invoice, to, hub, fault).write([], "");
    const texts = [
      said(sale),
      said({ ...sale, price: 1n }),
      said({ ...sale, path: "/other/" }),
      said(sale, { ...payee, network: "xrpl:1" }),
      said(sale, payee, "https://other.example"),
      said(sale, payee, HUB, "fault"),
      said(edited),
      said({ ...sale, description: "Another." }),
    ];
    expect(new Set(texts).size).toBe(texts.length);
    expect(said(sale)).toBe(texts[0] ?? "");
  });
});
