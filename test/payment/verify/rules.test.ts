import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { encode } from "ripple-binary-codec";
import type { LedgerView } from "../../../src/payment/ledger.ts";
import type { Requirements, TransferMethod } from "../../../src/payment/requirements.ts";
import { judgeBlob, type SignedPayment } from "../../../src/payment/verify/blob.ts";
import { judgeEnvelope } from "../../../src/payment/verify/envelope.ts";
import { ledgerFault } from "../../../src/payment/verify/ledger-state.ts";
import { paymentFields, signed, walletOf } from "../../support/payer.ts";

const PAYER = walletOf("payer");
const OTHER = walletOf("other");
const HUB = walletOf("hub").address;
const INVOICE = "inv_0001";
const POLICY = { maxFee: 10_000n, lagLedgers: 0 };
const PREFIX = "invalid_exact_xrpl_payload_";

const required = {
  scheme: "exact",
  network: "xrpl:1",
  amount: "120000",
  asset: "XRP",
  payTo: HUB,
  maxTimeoutSeconds: 60,
  extra: { areFeesSponsored: false, invoiceId: INVOICE, destinationTag: 7, paymentFlow: "upfront" },
} as const satisfies Requirements;

const fields = paymentFields(required, PAYER, 7, 1012);
const memo = (data: object) => ({ Memos: [{ Memo: data }] });
const hex = (text: string) => Buffer.from(text).toString("hex").toUpperCase();
const iou = { currency: "USD", issuer: OTHER.address, value: "120000" };

function judge(changes: object, method: TransferMethod = "sequence", asked: Requirements = required): string {
  const blob = signed(without({ ...fields, ...changes }), PAYER);
  const verdict = judgeBlob(blob, asked, method, POLICY);
  return verdict.ok ? "ok" : verdict.reason;
}

