/** The service wallet of the sandbox ledger: the same for the same secret, and worth nothing anywhere. */
import { createHmac } from "node:crypto";

/** Its classic address. The ledger library is heavy, so it is loaded when the first price is quoted. */
export async function sandboxWallet(secret: string): Promise<string> {
  const { Wallet } = await import("xrpl");
  const entropy = createHmac("sha256", secret).update("sandbox wallet").digest().subarray(0, 16);
  return Wallet.fromEntropy(entropy).classicAddress;
}
