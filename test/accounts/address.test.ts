import { describe, expect, test } from "bun:test";
import { bucketOf } from "../../src/accounts/address.ts";

describe("bucketOf()", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::1", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8::", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0"],
  ])("%s is %s", (address, bucket) => {
    expect(bucketOf(address)).toBe(bucket);
  });

  test("of one client's /64 is one, of two clients' is two", () => {
    expect(bucketOf("2001:db8:1:2:ffff::1")).toBe(bucketOf("2001:db8:1:2::9"));
    expect(bucketOf("2001:db8:1:3::1")).not.toBe(bucketOf("2001:db8:1:2::1"));
  });
});
