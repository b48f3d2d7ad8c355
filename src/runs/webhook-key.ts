/** The keys that webhooks of runs are signed with (Ed25519), derived from the hub's secret as those of receipts are. */
import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";

/** An Ed25519 private key as PKCS #8 is this and its 32 bytes (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

export interface WebhookKey {
  /** As Standard Webhooks write it: "v1a," and the base64 of the signature. */
  sign(content: string): string;
  /** As a JWK (RFC 8037), with its thumbprint (RFC 7638) as `kid`. */
  readonly jwk: Readonly<Record<string, string>>;
}

export function webhookKey(secret: string): WebhookKey {
  const seed = createHmac("sha256", secret).update("webhooks of runs").digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
  const { crv = "", kty = "", x = "" } = createPublicKey(key).export({ format: "jwk" });
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x })).digest("base64url");
  return {
    sign: (content) => `v1a,${sign(null, Buffer.from(content), key).toString("base64")}`,
    jwk: { crv, kty, x, alg: "EdDSA", use: "sig", kid },
  };
}
