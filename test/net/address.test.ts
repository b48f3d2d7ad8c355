import { expect, test } from "bun:test";
import fc from "fast-check";
import { isMetadata, isPublic } from "../../src/net/address.ts";

test.each([
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["168.63.129.16", "168.63.129.16"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.31.196.0", "192.31.196.255"],
  ["192.52.193.0", "192.52.193.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["192.175.48.0", "192.175.48.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
])("%s to %s is not public, its neighbours are", (first, last) => {
  expect([first, last].map(isPublic)).toEqual([false, false]);
  if (first !== "0.0.0.0") expect(isPublic(ipv4(number(first) - 1))).toBe(true);
  expect(isPublic(ipv4(number(last) + 1))).toBe(true);
});

test("everything from 224.0.0.0 up is not public", () => {
  expect(["223.255.255.255", "224.0.0.0", "239.255.255.250", "240.0.0.1", "255.255.255.255"].map(isPublic)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

test("of IPv6 only allocated unicast is public", () => {
  const some = ["2606:4700:4700::1111", "2a00:1450:4001::64", "2001:4860:4860::8888", "2003::1"];
  expect(some.filter(isPublic)).toEqual(some);
  const none = [
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "fd00::1",
    "ff02::1",
    "100::1",
    "4000::1",
    "1fff::1",
  ];
  expect(none.filter(isPublic)).toEqual([]);
  const special = ["2001::1", "2001:1ff:ffff::1", "2001:db8::1", "2002::1", "3fff::1", "3fff:fff:ffff::1"];
  expect(special.filter(isPublic)).toEqual([]);
});

test("no IPv4 address gets through inside an IPv6 one", () => {
  fc.assert(
    fc.property(fc.ipV4(), (v4) => {
      const hex = number(v4)
        .toString(16)
        .padStart(8, "0")
        .replace(/(.{4})$/, ":$1");
      const wrapped = [
        `::${v4}`,
        `::ffff:${v4}`,
        `::ffff:0:${v4}`,
        `64:ff9b::${v4}`,
        `64:ff9b:1::${v4}`,
        `2002:${hex}::1`,
        `2001::${hex}`,
        `2001:4860::5efe:${v4}`,
        `2606:4700:1:2:0:5efe:${v4}`,
        `2606:4700:1:2:200:5EFE:${hex}`,
      ];
      expect(wrapped.filter(isPublic)).toEqual([]);
    }),
  );
});

test("what is no address is neither public nor harmless", () => {
  for (const text of ["", "example.com", "1.2.3", "1.2.3.4 ", "[2606::1]", "2606::1%1", "2606:1:2::4:1.2.3.4"]) {
    expect([isPublic(text), isMetadata(text)]).toEqual([false, true]);
  }
});

test("metadata addresses are known in every disguise", () => {
  const known = [
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fe80::a9fe:a9fe",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
  ];
  expect(known.filter(isMetadata)).toEqual(known);
  expect(["127.0.0.1", "10.1.2.3", "192.168.0.1", "::1", "fd12::1"].filter(isMetadata)).toEqual([]);
});

function number(address: string): number {
  return address.split(".").reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

function ipv4(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
}
