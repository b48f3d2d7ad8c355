/** The service wallet of the sandbox ledger: the same for the same secret, and worth nothing anywhere. */
import { createHmac } from "node:crypto";
import type * as Keypairs from "ripple-keypairs";
import { lazyPackage } from "../../runtime/lazy-package.ts";

const keypairs = lazyPackage<typeof Keypairs>("ripple-keypairs");

/** Its classic address. What knows of keys alone is loaded, and when the first price is quoted: others wait meanwhile. */
export function sandboxWallet(secret: string): string {
  const { deriveAddress, deriveKeypair, generateSeed } = keypairs();
  const entropy = createHmac("sha256", secret).update("sandbox wallet").digest().subarray(0, 16);
  return deriveAddress(deriveKeypair(generateSeed({ entropy, algorithm: "ed25519" })).publicKey);
}
