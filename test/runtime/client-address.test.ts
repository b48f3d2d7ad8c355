import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { clientNetwork, ipAddress } from "../../src/runtime/http/client-address.ts";

describe("ipAddress()", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    [" 192.0.2.1\t", "192.0.2.1"],
    ["192.0.2.1:51234", "192.0.2.1"],
    ['"192.0.2.1:51234"', "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:0201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1:51234", "192.0.2.1"],
    ["[::ffff:192.0.2.1]:51234", "192.0.2.1"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["2001:0db8::0001", "2001:db8::1"],
    ["2001:db8::0.0.0.1", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ['"[2001:db8::1]:443"', "2001:db8::1"],
    ["2001:db8:0:0:0:0:0:1:443", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%25eth0]:443", "fe80::1"],
  ])("%s is %s", (text, address) => {
    expect(ipAddress(text)).toBe(address);
  });

  test.each([
    "",
    "unknown",
    "_hidden",
    "localhost",
    "192.0.2",
    "192.0.2.256",
    "192.000.002.001",
    "0xc0000201",
    "3221225985",
    "192.0.2.1:port",
    "192.0.2.1:123456",
    "192.0.2.1, 192.0.2.2",
    "[2001:db8::1",
    "[2001:db8::1]x",
    "2001:db8::1::2",
    ":::",
    "%eth0",
    `::1%${"x".repeat(200)}`,
  ])("%p is no address", (text) => {
    expect(ipAddress(text)).toBeUndefined();
  });

  test("never throws, and what it gives is its own spelling", () => {
    const foreign = fc.oneof(fc.string(), fc.ipV4Extended(), fc.ipV6(), fc.stringMatching(/^[\d:.%[\]a-f"]{0,40}$/));
    fc.assert(
      fc.property(foreign, (text) => {
        const address = ipAddress(text);
        if (address !== undefined) expect(ipAddress(address)).toBe(address);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("clientNetwork()", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8::/64"],
    ["::1", "::/64"],
    ["::", "::/64"],
  ])("of %s is %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  test("of one client's /64 is one, of two clients' is two", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const half = fc.tuple(group, group, group, group).map((groups) => groups.join(":"));
    const networkOf = (text: string) => clientNetwork(ipAddress(text) ?? "");
    fc.assert(
      fc.property(half, half, half, half, (one, other, host, otherHost) => {
        // ::ffff:0:0/96 is IPv4.
        fc.pre(one !== "0:0:0:0" && other !== "0:0:0:0");
        expect(networkOf(`${one}:${host}`)).toBe(networkOf(`${one}:${otherHost}`));
        expect(networkOf(`${one}:${host}`) === networkOf(`${other}:${host}`)).toBe(one === other);
      }),
    );
  });
});