/** Fields set to undefined are left out. */
function without(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

describe("judgeBlob()", () => {
  test.each<[string, object]>([
    ["as asked for", {}],
    ["with a source tag", { SourceTag: 804_681_468 }],
    ["with the flag that says nothing", { Flags: 0x8000_0000 }],
    ["with the one memo of the invoice", memo({ MemoData: hex(INVOICE) })],
    ["with the highest fee", { Fee: "10000" }],
  ])("takes a payment %s", (_, changes) => {
    expect(judge(changes)).toBe("ok");
  });

  test.each<[string, object]>([
    ["transaction_type", { TransactionType: "AccountDelete", Amount: undefined, InvoiceID: undefined }],
    ["destination_mismatch", { Destination: OTHER.address }],
    ["destination_tag_mismatch", { DestinationTag: undefined }],
    ["destination_tag_mismatch", { DestinationTag: 0 }],
    ["destination_tag_mismatch", { DestinationTag: 8 }],
    ["delegate_not_allowed", { Delegate: OTHER.address }],
    ["multisig_not_supported", { Signers: [] }],
    ["network_id_for_standard_network", { NetworkID: 1 }],
    ["amount_xrp", { Amount: iou }],
    ["amount_mismatch", { Amount: "119999" }],
    ["amount_mismatch", { Amount: "120001" }],
    ["sendmax_not_allowed", { SendMax: "120000" }],
    ["paths_not_allowed", { Paths: [[{ account: OTHER.address }]] }],
    ["delivermin_not_allowed", { DeliverMin: "1" }],
    ["partial_payment_not_allowed", { Flags: 0x0002_0000 }],
    ["flags_not_allowed", { Flags: 0x0001_0000 }],
    ["memos_not_allowed", memo({ MemoData: hex("inv_0002") })],
    ["memos_not_allowed", memo({ MemoData: hex(INVOICE), MemoType: hex("order") })],
    ["memos_not_allowed", { Memos: [...memo({ MemoData: hex(INVOICE) }).Memos, ...memo({ MemoData: "00" }).Memos] }],
    ["field_not_allowed", { AccountTxnID: "00".repeat(32) }],
    ["invoice_missing", { InvoiceID: undefined }],
    ["invoice_missing", { InvoiceID: undefined, ...memo({ MemoData: hex(INVOICE) }) }],
    ["invoice_id_mismatch", { InvoiceID: "00".repeat(32) }],
    ["fee_too_high", { Fee: "10001" }],
    ["fee_missing", { Fee: "0" }],
    ["ticket_sequence_not_allowed", { TicketSequence: 9 }],
    ["sequence_missing", { Sequence: 0 }],
    ["lastledgersequence_missing", { LastLedgerSequence: undefined }],
  ])("says %s of a change of %j", (reason, changes) => {
    expect(judge(changes)).toBe(PREFIX + reason);
  });

  test("takes a ticket in place of a sequence, and never both", () => {
    expect(judge({ Sequence: 0, TicketSequence: 9 }, "ticketSequence")).toBe("ok");
    expect(judge({ TicketSequence: 9 }, "ticketSequence")).toBe(`${PREFIX}sequence_must_be_zero`);
    expect(judge({ Sequence: 0 }, "ticketSequence")).toBe(`${PREFIX}ticket_sequence_missing`);
  });

  test("wants the network's id named on networks above 1024, and only there", () => {
    const sandbox = { ...required, network: "xrpl:21338" };
    expect(judge({ NetworkID: 21_338 }, "sequence", sandbox)).toBe("ok");
    expect(judge({}, "sequence", sandbox)).toBe(`${PREFIX}network_id_mismatch`);
    expect(judge({ NetworkID: 21_337 }, "sequence", sandbox)).toBe(`${PREFIX}network_id_mismatch`);
  });

  test("takes no tag where none was asked for", () => {
    const { destinationTag: _, ...extra } = required.extra;
    const untagged = { ...required, extra };
    expect(judge({ DestinationTag: undefined }, "sequence", untagged)).toBe("ok");
    expect(judge({}, "sequence", untagged)).toBe(`${PREFIX}destination_tag_mismatch`);
  });

  test("knows a payment by one spelling of its bytes only, but in either case", () => {
    const blob = signed(fields, PAYER);
    const hash = (text: string) => {
      const verdict = judgeBlob(text, required, "sequence", POLICY);
      return verdict.ok ? verdict.payment.hash : verdict.reason;
    };
    expect(hash(blob)).toMatch(/^[0-9A-F]{64}$/);
    expect(hash(blob.toLowerCase())).toBe(hash(blob));
    for (const other of [`${blob}E1`, `${blob}E1FF`, ` ${blob}`, `0x${blob}`, blob.slice(2), `${blob}${blob}`, ""]) {
      expect(hash(other)).toBe(`${PREFIX}malformed_blob`);
    }
  });

  test("any change of one digit is refused, and so is any text", () => {
    const blob = signed(fields, PAYER);
    const digit = fc.tuple(fc.nat(blob.length - 1), fc.integer({ min: 1, max: 15 }));
    fc.assert(
      fc.property(digit, ([at, by]) => {
        const turned = ((Number.parseInt(blob[at] ?? "0", 16) + by) % 16).toString(16).toUpperCase();
        const changed = blob.slice(0, at) + turned + blob.slice(at + 1);
        expect(judgeBlob(changed, required, "sequence", POLICY).ok).toBeFalse();
      }),
      { numRuns: 60 },
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-F]{0,600}$/)), (text) => {
        expect(judgeBlob(text, required, "sequence", POLICY).ok).toBeFalse();
      }),
    );
  });

  test("wants the signature of the key that is named", () => {
    const unsigned = encode({ ...fields, SigningPubKey: PAYER.publicKey });
    expect(judgeBlob(unsigned, required, "sequence", POLICY)).toEqual({ ok: false, reason: `${PREFIX}signature` });
    const keyless = encode({ ...fields, SigningPubKey: "", TxnSignature: "00" });
    expect(judgeBlob(keyless, required, "sequence", POLICY)).toEqual({
      ok: false,
      reason: `${PREFIX}signing_pub_key`,
    });
  });
});

