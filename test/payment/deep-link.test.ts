import { expect, test } from "bun:test";
import { walletDeepLink } from "../../src/payment/xrpl/deep-link.ts";

const HUB = "https://hub.example";
const HASH = "AB".repeat(32);
const on = (network: string, isSandbox = false) => ({ network, wallet: "rWallet", isSandbox });

test("walletDeepLink() names the amount in XRP, the tag as dt, and the invoice", () => {
  const payment = { amount: 12_000n, destinationTag: 7, invoiceHash: HASH };
  const { origin, pathname, searchParams } = new URL(walletDeepLink(on("xrpl:0"), payment, HUB));
  expect([origin, pathname]).toEqual(["https://xaman.app", "/detect/request:rWallet"]);
  const fields = { amount: "0.012", dt: "7", invoiceid: HASH, network: "XRPL" };
  expect(Object.fromEntries(searchParams)).toEqual(fields);
});

test("walletDeepLink() without a tag leaves it out, and tag 0 is a tag", () => {
  const link = (destinationTag?: number) =>
    new URL(walletDeepLink(on("xrpl:0"), { amount: 1_000_000n, destinationTag }, HUB)).searchParams;
  expect([link().has("dt"), link().has("invoiceid"), link(0).get("dt")]).toEqual([false, false, "0"]);
});

test("walletDeepLink() names the network a wallet is to be on", () => {
  const networkOf = (name: string) =>
    new URL(walletDeepLink(on(name), { amount: 1n }, HUB)).searchParams.get("network");
  expect(["xrpl:0", "xrpl:1", "xrpl:2", "xrpl:5"].map(networkOf)).toEqual(["XRPL", "TESTNET", "DEVNET", "xrpl:5"]);
});

test("walletDeepLink() of a sandbox opens the hub's own page, never a real wallet", () => {
  const link = walletDeepLink(on("xrpl:21338", true), { amount: 50_000n, destinationTag: 7, invoiceHash: HASH }, HUB);
  expect(link).toBe(`${HUB}/sandbox/pay/request:rWallet?amount=0.05&dt=7&invoiceid=${HASH}&network=xrpl:21338`);
});
