import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isPublic } from "../../src/net/address.ts";
import { hostKey, judge, parseLocation, parseUrl } from "../../src/net/target.ts";
import { HubError } from "../../src/runtime/errors.ts";

const RULES = { allow: new Set<string>(), selfHosts: new Set(["hub.example", "other.example:8443"]) };

describe("parseUrl()", () => {
  test.each([
    ["ftp://example.com/"],
    ["http:/example.com/"],
    ["http:\\\\example.com/"],
    ["http:///example.com/"],
    [" http://example.com/"],
    ["http://example.com/a b"],
    ["http://example.com/\r\nHost: x"],
    ["http://example.com/\u0000"],
    ["http://user@example.com/"],
    ["http://:@example.com/"],
    ["http://@example.com/"],
    ["http://user:pass@example.com/"],
    [`http://example.com/${"a".repeat(8192)}`],
    [""],
  ])("refuses %j", (text) => {
    expect(() => parseUrl(text)).toThrow(HubError);
  });

  test("ignores an at sign that is not in the authority", () => {
    for (const text of ["http://a.com/@b", "http://a.com?x=@b", "http://a.com#@b", "http://a.com\\@b"]) {
      expect(parseUrl(text).hostname).toBe("a.com");
    }
  });

  test("drops the fragment, which is the reader's own business", () => {
    expect(parseUrl("https://example.com/a?b#c").href).toBe("https://example.com/a?b");
  });

  test("throws nothing but its own refusal, and accepts no credentials", () => {
    const parts = fc.constantFrom(
      "http://",
      "https:",
      "//",
      "/",
      "\\",
      "@",
      ":",
      "a.com",
      "[::1]",
      "#",
      "?",
      "%40",
      "u",
      ".",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.array(parts).map((list) => `http://${list.join("")}`),
        ),
        (text) => {
          const url = attempt(() => parseUrl(text));
          if (url !== undefined)
            expect([url.username, url.password, /^https?:$/.test(url.protocol)]).toEqual(["", "", true]);
        },
      ),
    );
  });
});

describe("parseLocation()", () => {
  const base = new URL("https://example.com/a/b?c");

  test("reads relative and absolute addresses, blanks included", () => {
    const read = ["d", "/d e", "?f", "//other.com/g", " https://other.com/h#i "].map(
      (to) => parseLocation(to, base).href,
    );
    expect(read).toEqual([
      "https://example.com/a/d",
      "https://example.com/d%20e",
      "https://example.com/a/b?f",
      "https://other.com/g",
      "https://other.com/h",
    ]);
  });

  test.each([
    ["data:text/html,x"],
    ["file:///etc/passwd"],
    ["//:@other.com/"],
    ["http://u:p@x.com/"],
    ["http://["],
    ["/a\tb"],
  ])("refuses %j", (location) => {
    expect(() => parseLocation(location, base)).toThrow(HubError);
  });
});

describe("judge()", () => {
  test.each([
    ["http://localhost/"],
    ["http://intranet/"],
    ["http://a.localhost/"],
    ["http://printer.local/"],
    ["http://db.internal./"],
    ["http://localhost.localdomain/"],
    ["http://kubernetes.default.svc/"],
    ["http://1.0.0.127.in-addr.arpa/"],
    ["http://metadata.goog/"],
    ["http://example.com../"],
    ["http://.example.com/"],
    ["http://a..b/"],
    ["http://exa!mple.com/"],
    [`http://${"a".repeat(64)}.com/`],
    ["http://example.com:22/"],
    ["http://example.com:0/"],
    ["https://hub.example/x"],
    ["https://HUB.example.:8080/x"],
    ["https://other.example:8443/"],
  ])("refuses %s", (text) => {
    expect(() => judge(new URL(text), RULES)).toThrow(HubError);
  });

  test("takes a public name with or without the dot of the root", () => {
    expect(judge(new URL("http://Example.com.:8080/a"), RULES)).toMatchObject({
      host: "example.com",
      isIp: false,
      port: 8080,
    });
    expect(judge(new URL("https://other.example/"), RULES)).toMatchObject({ host: "other.example", port: 443 });
    expect(judge(new URL("https://[2606:4700::1]/"), RULES)).toMatchObject({ host: "2606:4700::1", isIp: true });
  });

  test("reads every spelling of an IPv4 address as that address", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(0, 8, 16), fc.boolean(), (address, radix, dot) => {
        const octets = address.split(".").map(Number);
        const value = octets.reduce((sum, octet) => sum * 256 + octet, 0);
        const spell = (n: number) =>
          radix === 16 ? `0x${n.toString(16)}` : radix === 8 ? `0${n.toString(8)}` : `${n}`;
        for (const text of [
          octets.map(spell).join("."),
          spell(value),
          `${spell(octets[0] ?? 0)}.${spell(value % 2 ** 24)}`,
        ]) {
          const { host, isIp } = judge(parseUrl(`http://${text}${dot ? "." : ""}/`), RULES);
          expect([host, isIp, isPublic(host)]).toEqual([address, true, isPublic(address)]);
        }
      }),
    );
  });

  test("lets the operator name a host and port, and nothing beside it", () => {
    const rules = {
      ...RULES,
      allow: new Set([hostKey("LocalHost:9000"), hostKey("[0::1]:80"), hostKey("hub.example:80")]),
    };
    expect(judge(new URL("http://localhost:9000/"), rules).trusted).toBe(true);
    expect(judge(new URL("http://[::1]/"), rules).trusted).toBe(true);
    for (const text of [
      "http://localhost/",
      "http://localhost:9001/",
      "http://x.localhost:9000/",
      "http://hub.example/",
    ]) {
      expect(() => judge(new URL(text), rules)).toThrow(HubError);
    }
  });
});

test.each([["localhost"], ["a:b"], ["a:99999"], ["http://a:80"], ["a:80/x"], ["u@a:80"], ["::1:80"], [""]])(
  "hostKey() refuses %j, naming it",
  (setting) => {
    expect(() => hostKey(setting)).toThrow(`Cannot allow "${setting}": it is not host:port`);
  },
);

/** What it returns, or `undefined` when it refuses; any other error is a failure of the test. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof HubError && error.code === "url_not_allowed") return undefined;
    throw error;
  }
}
