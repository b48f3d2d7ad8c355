/** Ed25519 keys that are derived from the hub's secret, so that every process of a hub signs with the same one. */
import { createHmac, createPrivateKey, type KeyObject } from "node:crypto";

/** An Ed25519 private key as PKCS #8 is this and its 32 bytes (RFC 8410). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

/** `purpose` keeps the keys of one secret apart. */
export function signingKey(secret: string, purpose: string): KeyObject {
  return ed25519Key(createHmac("sha256", secret).update(purpose).digest());
}

/** `seed` has 32 bytes. */
export function ed25519Key(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: "der", type: "pkcs8" });
}
