import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createVault } from "../../src/connections/vault.ts";
import { HubError } from "../../src/runtime/errors.ts";

const [OLD, NEW, OTHER] = ["old", "new", "other"].map((name) => `${name} secret of the tests, long enough`) as [
  string,
  string,
  string,
];
const PURPOSE = ["account", "con_1", "api_key", '["api.acme.com"]', "1"];

function codeOf(work: () => unknown): string {
  try {
    work();
    return "opened";
  } catch (error) {
    return error instanceof HubError ? error.code : "another fault";
  }
}

describe("the vault", () => {
  const vault = createVault({ current: NEW, earlier: [OLD] });

  test("opens what it sealed, whatever the text, and never seals alike twice", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const sealed = vault.seal(text, PURPOSE).text;
        expect(vault.open(sealed, PURPOSE)).toBe(Buffer.from(text).toString());
        if (text.length > 3) expect(sealed).not.toContain(text);
        expect(vault.seal(text, PURPOSE).text).not.toBe(sealed);
      }),
    );
  });

  test("does not open what was moved to another account, connection, method, host or version", () => {
    const sealed = vault.seal("secret", PURPOSE).text;
    PURPOSE.forEach((_, at) => {
      const other = PURPOSE.with(at, "another");
      expect(codeOf(() => vault.open(sealed, other))).toBe("vault_key_missing");
    });
  });

  test("does not open with any bit flipped", () => {
    const [format, id, ...parts] = vault.seal("secret", PURPOSE).text.split(".");
    parts.forEach((part, which) => {
      const bytes = Buffer.from(part, "base64");
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3]! ^= 1 << (bit & 7);
        const text = [format, id, ...parts.with(which, flipped.toString("base64"))].join(".");
        expect(codeOf(() => vault.open(text, PURPOSE))).toBe("vault_key_missing");
      }
    });
  });

  test("opens under a secret that was replaced, seals anew under the present one, and not under a third", () => {
    const sealed = createVault({ current: OLD, earlier: [] }).seal("secret", PURPOSE);
    expect(vault.open(sealed.text, PURPOSE)).toBe("secret");
    const rewrapped = vault.rewrap(sealed.text);
    expect(rewrapped?.keyId).toBe(vault.keyId);
    const alone = createVault({ current: NEW, earlier: [] });
    expect(alone.open(rewrapped?.text ?? "", PURPOSE)).toBe("secret");
    expect(vault.rewrap(rewrapped?.text ?? "")).toBeUndefined();
    const stranger = createVault({ current: OTHER, earlier: [] });
    expect(codeOf(() => stranger.open(sealed.text, PURPOSE))).toBe("vault_key_missing");
    expect(stranger.rewrap(sealed.text)).toBeUndefined();
  });

  test("takes no text for a seal that is none", () => {
    for (const text of ["", "v1", "v2.a.b.c", "v1.x..", "{}"])
      expect(codeOf(() => vault.open(text, PURPOSE))).toBe("vault_key_missing");
  });
});
