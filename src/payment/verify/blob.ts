/** Rules B to D of the scheme: what a signed blob says, judged without a ledger, the signature last. */
import { invoiceHash } from "../../runtime/payment/invoice-hash.ts";
import type { Drops } from "../../runtime/money.ts";
import { namedNetwork, type ExpectedRequirements, type TransferMethod } from "../requirements.ts";
import { decodeCanonical, isSigned, transactionHash, type TransactionFields } from "../xrpl/codec.ts";
import { fieldFault } from "./fields.ts";

/** A payment as its payer has signed it. */
export interface SignedPayment {
  readonly blob: string;
  /** 64 upper-case hex digits. */
  readonly hash: string;
  /** Classic address of the payer. */
  readonly account: string;
  readonly publicKey: string;
  readonly amount: Drops;
  readonly fee: Drops;
  readonly method: TransferMethod;
  /** The account's sequence or the ticket that it uses up. */
  readonly slot: number;
  /** The last ledger it can be in. */
  readonly lastLedger: number;
}

export interface Policy {
  /** More than this, in drops, is no honest fee. */
  readonly maxFee: Drops;
  /** By how many ledgers the payer's server may be ahead of ours. */
  readonly lagLedgers: number;
  /** For so many ledgers a payment may be good, however short its terms; left out, the terms decide. */
  readonly leastLedgers?: number;
}

export type BlobVerdict =
  { readonly ok: true; readonly payment: SignedPayment } | { readonly ok: false; readonly reason: string };

/** Hex digits. An honest payment has about 600; anything larger is not even decoded. */
const MAX_HEX = 2048;
const HEX = /^(?:[0-9A-Fa-f]{2})+$/;
const PUBLIC_KEY = /^(?:02|03|ED)[0-9A-F]{64}$/i;
const PREFIX = "invalid_exact_xrpl_payload_";
const UINT32 = 0xffff_ffff;
const PARTIAL_PAYMENT = 0x0002_0000;
/** tfFullyCanonicalSig, which says nothing any more. */
const HARMLESS_FLAGS = 0x8000_0000;

/** The fields of a blob in its one canonical form. */
export function readBlob(blob: string): TransactionFields | undefined {
  return blob.length <= MAX_HEX && HEX.test(blob) ? decodeCanonical(blob) : undefined;
}

export function judgeBlob(
  blob: string,
  required: ExpectedRequirements,
  method: TransferMethod,
  policy: Policy,
): BlobVerdict {
  const fields = readBlob(blob);
  if (fields === undefined) return { ok: false, reason: `${PREFIX}malformed_blob` };
  const fault =
    fieldFault(fields, required.extra.invoiceId) ??
    targetFault(fields, required) ??
    moneyFault(fields, required, policy) ??
    slotFault(fields, method);
  if (fault !== undefined) return { ok: false, reason: fault.startsWith("invalid_") ? fault : PREFIX + fault };
  if (!PUBLIC_KEY.test(String(fields["SigningPubKey"]))) return { ok: false, reason: `${PREFIX}signing_pub_key` };
  if (!isSigned(fields)) return { ok: false, reason: `${PREFIX}signature` };
  return { ok: true, payment: paymentOf(blob.toUpperCase(), fields, method) };
}

function targetFault(fields: TransactionFields, { payTo, network, extra }: ExpectedRequirements): string | undefined {
  if (fields["Destination"] !== payTo) return "destination_mismatch";
  const tag = extra.destinationTag;
  if (tag !== undefined && !isUint32(tag)) return "invalid_exact_xrpl_destination_tag_malformed";
  // A tag that was not asked for is the payer's own, unless it is an order's: then the money would count twice.
  if (fields["DestinationTag"] !== tag) return "destination_tag_mismatch";
  const named = namedNetwork(network);
  if (fields["NetworkID"] !== named)
    return named === undefined ? "network_id_for_standard_network" : "network_id_mismatch";
  const invoice = fields["InvoiceID"];
  // Nor may it pay an invoice that was not asked for: that may be another's, which would count it, too.
  if (extra.invoiceId === undefined) return invoice === undefined ? undefined : "invoice_id_mismatch";
  if (invoice === undefined) return "invoice_missing";
  return invoice === invoiceHash(extra.invoiceId) ? undefined : "invoice_id_mismatch";
}

function moneyFault(
  fields: TransactionFields,
  { amount }: ExpectedRequirements,
  { maxFee }: Policy,
): string | undefined {
  const sent = dropsOf(fields["Amount"]);
  if (sent === undefined) return "amount_xrp";
  if (sent !== dropsOf(amount)) return "amount_mismatch";
  const flags = Number(fields["Flags"] ?? 0);
  if ((flags & PARTIAL_PAYMENT) !== 0) return "partial_payment_not_allowed";
  if (flags !== 0 && flags !== HARMLESS_FLAGS) return "flags_not_allowed";
  const fee = dropsOf(fields["Fee"]);
  if (fee === undefined || fee === 0n) return "fee_missing";
  return fee > maxFee ? "fee_too_high" : undefined;
}

function slotFault(fields: TransactionFields, method: TransferMethod): string | undefined {
  const { Sequence: sequence, TicketSequence: ticket } = fields;
  if (method === "sequence") {
    if (ticket !== undefined) return "ticket_sequence_not_allowed";
    if (!isUint32(sequence) || sequence === 0) return "sequence_missing";
  } else {
    if (sequence !== 0) return "sequence_must_be_zero";
    if (!isUint32(ticket) || ticket === 0) return "ticket_sequence_missing";
  }
  return isUint32(fields["LastLedgerSequence"]) ? undefined : "lastledgersequence_missing";
}

/** `fields` have passed every rule above. */
function paymentOf(blob: string, fields: TransactionFields, method: TransferMethod): SignedPayment {
  return {
    blob,
    hash: transactionHash(blob),
    account: String(fields["Account"]),
    publicKey: String(fields["SigningPubKey"]).toUpperCase(),
    amount: BigInt(String(fields["Amount"])),
    fee: BigInt(String(fields["Fee"])),
    method,
    slot: Number(method === "sequence" ? fields["Sequence"] : fields["TicketSequence"]),
    lastLedger: Number(fields["LastLedgerSequence"]),
  };
}

function dropsOf(value: unknown): Drops | undefined {
  return typeof value === "string" && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}

function isUint32(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= UINT32;
}
