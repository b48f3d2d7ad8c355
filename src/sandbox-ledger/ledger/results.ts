/** What a transaction can come to, with rippled's code and sentence (xrpl.org, "Transaction Results"). */

const RESULTS = {
  tesSUCCESS: [0, "The transaction was applied. Only final in a validated ledger."],
  tecPATH_PARTIAL: [101, "Path could not send full amount."],
  tecUNFUNDED_PAYMENT: [104, "Insufficient XRP balance to send."],
  tecDIR_FULL: [121, "Can not add entry to full directory."],
  tecNO_DST: [124, "Destination does not exist. Send XRP to create it."],
  tecNO_DST_INSUF_XRP: [125, "Destination does not exist. Too little XRP sent to create it."],
  tecNO_LINE_INSUF_RESERVE: [126, "No such line. Too little reserve to create it."],
  tecPATH_DRY: [128, "Path could not send partial amount."],
  tecNO_ALTERNATIVE_KEY: [130, "The operation would remove the ability to sign transactions with the account."],
  tecNO_REGULAR_KEY: [131, "Regular key is not set."],
  tecNO_PERMISSION: [139, "No permission to perform requested operation."],
  tecNO_ENTRY: [140, "No matching entry found."],
  tecINSUFFICIENT_RESERVE: [141, "Insufficient reserve to complete requested operation."],
  tecNEED_MASTER_KEY: [142, "The operation requires the use of the Master Key."],
  tecDST_TAG_NEEDED: [143, "A destination tag is required."],
  tecEXPIRED: [148, "Expiration time is passed."],
  tecDUPLICATE: [149, "Ledger object already exists."],
  terRETRY: [-99, "Retry transaction."],
  terINSUF_FEE_B: [-97, "Account balance can't pay fee."],
  terNO_ACCOUNT: [-96, "The source account does not exist."],
  terPRE_SEQ: [-92, "Missing/inapplicable prior transaction."],
  terQUEUED: [-89, "Held until escalated fee drops."],
  terPRE_TICKET: [-88, "Ticket is not yet in ledger."],
  tefFAILURE: [-199, "Failed to apply."],
  tefBAD_AUTH: [-196, "Transaction's public key is not authorized."],
  tefPAST_SEQ: [-190, "This sequence number has already passed."],
  tefWRONG_PRIOR: [-189, "This previous transaction does not match."],
  tefMASTER_DISABLED: [-188, "Master key is disabled."],
  tefMAX_LEDGER: [-187, "Ledger sequence too high."],
  tefBAD_SIGNATURE: [-186, "A signature is provided for a non-signer."],
  tefBAD_QUORUM: [-185, "Signatures provided do not meet the quorum."],
  tefNOT_MULTI_SIGNING: [-184, "Account has no appropriate list of multi-signers."],
  tefNO_TICKET: [-180, "Ticket is not in ledger."],
  temBAD_AMOUNT: [-298, "Malformed: Bad amount."],
  temBAD_CURRENCY: [-297, "Malformed: Bad currency."],
  temBAD_EXPIRATION: [-296, "Malformed: Bad expiration."],
  temBAD_FEE: [-295, "Invalid fee, negative or not XRP."],
  temBAD_ISSUER: [-294, "Malformed: Bad issuer."],
  temBAD_LIMIT: [-293, "Limits must be non-negative."],
  temBAD_SEND_XRP_LIMIT: [-288, "Malformed: Limit quality is not allowed for XRP to XRP."],
  temBAD_SEND_XRP_MAX: [-287, "Malformed: Send max is not allowed for XRP to XRP."],
  temBAD_SEND_XRP_NO_DIRECT: [-286, "Malformed: No Ripple direct is not allowed for XRP to XRP."],
  temBAD_SEND_XRP_PARTIAL: [-285, "Malformed: Partial payment is not allowed for XRP to XRP."],
  temBAD_SEND_XRP_PATHS: [-284, "Malformed: Paths are not allowed for XRP to XRP."],
  temDST_IS_SRC: [-279, "Destination may not be source."],
  temDST_NEEDED: [-278, "Destination not specified."],
  temINVALID: [-277, "The transaction is ill-formed."],
  temINVALID_FLAG: [-276, "The transaction has an invalid flag."],
  temREDUNDANT: [-275, "The transaction is redundant."],
  temDISABLED: [-273, "The transaction requires logic that is currently disabled."],
  temBAD_SIGNER: [-272, "No signer may duplicate account or other signers."],
  temBAD_QUORUM: [-271, "Quorum is unreachable."],
  temBAD_WEIGHT: [-270, "Weight must be a positive value."],
  temINVALID_COUNT: [-266, "Malformed: Count field outside valid range."],
  temCANNOT_PREAUTH_SELF: [-267, "An account may not preauthorize itself."],
  temSEQ_AND_TICKET: [-263, "Transaction contains a TicketSequence and a non-zero Sequence."],
  telCAN_NOT_QUEUE: [-392, "Can not queue at this time."],
  telCAN_NOT_QUEUE_FEE: [-388, "Can not queue at this time: fee insufficient to replace queued transaction."],
  telCAN_NOT_QUEUE_FULL: [-387, "Can not queue at this time: queue is full."],
  telINSUF_FEE_P: [-394, "Fee insufficient."],
  telNO_DST_PARTIAL: [-393, "Partial payment to create account not allowed."],
  telWRONG_NETWORK: [-386, "Transaction specifies a Network ID that differs from that of the local node."],
  telREQUIRES_NETWORK_ID: [-385, "Transactions submitted to this node/network must include a correct NetworkID field."],
  telNETWORK_ID_MAKES_TX_NON_CANONICAL: [
    -384,
    "Transactions submitted to this node/network must NOT include a NetworkID field.",
  ],
} as const satisfies Record<string, readonly [code: number, message: string]>;

export type ResultName = keyof typeof RESULTS;

export function resultCode(name: ResultName): number {
  return RESULTS[name][0];
}

export function resultMessage(name: ResultName): string {
  return RESULTS[name][1];
}

/** Failed, but in the ledger: the fee is gone and the sequence used. */
export function isClaimed(name: ResultName): boolean {
  return name.startsWith("tec");
}

/** May succeed later, when something else has happened before it. */
export function mayComeLater(name: ResultName): boolean {
  return name.startsWith("ter");
}
