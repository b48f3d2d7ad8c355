/**
 * Seals secrets. Each has a random AES-256-GCM key of its own, which is wrapped with one derived (HKDF-SHA-256) from the
 * hub's root secret: when that is replaced, only the wrapped keys are sealed anew. What a seal is for (account,
 * connection, hosts, way, version) is authenticated with it, so that a row moved elsewhere does not open.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { HubError } from "../runtime/errors.ts";

export interface VaultSecrets {
  readonly current: string;
  /** Replaced ones, under which older seals still open. */
  readonly earlier: readonly string[];
}

export interface Ciphertext {
  readonly text: string;
  /** Names the wrapping key. */
  readonly keyId: string;
}

export interface Vault {
  /** The id of the key that seals are made with now. */
  readonly keyId: string;
  /** How all seals under that key begin. */
  readonly prefix: string;
  seal(plain: string, purpose: readonly string[]): Ciphertext;
  /**
   * Opens it for any of these purposes: an earlier version may have known less of what to bind.
   * @throws {HubError} `vault_key_missing`, also for a seal that was changed or moved.
   */
  open(sealed: string, ...purposes: readonly (readonly string[])[]): string;
  /** The same secret under the current key; `undefined` where it is so already, or its key is not known. */
  rewrap(sealed: string): Ciphertext | undefined;
}

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = "v1";

interface WrappingKey {
  readonly id: string;
  readonly bytes: Buffer;
}

export function createVault({ current, earlier }: VaultSecrets): Vault {
  const own = wrappingKey(current);
  const keys = new Map([...earlier.map(wrappingKey), own].map((key) => [key.id, key]));

  return {
    keyId: own.id,
    prefix: `${FORMAT}.${own.id}.`,
    seal(plain, purpose) {
      const key = randomBytes(KEY_BYTES);
      return joined(own, encrypt(own.bytes, key, FORMAT), encrypt(key, Buffer.from(plain), purposeText(purpose)));
    },
    open(sealed, ...purposes) {
      const { wrapped, content, key } = parted(sealed);
      let fault: unknown;
      for (const purpose of purposes)
        try {
          const own = decrypt(key.bytes, wrapped, FORMAT);
          return decrypt(own, content, purposeText(purpose)).toString("utf8");
        } catch (error) {
          fault = error;
        }
      throw missing(fault);
    },
    rewrap(sealed) {
      const { keyId, wrapped, content } = partsOf(sealed);
      const key = keys.get(keyId);
      if (keyId === own.id || key === undefined) return undefined;
      return joined(own, encrypt(own.bytes, decrypt(key.bytes, wrapped, FORMAT), FORMAT), content);
    },
  };

  function parted(sealed: string) {
    const { keyId, ...parts } = partsOf(sealed);
    const key = keys.get(keyId);
    if (key === undefined) throw missing(undefined);
    return { key, ...parts };
  }
}

function joined({ id }: WrappingKey, wrapped: Buffer, content: Buffer): Ciphertext {
  return { text: [FORMAT, id, wrapped.toString("base64"), content.toString("base64")].join("."), keyId: id };
}

function partsOf(sealed: string): { keyId: string; wrapped: Buffer; content: Buffer } {
  const [format, keyId = "", wrapped = "", content = ""] = sealed.split(".");
  if (format !== FORMAT) throw missing(undefined);
  return { keyId, wrapped: Buffer.from(wrapped, "base64"), content: Buffer.from(content, "base64") };
}

function purposeText(purpose: readonly string[]): string {
  return JSON.stringify(purpose);
}

function wrappingKey(secret: string): WrappingKey {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", "agent-api-hub connections vault", KEY_BYTES));
  return { bytes, id: createHash("sha256").update("key id").update(bytes).digest("hex").slice(0, 12) };
}

function encrypt(key: Buffer, plain: Buffer, purpose: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

function decrypt(key: Buffer, sealed: Buffer, purpose: string): Buffer {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES)).setAAD(Buffer.from(purpose));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

function missing(cause: unknown): HubError {
  return new HubError(
    "vault_key_missing",
    "The credential of this connection cannot be opened with the secret that the hub has.",
    cause === undefined ? {} : { cause },
  );
}