describe("judgeEnvelope()", () => {
  const verdict = (accepted: object, x402Version = 2) => {
    const result = judgeEnvelope({ x402Version, accepted: { ...required, ...accepted } }, required);
    return result.ok ? result.method : result.reason;
  };
  const extra = (changes: object) => ({ extra: { ...required.extra, ...changes } });

  test.each<[string, object]>([
    ["sequence", {}],
    ["ticketSequence", extra({ assetTransferMethod: "ticketSequence" })],
    ["sequence", extra({ more: "facts", paymentFlow: undefined })],
    ["unsupported_scheme", { scheme: "upto" }],
    ["invalid_network", { network: "xrpl:main" }],
    ["invalid_network", { network: "xrpl:4294967296" }],
    ["invalid_exact_xrpl_network_mismatch", { network: "xrpl:0" }],
    ["invalid_exact_xrpl_asset_mismatch", { asset: "USD" }],
    ["invalid_exact_xrpl_amount_mismatch", { amount: "0120000" }],
    ["invalid_exact_xrpl_pay_to_mismatch", { payTo: OTHER.address }],
    ["invalid_exact_xrpl_max_timeout_mismatch", { maxTimeoutSeconds: 61 }],
    ["invalid_exact_xrpl_fees_sponsored_unsupported", extra({ areFeesSponsored: true })],
    ["invalid_exact_xrpl_fees_sponsored_unsupported", { extra: null }],
    ["invalid_exact_xrpl_invoice_mismatch", extra({ invoiceId: "inv_0002" })],
    ["invalid_exact_xrpl_destination_tag_mismatch", extra({ destinationTag: "7" })],
    ["invalid_exact_xrpl_payment_flow_mismatch", extra({ paymentFlow: "escrow" })],
    ["invalid_exact_xrpl_asset_transfer_method", extra({ assetTransferMethod: "teleport" })],
  ])("comes to %s for %j", (outcome, accepted) => {
    expect(verdict(accepted)).toBe(outcome);
  });

  test("knows one version, and keeps to a method that was pinned", () => {
    expect(verdict({}, 1)).toBe("invalid_x402_version");
    const pinned: Requirements = { ...required, extra: { ...required.extra, assetTransferMethod: "sequence" } };
    const accepted = { ...required, ...extra({ assetTransferMethod: "ticketSequence" }) };
    expect(judgeEnvelope({ x402Version: 2, accepted }, pinned)).toEqual({
      ok: false,
      reason: "invalid_exact_xrpl_asset_transfer_method_mismatch",
    });
  });
});

describe("ledgerFault()", () => {
  const payment: SignedPayment = {
    blob: "",
    hash: "",
    account: PAYER.address,
    publicKey: PAYER.publicKey,
    amount: 120_000n,
    fee: 12n,
    method: "sequence",
    slot: 7,
    lastLedger: 1012,
  };
  const payer = {
    sequence: 7,
    balance: 10_000_000n,
    ownerCount: 5,
    isMasterDisabled: false,
    regularKey: undefined,
    hasTicket: false,
  };
  const view = (changes: object = {}): LedgerView => ({
    validatedIndex: 1000,
    payer: { ...payer, ...changes },
    reserveBase: 1_000_000n,
    reserveIncrement: 200_000n,
  });
  const fault = (changes: object = {}, seen = view()) =>
    ledgerFault({ ...payment, ...changes }, required, seen, POLICY)?.replace(PREFIX, "") ?? "ok";

  test("takes the ledgers between the next one and the time the terms allow", () => {
    const reasons = [1000, 1001, 1014, 1015].map((lastLedger) => fault({ lastLedger }));
    expect(reasons).toEqual(["expired", "ok", "ok", "lastledgersequence_too_large"]);
    const lenient = ledgerFault({ ...payment, lastLedger: 1017 }, required, view(), { ...POLICY, lagLedgers: 3 });
    expect(lenient).toBeUndefined();
  });

  test("takes the master key unless it is disabled, the regular key, and no stranger's", () => {
    expect(fault({}, view({ isMasterDisabled: true }))).toBe("signer_not_authorized");
    expect(fault({ publicKey: OTHER.publicKey })).toBe("signer_not_authorized");
    const regular = view({ isMasterDisabled: true, regularKey: OTHER.address });
    expect(fault({ publicKey: OTHER.publicKey }, regular)).toBe("ok");
    expect(fault({}, regular)).toBe("signer_not_authorized");
  });

  test("takes the account's next sequence, or a ticket that is there", () => {
    expect([6, 7, 8].map((slot) => fault({ slot }))).toEqual(["sequence_not_current", "ok", "sequence_not_current"]);
    expect(fault({ method: "ticketSequence", slot: 3 })).toBe("ticket_not_available");
    expect(fault({ method: "ticketSequence", slot: 3 }, view({ hasTicket: true }))).toBe("ok");
  });

  test("leaves the payer its reserve, objects counted", () => {
    const unfunded = "simulation_failed: tecUNFUNDED_PAYMENT";
    expect(fault({}, view({ balance: 2_120_000n }))).toBe("ok");
    expect(fault({}, view({ balance: 2_119_999n }))).toBe(unfunded);
    expect(fault({}, { ...view(), payer: undefined })).toBe("simulation_failed: terNO_ACCOUNT");
  });
});
