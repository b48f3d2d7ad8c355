import { describe, expect, test } from "bun:test";
import { hashKey, isWellFormedKey, keyOfOrder, mintKey } from "../../src/accounts/key.ts";

describe("a key", () => {
  test("says its mode, and only its hash, prefix and last four are to be kept", () => {
    const key = mintKey("test");
    expect(key.text).toMatch(/^hub_test_[0-9A-Za-z]{38}$/);
    expect(key).toEqual({
      text: key.text,
      hash: hashKey(key.text),
      prefix: key.text.slice(0, 17),
      lastFour: key.text.slice(-4),
    });
    expect(key.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("is never minted twice", () => {
    expect(new Set(Array.from({ length: 1000 }, () => mintKey("live").text)).size).toBe(1000);
  });

  test("with any character changed is not well formed", () => {
    const { text } = mintKey("live");
    expect(isWellFormedKey(text)).toBeTrue();
    for (let at = "hub_live_".length; at < text.length; at++) {
      const changed = text.slice(0, at) + (text[at] === "x" ? "y" : "x") + text.slice(at + 1);
      expect(isWellFormedKey(changed)).toBeFalse();
    }
    expect(isWellFormedKey(text.replace("live", "test"))).toBeFalse();
  });

  test.each(["", "hub_live_", "a, b", `${"x".repeat(1e6)}`, "hub_live_00000000000000000000000000000000aaaaaa"])(
    "is not %#",
    (text) => {
      expect(isWellFormedKey(text)).toBeFalse();
    },
  );

  test("sent twice in one header is none", () => {
    const { text } = mintKey("live");
    expect(isWellFormedKey(`${text}, ${text}`)).toBeFalse();
  });

  test("of an order is the same every time, and another for another order or secret", () => {
    const key = keyOfOrder("secret", "ord_1", "live");
    expect(keyOfOrder("secret", "ord_1", "live")).toEqual(key);
    expect(isWellFormedKey(key.text)).toBeTrue();
    expect(keyOfOrder("secret", "ord_2", "live").text).not.toBe(key.text);
    expect(keyOfOrder("other", "ord_1", "live").text).not.toBe(key.text);
  });
});
