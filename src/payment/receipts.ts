/**
 * Receipts: what was paid for what, signed by the hub as a compact JWS (EdDSA), so that anybody can check one with the
 * published key alone. For ten minutes one also opens what it was issued for again.
 */
import { createHash, createPublicKey } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import type * as Jose from "jose";
import type { JWK } from "jose";
import { type Drops, formatXrp } from "../runtime/money.ts";
import { type JsonText, piecesInTurns } from "../text/json-text.ts";
import type { Purchasable } from "../runtime/ports/payment.ts";
import { guardOf } from "../runtime/schema.ts";
import { signingKey } from "../runtime/crypto/signing-key.ts";

export interface PaidCall {
  readonly payer: string;
  readonly network: string;
  readonly transaction: string;
  readonly price: Drops;
  readonly runId: string;
  /** The answer, as the text it is sent as. */
  readonly answer: JsonText;
}

export interface Receipts {
  issue(purchasable: Purchasable, paid: PaidCall, now: number): Promise<string>;
  /** Whether it is a receipt of this hub's for this very resource, request and ledger, and not older than ten minutes. */
  admits(receipt: string, purchasable: Purchasable, now: number): Promise<boolean>;
  /** The keys to check receipts with, as a JWK set (RFC 7517). */
  keys(): Promise<{ readonly keys: readonly JWK[] }>;
}

/** Loaded when the first receipt is issued, read or to be checked by somebody. */
const jose = (): Promise<typeof Jose> => import("jose");

export const RECEIPT_SECONDS = 600;
/** By so much the clock of the process that issued it may be ahead of this one's. */
const CLOCKS_SECONDS = 15;
const MAX_CHARS = 4096;
const TYPE = "payment-receipt+jwt";

const ReceiptClaims = Type.Object({
  iss: Type.String(),
  sub: Type.String(),
  iat: Type.Integer(),
  exp: Type.Integer(),
  jti: Type.String(),
  method: Type.String(),
  resource: Type.String(),
  network: Type.String(),
  transaction: Type.String(),
  amount_drops: Type.String(),
  amount_xrp: Type.String(),
  input_sha256: Type.String(),
  output_sha256: Type.String(),
});
type ReceiptClaims = Static<typeof ReceiptClaims>;
const areClaims = guardOf(ReceiptClaims);

/**
 * The key is derived from the hub's secret, so that every process of a hub signs with the same one. Receipts of secrets
 * that it has replaced still count, and their keys are published with its own.
 */
export function createReceipts(secret: string, issuer: () => string, earlierSecrets: readonly string[] = []): Receipts {
  let opened: Promise<readonly Keys[]> | undefined;
  const allKeys = () => (opened ??= Promise.all([secret, ...earlierSecrets].map(openKeys)));
  const keys = async (): Promise<Keys> => (await allKeys())[0] as Keys; // The current secret's come first.

  return {
    async issue(purchasable, { payer, network, transaction, price, runId, answer }, now) {
      const { signer, jwk } = await keys();
      const iat = Math.floor(now / 1000);
      const claims: ReceiptClaims = {
        iss: issuer(),
        sub: payer,
        iat,
        exp: iat + RECEIPT_SECONDS,
        jti: runId,
        method: purchasable.method,
        resource: issuer() + purchasable.path,
        network,
        transaction,
        amount_drops: price.toString(),
        amount_xrp: formatXrp(price),
        input_sha256: purchasable.fingerprint,
        output_sha256: await sha256(answer),
      };
      const { CompactSign } = await jose();
      return new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: "EdDSA", typ: TYPE, kid: jwk.kid })
        .sign(signer);
    },

    async admits(receipt, purchasable, now) {
      const claims = await read(receipt);
      const seconds = now / 1000;
      return (
        claims !== undefined &&
        claims.iss === issuer() &&
        claims.method === purchasable.method &&
        claims.resource === issuer() + purchasable.path &&
        claims.input_sha256 === purchasable.fingerprint &&
        claims.network === purchasable.network &&
        claims.iat <= seconds + CLOCKS_SECONDS &&
        seconds < claims.exp
      );
    },

    async keys() {
      return { keys: (await allKeys()).map(({ jwk }) => jwk) };
    },
  };

  async function read(receipt: string): Promise<ReceiptClaims | undefined> {
    for (const { verifier, jwk } of await allKeys()) {
      const claims = await openReceipt(receipt, verifier, jwk.kid);
      if (claims !== undefined) return claims;
    }
    return undefined;
  }
}

/** What a receipt says, checked with one of a hub's published keys alone; `undefined` when none of them sealed it. */
export async function readReceipt(receipt: string, jwks: readonly JWK[]): Promise<ReceiptClaims | undefined> {
  const { importJWK } = await jose();
  for (const jwk of jwks) {
    const claims = await openReceipt(receipt, await importJWK(jwk, "EdDSA"), jwk.kid);
    if (claims !== undefined) return claims;
  }
  return undefined;
}

type Verifier = Awaited<ReturnType<typeof Jose.importJWK>>;

async function openReceipt(receipt: string, key: Verifier, kid: unknown): Promise<ReceiptClaims | undefined> {
  if (receipt.length > MAX_CHARS || !isSpelledOnce(receipt)) return undefined;
  const { compactVerify } = await jose();
  try {
    const { payload, protectedHeader } = await compactVerify(receipt, key, { algorithms: ["EdDSA"] });
    if (protectedHeader.kid !== kid || protectedHeader.typ !== TYPE) return undefined;
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return areClaims(claims) ? claims : undefined;
  } catch {
    return undefined; // Whatever is no receipt of this key's counts as none.
  }
}

/** The signature covers the text before it; of its own last letter, four bits say nothing and could be anything. */
function isSpelledOnce(receipt: string): boolean {
  const signature = receipt.slice(receipt.lastIndexOf(".") + 1);
  return Buffer.from(signature, "base64url").toString("base64url") === signature;
}

/** A long answer is hashed in turns, so that others can have theirs in between. */
async function sha256(text: JsonText): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of piecesInTurns(text)) hash.update(piece);
  return hash.digest("hex");
}

type Keys = Awaited<ReturnType<typeof openKeys>>;

async function openKeys(secret: string) {
  const { calculateJwkThumbprint, importJWK } = await jose();
  const privateKey = signingKey(secret, "receipts");
  const bare = createPublicKey(privateKey).export({ format: "jwk" }) as JWK;
  const jwk = { ...bare, alg: "EdDSA", use: "sig", kid: await calculateJwkThumbprint(bare) };
  const signer = await importJWK(privateKey.export({ format: "jwk" }) as JWK, "EdDSA");
  return { jwk, signer, verifier: await importJWK(bare, "EdDSA") };
}
