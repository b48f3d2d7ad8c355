/** The errors of the ledger's API, with rippled's codes and sentences. */

const ERRORS = {
  forbidden: [3, "Bad credentials."],
  wrongNetwork: [4, "Wrong network."],
  noPermission: [6, "You don't have permission for this command."],
  tooBusy: [9, "The server is too busy to help you now."],
  slowDown: [10, "You are placing too much load on the server."],
  noCurrent: [16, "Current ledger is unavailable."],
  noNetwork: [17, "Not synced to the network."],
  noClosed: [15, "Closed ledger is unavailable."],
  actNotFound: [19, "Account not found."],
  lgrNotFound: [21, "ledgerNotFound"],
  txnNotFound: [29, "Transaction not found."],
  invalidParams: [31, "Invalid parameters."],
  unknownCmd: [32, "Unknown method."],
  actMalformed: [35, "Account malformed."],
  lgrIdxsInvalid: [57, "Ledger indexes invalid."],
  lgrIdxMalformed: [58, "Ledger index malformed."],
  malformedStream: [71, "Stream malformed."],
  internal: [73, "Internal error."],
  notImpl: [74, "Not implemented."],
  notSupported: [75, "Operation not supported."],
  excessiveLgrRange: [78, "Ledger range exceeds 1000."],
  invalidLgrRange: [79, "Ledger range is invalid."],
} as const satisfies Record<string, readonly [code: number, message: string]>;

export type RpcErrorName = keyof typeof ERRORS;

/** An answer that is an error; `fields` is all of it but the echo of the request. */
export class RpcError extends Error {
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(name: RpcErrorName, options: { message?: string; extra?: Readonly<Record<string, unknown>> } = {}) {
    const [error_code, sentence] = ERRORS[name];
    const error_message = options.message ?? sentence;
    super(error_message);
    this.fields = { ...options.extra, error: name, error_code, error_message };
  }
}

/** An error that has a name and no code, as the older methods answer it. */
export class BareRpcError extends RpcError {
  override readonly fields: Readonly<Record<string, unknown>>;

  constructor(error: string, fields: Readonly<Record<string, unknown>> = {}) {
    super("internal");
    this.fields = { error, ...fields };
  }
}
