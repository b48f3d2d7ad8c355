import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { judgeBlob } from "../../../src/payment/verify/blob.ts";
import { judgeEnvelope } from "../../../src/payment/verify/envelope.ts";
import { ledgerFault } from "../../../src/payment/verify/ledger-state.ts";
import type { Requirements } from "../../../src/payment/requirements.ts";
import { transactionHash } from "../../../src/payment/xrpl/codec.ts";

interface Vector {
  readonly name: string;
  readonly expect: "accept" | "reject";
  readonly reason: string;
  readonly blob: string;
  readonly requirements: Requirements;
  readonly envelopeNetwork?: string;
  readonly context: {
    readonly validatedLedger: number;
    readonly accountSequence: number;
    readonly balanceDrops: string;
    readonly maxFeeDrops: string;
  };
  readonly txHash?: string;
}

const FILE = new URL("../../../../shared/corpora/payment-vectors.json", import.meta.url);
const isThere = existsSync(FILE);
if (!isThere) console.warn("Skipping: the corpora are not there.");
const vectors: readonly Vector[] = isThere ? JSON.parse(readFileSync(FILE, "utf8")).vectors : [];

/** What refuses each kind of vector. A new kind of the corpus fails here until it is named. */
const REASONS: Readonly<Record<string, string>> = {
  amount: "amount_mismatch",
  "tfPartialPayment: the classic exploit": "sendmax_not_allowed",
  "flag allow-list": "flags_not_allowed",
  destination: "destination_mismatch",
  "destination tag": "destination_tag_mismatch",
  "cross-resource substitution": "invoice_id_mismatch",
  "would stay landable for ever": "lastledgersequence_missing",
  "beyond ceil(60/5)+2 ledgers": "lastledgersequence_too_large",
  tefPAST_SEQ: "sequence_not_current",
  currency: "amount_xrp",
  fee: "fee_too_high",
  network: "network_id_for_standard_network",
  "field allow-list": "delegate_not_allowed",
  "bad signature": "signature",
  "no signature": "signature",
  "multisig not supported": "multisig_not_supported",
  "non-canonical serialisation: would let one payment settle twice under two dedup keys": "malformed_blob",
  "hash changes, signature still verifies: field allow-list must refuse": "field_not_allowed",
  decode: "malformed_blob",
  "size limit before decode": "malformed_blob",
  "same bytes are valid on every network with id <= 1024: requirement network xrpl:1 must be submitted to xrpl:1 only":
    "network_mismatch",
};

function verdictOf({ blob, requirements, envelopeNetwork, context }: Vector): string {
  const policy = { maxFee: BigInt(context.maxFeeDrops), lagLedgers: 0 };
  const accepted = { ...requirements, network: envelopeNetwork ?? requirements.network };
  const envelope = judgeEnvelope({ x402Version: 2, accepted }, requirements);
  if (!envelope.ok) return envelope.reason;
  const judged = judgeBlob(blob, requirements, envelope.method, policy);
  if (!judged.ok) return judged.reason;
  const payer = {
    sequence: context.accountSequence,
    balance: BigInt(context.balanceDrops),
    ownerCount: 0,
    isMasterDisabled: false,
    regularKey: undefined,
    hasTicket: false,
  };
  const view = {
    validatedIndex: context.validatedLedger,
    payer,
    reserveBase: 1_000_000n,
    reserveIncrement: 200_000n,
  };
  return ledgerFault(judged.payment, requirements, view, policy) ?? "accept";
}

describe.skipIf(!isThere)("verification of the corpus's payments", () => {
  test.each(vectors.map((vector) => [vector.name, vector] as const))("%s", (_, vector) => {
    const verdict = verdictOf(vector);
    if (vector.expect === "accept") expect(verdict).toBe("accept");
    else expect(verdict).toEndWith(`_${REASONS[vector.reason]}`);
  });

  test("knows the ledger's hash of each", () => {
    const hashed = vectors.filter(({ txHash, expect }) => txHash !== undefined && expect === "accept");
    expect(hashed.map(({ blob }) => transactionHash(blob))).toEqual(hashed.map(({ txHash }) => txHash ?? ""));
  });
});
