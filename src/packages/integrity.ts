/** What a downloaded file must hash to, in the notation of npm and browsers (W3C Subresource Integrity). */
import { createHash, timingSafeEqual } from "node:crypto";
import { refusal } from "./file-tree.ts";

const STRONG = ["sha512", "sha384", "sha256"] as const;

/** The SHA-512 of the bytes, for example "sha512-…". */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

/** The SHA-256 of the bytes, in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Holds the bytes against the strongest hashes that are named; one of that strength has to fit. SHA-1 and what nobody
 * knows count for nothing.
 * @throws {OperatorError}
 */
export function verifyIntegrity(what: string, bytes: Uint8Array, integrity: string): void {
  const hashes = integrity.split(/\s+/).map((each) => /^(sha\d+)-([A-Za-z\d+/]{16,128}={0,2})$/.exec(each));
  for (const algorithm of STRONG) {
    const expected = hashes.flatMap((hash) => (hash?.[1] === algorithm ? [Buffer.from(hash[2] ?? "", "base64")] : []));
    if (expected.length === 0) continue;
    const found = createHash(algorithm).update(bytes).digest();
    if (expected.some((each) => each.length === found.length && timingSafeEqual(each, found))) return;
    throw refusal(what, `what was downloaded is not what its ${algorithm} says`);
  }
  throw refusal(what, "no integrity of SHA-256 or better is given for it");
}
