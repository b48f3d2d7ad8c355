/**
 * Seals what lies with others (AES-256-GCM), in Redis or with a client, under its own name and key, both made of what it
 * is about and a key of the hub's. Whoever holds it learns nothing by it, and can neither invent nor exchange one.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

export interface Seal {
  /** Tells nothing of what it is about. */
  readonly name: string;
  seal(text: string): Buffer;
  /** `undefined` where it was not sealed by this hub, about this. */
  open(bytes: Buffer): string | undefined;
}

/** About one thing: equal texts have equal names and keys, in every process of the hub. */
export type Sealer = (about: string) => Seal;

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** What a sealed text is longer than the text. */
export const SEAL_BYTES = IV_BYTES + TAG_BYTES;

/**
 * @param hubKey the same in every process of the hub, and under every secret it ever has
 * @param use whose seals these are: others do not open them
 */
export function createSealer(hubKey: string, use: string): Sealer {
  const master = Buffer.from(hkdfSync("sha256", hubKey, "", use, KEY_BYTES));
  return (about) => {
    const digest = createHmac("sha512", master).update(about).digest();
    const key = digest.subarray(0, KEY_BYTES);
    return {
      name: digest.toString("base64url", KEY_BYTES),
      seal(text) {
        const iv = randomBytes(IV_BYTES);
        const cipher = createCipheriv(CIPHER, key, iv);
        const sealed = [cipher.update(text, "utf8"), cipher.final()];
        return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
      },
      open(bytes) {
        if (bytes.length < SEAL_BYTES) return undefined;
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, SEAL_BYTES));
        try {
          return decipher.update(bytes.subarray(SEAL_BYTES), undefined, "utf8") + decipher.final("utf8");
        } catch {
          return undefined;
        }
      },
    };
  };
}
