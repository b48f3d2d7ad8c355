/** The keys that webhooks of runs are signed with (Ed25519), derived from the hub's secret as those of receipts are. */
import { createHash, createPublicKey, sign } from "node:crypto";
import { signingKey } from "../runtime/crypto/signing-key.ts";

export interface WebhookKey {
  /** As Standard Webhooks write it: "v1a," and the base64 of the signature. */
  sign(content: string): string;
  /** As a JWK (RFC 8037), with its thumbprint (RFC 7638) as `kid`. */
  readonly jwk: Readonly<Record<string, string>>;
}

export function webhookKey(secret: string): WebhookKey {
  const key = signingKey(secret, "webhooks of runs");
  const { crv = "", kty = "", x = "" } = createPublicKey(key).export({ format: "jwk" });
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
  return {
    sign: (content) => `v1a,${sign(null, Buffer.from(content), key).toString("base64")}`,
    jwk: { crv, kty, x, alg: "EdDSA", use: "sig", kid },
  };
}
