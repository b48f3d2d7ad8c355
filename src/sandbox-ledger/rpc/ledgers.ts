/** ledger, ledger_closed, ledger_current and ledger_accept. */
import { CLOSE_TIME_RESOLUTION, type ClosedLedger, headerBytes } from "../chain/closed-ledger.ts";
import { RIPPLE_EPOCH } from "../chain/chain.ts";
import { hex } from "../ledger/hash.ts";
import type { RpcCall } from "./method.ts";
import type { Result } from "./params.ts";
import { entryV2, foundIn, isoTime, metaWithDelivered, transactionFields } from "./render.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function ledger(call: RpcCall): Result {
  const { params, view } = call;
  if (params["ledger_index"] === undefined && params["ledger_hash"] === undefined)
    return { closed: { ledger: closedLedger(view.last, call) }, open: { ledger: openLedger(call) } };
  const { closed, fields } = view.choose(params);
  return { ledger: closed === undefined ? openLedger(call) : closedLedger(closed, call), ...fields };
}

export function ledgerClosed({ view }: RpcCall): Result {
  return { ledger_hash: view.last.hash, ledger_index: view.last.index };
}

export function ledgerCurrent({ view }: RpcCall): Result {
  return { ledger_current_index: view.openIndex };
}

export function ledgerAccept({ chain }: RpcCall): Result {
  chain.close();
  return { ledger_current_index: chain.openIndex };
}

function openLedger({ view, apiVersion }: RpcCall): Result {
  return { closed: false, ledger_index: numbered(view.openIndex, apiVersion), parent_hash: view.last.hash };
}

function closedLedger(closed: ClosedLedger, call: RpcCall): Result {
  const { params, apiVersion } = call;
  const transactions = params["transactions"] === true ? { transactions: transactionsOf(closed, call) } : {};
  if (params["binary"] === true) {
    const data = headerBytes(closed, closed.transactionHash, closed.accountHash);
    return { closed: true, ledger_data: hex(data), ...transactions };
  }
  return {
    account_hash: closed.accountHash,
    close_flags: 0,
    close_time: closed.closeTime,
    close_time_human: humanTime(closed.closeTime),
    close_time_iso: isoTime(closed.closeTime),
    close_time_resolution: CLOSE_TIME_RESOLUTION,
    closed: true,
    ledger_hash: closed.hash,
    ledger_index: numbered(closed.index, apiVersion),
    parent_close_time: closed.parentCloseTime,
    parent_hash: closed.parentHash,
    total_coins: String(closed.totalCoins),
    transaction_hash: closed.transactionHash,
    ...transactions,
  };
}

function transactionsOf(closed: ClosedLedger, call: RpcCall): readonly unknown[] {
  const { params, apiVersion } = call;
  if (params["expand"] !== true) return closed.transactions.map(({ transaction }) => transaction.hash).sort();
  return foundIn(closed)
    .toSorted((a, b) => (a.final.transaction.hash < b.final.transaction.hash ? -1 : 1))
    .map((found) => {
      const { transaction, metaBlob } = found.final;
      const { hash, blob } = transaction;
      if (params["binary"] === true)
        return apiVersion === 1 ? { meta: metaBlob, tx_blob: blob } : { hash, meta_blob: metaBlob, tx_blob: blob };
      if (apiVersion === 2) return entryV2(found, call);
      return { ...transactionFields(transaction, 1), hash, metaData: metaWithDelivered(found, call) };
    });
}

/** The only number that version 1 writes as text. */
function numbered(index: number, apiVersion: RpcCall["apiVersion"]): number | string {
  return apiVersion === 1 ? String(index) : index;
}

/** "2026-Nov-21 00:25:03.000000000 UTC" */
export function humanTime(seconds: number, fraction = "000000000"): string {
  const date = new Date((seconds + RIPPLE_EPOCH) * 1000);
  const [day = "", time = ""] = date.toISOString().split(/[T.]/);
  return `${day.slice(0, 5)}${MONTHS[date.getUTCMonth()]}${day.slice(7)} ${time}.${fraction} UTC`;
}
