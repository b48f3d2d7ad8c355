/** What is said to subscribers: the messages of the streams, in the version of the API they asked for. */
import type { SubmissionState } from "../chain/chain.ts";
import type { LocatedTransaction } from "../chain/history.ts";
import { BASE_FEE, RESERVE_BASE, RESERVE_INCREMENT } from "../transactions/context.ts";
import { resultCode, resultMessage, type ResultName } from "../ledger/results.ts";
import type { Transaction } from "../transactions/transaction.ts";
import type { Server } from "./method.ts";
import type { ApiVersion, Result } from "./params.ts";
import { ctid, isoTime, metaWithDelivered, transactionFields } from "./render.ts";
import { HOST, networkId, NODE_KEY } from "./server.ts";

const LOAD = 256;

export function aboutLedger(server: Server): Result {
  const { last } = server.view;
  return {
    fee_base: Number(BASE_FEE),
    ledger_hash: last.hash,
    ledger_index: last.index,
    ledger_time: last.closeTime,
    network_id: networkId(server),
    reserve_base: Number(RESERVE_BASE),
    reserve_inc: Number(RESERVE_INCREMENT),
  };
}

export function aboutServer(server: Server): Result {
  const { random, faults } = server;
  const digit = (): string =>
    Math.floor(random() * 16)
      .toString(16)
      .toUpperCase();
  return {
    hostid: HOST,
    load_base: LOAD,
    load_factor: LOAD,
    pubkey_node: NODE_KEY,
    random: Array.from({ length: 64 }, digit).join(""),
    server_status: faults.serverState?.() ?? "full",
    stand_alone: true,
  };
}

/** An accepted transaction whose end is open. */
export function proposal(
  { transaction, result }: Pick<SubmissionState, "transaction" | "result">,
  version: ApiVersion,
  server: Server,
): object {
  return {
    ...outcome(result),
    ledger_current_index: server.view.openIndex,
    status: "proposed",
    type: "transaction",
    validated: false,
    ...named(transaction, version),
  };
}

/** A transaction in a closed ledger. */
export function finality(found: LocatedTransaction, version: ApiVersion, server: Server): object {
  const { ledger, final } = found;
  return {
    ...outcome(final.meta.TransactionResult),
    ...ctid(found, server.chain.networkId),
    close_time_iso: isoTime(ledger.closeTime),
    ledger_hash: ledger.hash,
    ledger_index: ledger.index,
    meta: metaWithDelivered(found, server),
    status: "closed",
    type: "transaction",
    validated: true,
    ...named(final.transaction, version, { date: ledger.closeTime }),
  };
}

/** Said to the `server` stream when the fees have been reckoned anew. */
export function loadMessage(): object {
  return {
    base_fee: Number(BASE_FEE),
    load_base: LOAD,
    load_factor: LOAD,
    load_factor_fee_escalation: LOAD,
    load_factor_fee_queue: LOAD,
    load_factor_fee_reference: LOAD,
    load_factor_server: LOAD,
    server_status: "full",
    type: "serverStatus",
  };
}

function named(transaction: Transaction, version: ApiVersion, more: Result = {}): object {
  const { hash } = transaction;
  const fields = { ...transactionFields(transaction, version), ...more };
  return version === 1 ? { transaction: { ...fields, hash } } : { hash, tx_json: fields };
}

function outcome(result: ResultName): Result {
  return {
    engine_result: result,
    engine_result_code: resultCode(result),
    engine_result_message: resultMessage(result),
  };
}
