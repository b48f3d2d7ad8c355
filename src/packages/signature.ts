/**
 * Whose package it is: an Ed25519 signature over the sorted list of its files' digests. The files that it does not list
 * are no part of a signed package, such as what a registry leaves out of an archive.
 */
import { createPrivateKey } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import { guardOf } from "../runtime/schema.ts";
import { type FileTree, refusal } from "./file-tree.ts";
import { sha256 } from "./integrity.ts";
import { quoted } from "./quoted.ts";

export const SIGNATURE_FILE = "actor.signature.json";

const Signature = Type.Object({
  algorithm: Type.Literal("Ed25519"),
  /** The public key, 32 bytes in base64url. */
  publisher: Type.String({ pattern: "^[A-Za-z0-9_-]{43}$" }),
  /** Path to SHA-256 in hex. */
  files: Type.Record(Type.String(), Type.String({ pattern: "^[0-9a-f]{64}$" })),
  /** 64 bytes in base64url. */
  signature: Type.String({ pattern: "^[A-Za-z0-9_-]{86}$" }),
});

export interface SignedPackage {
  /** Only those files that the signature lists. */
  readonly files: FileTree;
  readonly publisher: string;
  readonly signature: string;
}

export interface UnsignedPackage {
  readonly files: FileTree;
  readonly publisher: undefined;
  readonly signature: undefined;
}

const WHAT = "Cannot use the package";
/** So that a signature of anything else by the same key is none of a package. */
const CONTEXT = "agent-api-hub package v1\n";
const isSignature = guardOf(Signature);

/** @throws {OperatorError} for a signature that is broken, or of other files. */
export async function verifySignature(files: FileTree): Promise<SignedPackage | UnsignedPackage> {
  const bytes = files.get(SIGNATURE_FILE);
  if (bytes === undefined) return { files, publisher: undefined, signature: undefined };
  const { files: digests, publisher, signature } = readSignature(bytes);
  const key = await importPublicKey(publisher);
  const isTrue = await crypto.subtle.verify("Ed25519", key, Buffer.from(signature, "base64url"), messageOf(digests));
  if (!isTrue) throw refusal(WHAT, `${SIGNATURE_FILE} is not signed by the key it names`);
  const signed = new Map<string, Uint8Array>();
  for (const [path, digest] of Object.entries(digests)) {
    const content = files.get(path);
    if (content === undefined) throw refusal(WHAT, `${quoted(path)} is signed and missing`);
    if (sha256(content) !== digest) throw refusal(WHAT, `${quoted(path)} is not what was signed`);
    signed.set(path, content);
  }
  return { files: signed, publisher, signature };
}

/** The text of the signature file. `privateKey` is PKCS #8 in PEM, as `generateKey` makes it. */
export async function signFiles(files: FileTree, privateKey: string): Promise<string> {
  const { key, publisher } = await importPrivateKey(privateKey);
  const digests = Object.fromEntries(
    [...files].filter(([path]) => path !== SIGNATURE_FILE).map(([path, bytes]) => [path, sha256(bytes)]),
  );
  const signature = Buffer.from(await crypto.subtle.sign("Ed25519", key, messageOf(digests))).toString("base64url");
  const file: Static<typeof Signature> = { algorithm: "Ed25519", publisher, files: digests, signature };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** A new key: the private half as PKCS #8 in PEM, the public one as it is pinned. */
export async function generateKey(): Promise<{ readonly privateKey: string; readonly publisher: string }> {
  const pair = (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"])) as CryptoKeyPair; // Of a pair.
  const pkcs8 = Buffer.from(await crypto.subtle.exportKey("pkcs8", pair.privateKey)).toString("base64");
  const publisher = Buffer.from(await crypto.subtle.exportKey("raw", pair.publicKey)).toString("base64url");
  return { privateKey: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, publisher };
}

function readSignature(bytes: Uint8Array): Static<typeof Signature> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (isSignature(value)) return value;
  } catch {
    // Said below.
  }
  throw refusal(WHAT, `${SIGNATURE_FILE} is no signature`);
}

function messageOf(digests: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const lines = Object.entries(digests)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, digest]) => `${digest}  ${JSON.stringify(path)}\n`);
  return new TextEncoder().encode(CONTEXT + lines.join(""));
}

async function importPublicKey(publisher: string): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("raw", Buffer.from(publisher, "base64url"), "Ed25519", true, ["verify"]);
  } catch {
    throw refusal(WHAT, `${SIGNATURE_FILE} names no Ed25519 key`);
  }
}

async function importPrivateKey(pem: string): Promise<{ readonly key: CryptoKey; readonly publisher: string }> {
  try {
    const pkcs8 = createPrivateKey(pem).export({ format: "der", type: "pkcs8" });
    const key = await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]);
    const { x = "" } = await crypto.subtle.exportKey("jwk", key);
    return { key, publisher: x };
  } catch (cause) {
    throw refusal(
      "Cannot sign",
      `the key is no Ed25519 key in PEM (${cause instanceof Error ? cause.name : "it is broken"})`,
    );
  }
}
