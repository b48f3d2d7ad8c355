import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { Wallet } from "xrpl";
import { sandboxWallet } from "../../../src/payment/xrpl/sandbox-wallet.ts";

test("the sandbox's wallet is the one that the stock client makes of the same entropy", () => {
  for (const secret of ["a", "b".repeat(32), "é €", ...Array.from({ length: 20 }, (_, number) => `secret ${number}`)]) {
    const entropy = createHmac("sha256", secret).update("sandbox wallet").digest().subarray(0, 16);
    expect(sandboxWallet(secret)).toBe(Wallet.fromEntropy(entropy).classicAddress);
  }
});
