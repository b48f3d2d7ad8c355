import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createMac } from "../../src/payment/mac.ts";

describe("createMac()", () => {
  test("finds room for a text that is as long as the one before, and might be longer", () => {
    const mac = createMac("secret", "");
    for (const text of ["€".repeat(300), "x".repeat(900)])
      expect(mac(new Uint8Array(0), text).toString("hex")).toBe(
        createHmac("sha256", "secret").update(text).digest("hex"),
      );
  });

  test("is HMAC-SHA-256 over the purpose, the bytes and the text, whatever came before", () => {
    for (const secret of ["short", "s".repeat(64), "s".repeat(65), "ключ".repeat(40)]) {
      const mac = createMac(secret, "purpose\n");
      for (const length of [3, 0, 300, 299, 5000, 1, 300]) {
        for (const text of ["x".repeat(length), "ñ€𝄞".repeat(length)]) {
          const bytes = new Uint8Array(length % 7).fill(length);
          const expected = createHmac("sha256", secret).update("purpose\n").update(bytes).update(text).digest("hex");
          expect(mac(bytes, text).toString("hex")).toBe(expected);
        }
      }
    }
  });
});
