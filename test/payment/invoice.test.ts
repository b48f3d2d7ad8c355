import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { checkInvoice, issueInvoice, quoteOf } from "../../src/payment/invoice.ts";

const sale = { method: "POST", path: "/api/run/", description: "A run.", fingerprint: "f".repeat(64), price: 120_000n };
const options = { secret: "a secret of the tests, long enough", network: "xrpl:0", ttlSeconds: 300 };
const NOW = Date.UTC(2026, 0, 1) + 999;

const bytesOf = (id: string) => Buffer.from(id, "base64url");

/** What a verifier computes from the request and the id alone. */
function seal(id: string, bound: readonly string[], secret = options.secret): string {
  const head = bytesOf(id).subarray(0, 24);
  const mac = createHmac("sha256", secret).update("invoice\n").update(head).update(bound.join("\n")).digest();
  return mac.subarray(0, 16).toString("hex");
}

describe("issueInvoice()", () => {
  test("gives an id of 54 url-safe characters that ends when its time is up", () => {
    const { id, expiresAt } = issueInvoice(sale, options, NOW);
    expect(id).toMatch(/^[A-Za-z0-9_-]{54}$/);
    expect(expiresAt).toBe(Date.UTC(2026, 0, 1) + 300_000);
  });

  test("never gives the same id twice", () => {
    const ids = Array.from({ length: 1000 }, () => issueInvoice(sale, options, NOW).id);
    expect(new Set(ids).size).toBe(1000);
  });

  test("carries its expiry and the price that was quoted", () => {
    for (const price of [1n, 120_000n, 2n ** 60n]) {
      const bytes = bytesOf(issueInvoice({ ...sale, price }, options, NOW).id);
      expect(bytes.readUInt32BE(12)).toBe(Date.UTC(2026, 0, 1) / 1000 + 300);
      expect(bytes.readBigUInt64BE(16)).toBe(price);
    }
  });

  test("is sealed over network, method, path and content, with the secret", () => {
    const { id } = issueInvoice(sale, options, NOW);
    const sealed = bytesOf(id).subarray(24).toString("hex");
    const bound = ["xrpl:0", "POST", "/api/run/", sale.fingerprint];
    expect(seal(id, bound)).toBe(sealed);
    expect(seal(id, bound, "another secret")).not.toBe(sealed);
    for (const [index, other] of ["xrpl:1", "GET", "/api/other/", "e".repeat(64)].entries()) {
      expect(seal(id, bound.with(index, other))).not.toBe(sealed);
    }
  });
});

describe("checkInvoice()", () => {
  const { id, expiresAt } = issueInvoice(sale, options, NOW);

  test("knows its own invoice by the request and the id alone, with the price that was quoted", () => {
    expect(checkInvoice(id, { ...sale }, options)).toEqual({ ok: true, price: 120_000n, isCached: false, expiresAt });
  });

  test("knows what was quoted for a cached answer, and that is no other price", () => {
    const cached = issueInvoice({ ...sale, price: 12_000n, isCached: true }, options, NOW);
    expect(checkInvoice(cached.id, sale, options)).toEqual({ ok: true, price: 12_000n, isCached: true, expiresAt });
    expect(quoteOf(cached.id)).toEqual({ price: 12_000n, isCached: true });
    const bytes = bytesOf(cached.id);
    bytes.writeBigUInt64BE(12_000n, 16);
    expect(checkInvoice(bytes.toString("base64url"), sale, options)).toEqual({ ok: false });
  });

  test.each([
    ["another method", { ...sale, method: "GET" }, options],
    ["another path", { ...sale, path: "/api/other/" }, options],
    ["another content", { ...sale, fingerprint: "e".repeat(64) }, options],
    ["another ledger", sale, { ...options, network: "xrpl:1" }],
    ["another hub", sale, { ...options, secret: "another secret of the tests, as long" }],
  ])("refuses it for %s", (_, bound, others) => {
    expect(checkInvoice(id, bound, others)).toEqual({ ok: false });
  });

  test("refuses whatever is no id, and an id with any bit turned", () => {
    for (const text of ["", "inv_0001", id.slice(1), `${id}A`, `${id.slice(0, -1)}=`]) {
      expect(checkInvoice(text, sale, options)).toEqual({ ok: false });
    }
    for (let bit = 0; bit < 40 * 8; bit++) {
      const bytes = bytesOf(id);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(checkInvoice(bytes.toString("base64url"), sale, options)).toEqual({ ok: false });
    }
  });

  test("takes one spelling of an id only", () => {
    const last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".split("");
    const taken = last.filter((letter) => checkInvoice(id.slice(0, -1) + letter, sale, options).ok);
    expect(taken).toEqual([id.slice(-1)]);
  });
});
