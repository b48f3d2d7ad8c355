import { expect, test } from "bun:test";
import { walletDeepLink } from "../../src/payment/xrpl/deep-link.ts";

test("walletDeepLink() names the amount in XRP and the tag as dt", () => {
  const { origin, pathname, searchParams } = new URL(walletDeepLink("rWallet", 12_000n, 7));
  expect(origin + pathname).toBe("https://xaman.app/detect/request:rWallet");
  expect(Object.fromEntries(searchParams)).toEqual({ amount: "0.012", dt: "7", network: "XRPL" });
});

test("walletDeepLink() without a tag leaves it out, and tag 0 is a tag", () => {
  expect(new URL(walletDeepLink("rWallet", 1_000_000n, undefined)).searchParams.has("dt")).toBeFalse();
  expect(new URL(walletDeepLink("rWallet", 1_000_000n, 0)).searchParams.get("dt")).toBe("0");
});
