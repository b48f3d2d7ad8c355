/** Which method answers which name, and who may ask for it. */
import { accountInfo, accountLines, accountObjects } from "./accounts.ts";
import { accountTx } from "./account-tx.ts";
import type { AnswerFault } from "../chain/faults.ts";
import { RpcError } from "./errors.ts";
import { ledger, ledgerAccept, ledgerClosed, ledgerCurrent } from "./ledgers.ts";
import type { RpcCall, Method, Server } from "./method.ts";
import type { Params, Result } from "./params.ts";
import { fee, ping, serverInfo, serverState, version } from "./server.ts";
import { refuseSigning, simulate, submit } from "./submit.ts";
import { transactionEntry, tx } from "./transactions.ts";

const METHODS: Readonly<Record<string, Method>> = {
  account_info: accountInfo,
  account_lines: accountLines,
  account_objects: accountObjects,
  account_tx: accountTx,
  channel_authorize: refuseSigning,
  fee,
  ledger,
  // The real server closes a ledger for its operator only. Here everybody may: that is what a sandbox is for.
  ledger_accept: ledgerAccept,
  ledger_closed: ledgerClosed,
  ledger_current: ledgerCurrent,
  ping,
  server_info: serverInfo,
  server_state: serverState,
  sign: refuseSigning,
  sign_for: refuseSigning,
  simulate,
  submit,
  transaction_entry: transactionEntry,
  tx,
  version,
};

/** Known, but only for the operator, and not simulated. */
const OPERATORS = new Set([
  "can_delete",
  "connect",
  "consensus_info",
  "fetch_info",
  "get_counts",
  "ledger_cleaner",
  "ledger_request",
  "log_level",
  "logrotate",
  "peers",
  "print",
  "stop",
  "unl_list",
  "validation_create",
  "validators",
  "validator_list_sites",
  "wallet_propose",
]);

const SECRETS = new Set(["passphrase", "secret", "seed", "seed_hex"]);

export function isForOperators(name: string): boolean {
  return OPERATORS.has(name);
}

/** @throws {RpcError} */
export function answer(name: string, params: Params, server: Server, isAdmin: boolean): Result {
  const method = Object.hasOwn(METHODS, name) ? METHODS[name] : undefined;
  if (method === undefined) throw new RpcError(isForOperators(name) ? "notImpl" : "unknownCmd");
  const apiVersion: RpcCall["apiVersion"] = params["api_version"] === 2 ? 2 : 1;
  return method({ ...server, params, apiVersion, isAdmin });
}

/** @throws {RpcError} when a fault makes the server say that it does not do it. */
export function refuseByFault(fault: AnswerFault | undefined): void {
  if (fault?.kind === "error") throw new RpcError(fault.error);
}

/** The versions a client may ask for. */
export function isVersion(version: unknown): boolean {
  return version === undefined || version === 1 || version === 2;
}

/** The request as an error repeats it: never with a secret. */
export function echo(params: Params): Params {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, SECRETS.has(name) ? "<masked>" : value]),
  );
}
