/**
 * Sees to it that all processes of a store have one root secret. The store keeps a random key that is sealed with the
 * secret (AES-256-GCM): who can open it has the right one, and who reads the store alone learns nothing by it. When a
 * secret is replaced, the key stays and is sealed anew.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { OperatorError } from "../../runtime/errors.ts";
import { hubFact, knownFact, replaceFact, setFact } from "./hub-facts.ts";
import type { Store } from "../store.ts";

/** What is made is made with `current`; what was made with `earlier` ones is still known. */
export interface Secrets {
  readonly current: string;
  readonly earlier: readonly string[];
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** The fact that is the key, as it is sealed. */
export const SEALED_KEY = "sealed key";
/** When the present secret took the place of the one before. */
const SINCE = "secret since";

/**
 * The key of this hub, 64 hex digits: the same in every process, and under every secret it ever has.
 * @throws {OperatorError} when the store was made with another secret.
 */
export async function openHubKey(store: Store, { current, earlier }: Secrets, now = Date.now()): Promise<string> {
  for (;;) {
    const sealed = await hubFact(store, SEALED_KEY, () => seal(randomBytes(32).toString("hex"), current));
    const key = unseal(sealed, current);
    if (key !== undefined) return key;
    const known = earlier.map((secret) => unseal(sealed, secret)).find((each) => each !== undefined);
    if (known === undefined) throw new OperatorError(ANOTHER_SECRET);
    // Another process may do the same at this moment, so what is there then is looked at again.
    await setFact(store, SINCE, String(now));
    await replaceFact(store, SEALED_KEY, sealed, seal(known, current));
  }
}

/** Whether a process has begun with this secret, so that none of the store can begin with another one by itself. */
export async function isInForce(store: Store, { current }: Secrets): Promise<boolean> {
  const sealed = await knownFact(store, SEALED_KEY);
  return sealed === undefined || unseal(sealed, current) !== undefined;
}

/** Whether a hub has begun with the store, and so with a secret. */
export async function hasSecret(store: Store): Promise<boolean> {
  return (await knownFact(store, SEALED_KEY)) !== undefined;
}

/** Whether the store was made with one of the secrets, or with none yet. */
export async function isOfStore(store: Store, secrets: Secrets): Promise<boolean> {
  const sealed = await knownFact(store, SEALED_KEY);
  return sealed === undefined || isSealedWith(sealed, secrets);
}

/** Whether one of the secrets opens what was sealed: then they are the store's. */
export function isSealedWith(sealed: string, { current, earlier }: Secrets): boolean {
  return [current, ...earlier].some((secret) => unseal(sealed, secret) !== undefined);
}

/** Since when the present secret is in force, in milliseconds since the epoch; `now` where nobody has written it down. */
export async function inForceSince(store: Store, now: number): Promise<number> {
  return Number(await hubFact(store, SINCE, () => String(now)));
}

const ANOTHER_SECRET =
  "Cannot start: HUB_SECRET is not the one that this store was made with. All processes of one store need the same " +
  "HUB_SECRET (left out, it is the file `secret` in HUB_DATA_DIR). To replace a secret, start with the new one as " +
  "HUB_SECRET and the old one as HUB_SECRET_PREVIOUS.";

function seal(key: string, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(secret), iv);
  const text = Buffer.concat([cipher.update(key, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64");
}

/** `undefined` when it was sealed with another secret. */
function unseal(sealed: string, secret: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv(CIPHER, cipherKey(secret), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return undefined;
  }
}

function cipherKey(secret: string): Buffer {
  return createHmac("sha256", secret).update("sealed key").digest();
}
