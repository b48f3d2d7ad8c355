/** What a payment must be, as x402's scheme `exact` on the XRP ledger says it (scheme_exact_xrpl.md). */
export interface Requirements {
  readonly scheme: "exact";
  /** CAIP-2 name of the ledger, for example "xrpl:0". */
  readonly network: string;
  /** In drops. */
  readonly amount: string;
  readonly asset: "XRP";
  /** Classic address. */
  readonly payTo: string;
  /** How long a payer has from signing to validation. */
  readonly maxTimeoutSeconds: number;
  readonly extra: {
    readonly areFeesSponsored: false;
    readonly invoiceId: string;
    /** Comes back with a proof, and is part of no transaction. */
    readonly proofKey?: string;
    readonly destinationTag?: number;
    readonly paymentFlow?: "upfront";
    /** Left out, the payer may choose. */
    readonly assetTransferMethod?: TransferMethod;
  };
}

/** Requirements of anybody's: only ours always name an invoice. */
export type ExpectedRequirements = Omit<Requirements, "extra"> & {
  readonly extra: Omit<Requirements["extra"], "invoiceId"> & { readonly invoiceId?: string };
};

/** "sequence" pays in turn; "ticketSequence" takes one of the account's tickets, so that payments need not wait for each other. */
export type TransferMethod = "sequence" | "ticketSequence";
export const TRANSFER_METHODS: readonly TransferMethod[] = ["sequence", "ticketSequence"];

/** Ids up to here are of networks whose transactions name none. */
const LAST_UNNAMED_NETWORK = 1024;

/** The network id of "xrpl:1" is 1. `undefined` when it is no such name. */
export function networkId(network: string): number | undefined {
  const digits = /^xrpl:(0|[1-9]\d{0,9})$/.exec(network)?.[1];
  return digits === undefined || Number(digits) > 0xffff_ffff ? undefined : Number(digits);
}

/** The `NetworkID` a transaction of this network must carry. */
export function namedNetwork(network: string): number | undefined {
  const id = networkId(network);
  return id === undefined || id <= LAST_UNNAMED_NETWORK ? undefined : id;
}
