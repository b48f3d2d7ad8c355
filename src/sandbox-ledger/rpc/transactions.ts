/** tx and transaction_entry: one transaction, wherever it is on its way. */
import type { LocatedTransaction } from "../chain/history.ts";
import type { Transaction } from "../transactions/transaction.ts";
import { BareRpcError, RpcError } from "./errors.ts";
import type { RpcCall } from "./method.ts";
import type { Result } from "./params.ts";
import { ctid, foundIn, inlineV1, isoTime, metaWithDelivered, standing, transactionFields } from "./render.ts";

const HASH = /^[0-9A-Fa-f]{64}$/;
const CTID = /^C([0-9A-F]{7})([0-9A-F]{4})([0-9A-F]{4})$/;
const MAX_RANGE = 1000;

export function tx(call: RpcCall): Result {
  const { params, view } = call;
  const { transaction: hash, ctid: id } = params;
  if ((hash === undefined) === (id === undefined)) throw new RpcError("invalidParams");
  const range = rangeOf(params);
  const known = id === undefined ? byHash(hash, call) : byCtid(id, call);
  if (known === undefined) {
    // Only ledgers with transactions were ever stored to be searched, so a quiet range was never searched whole.
    const hasAll = range?.every((index) => (view.at(index)?.transactions.length ?? 0) > 0);
    throw new RpcError("txnNotFound", { extra: hasAll === undefined ? {} : { searched_all: hasAll } });
  }
  if ("final" in known) return finalAnswer(known, call);
  return pendingAnswer(known, call);
}

/** The ledgers between both bounds; `undefined` without them. */
function rangeOf({ min_ledger, max_ledger }: RpcCall["params"]): readonly number[] | undefined {
  if (min_ledger === undefined || max_ledger === undefined) return undefined;
  if (typeof min_ledger !== "number" || typeof max_ledger !== "number") throw new RpcError("invalidParams");
  if (max_ledger < min_ledger || min_ledger < 0) throw new RpcError("invalidLgrRange");
  if (max_ledger - min_ledger > MAX_RANGE) throw new RpcError("excessiveLgrRange");
  return Array.from({ length: max_ledger - min_ledger + 1 }, (_, at) => min_ledger + at);
}

function byHash(hash: unknown, { chain, view }: RpcCall): LocatedTransaction | Transaction | undefined {
  if (typeof hash !== "string" || !HASH.test(hash)) throw new RpcError("notImpl");
  const known = chain.find(hash.toUpperCase());
  if (known === undefined || !("final" in known)) return known;
  // A server that has not seen the ledger still knows what was submitted to it.
  return view.at(known.ledger.index) === undefined ? known.final.transaction : known;
}

function byCtid(id: unknown, { chain, view }: RpcCall): LocatedTransaction | undefined {
  const [, ledgerIndex = "", place = "", network = ""] = CTID.exec(String(id).toUpperCase()) ?? [];
  if (ledgerIndex === "") throw new RpcError("invalidParams");
  const networkId = Number.parseInt(network, 16);
  if (networkId !== chain.networkId) {
    const message = `Wrong network. You should submit this request to a node running on NetworkID: ${networkId}`;
    throw new RpcError("wrongNetwork", { message });
  }
  const ledger = view.at(Number.parseInt(ledgerIndex, 16));
  return ledger === undefined ? undefined : foundIn(ledger)[Number.parseInt(place, 16)];
}

function finalAnswer(found: LocatedTransaction, call: RpcCall): Result {
  const { apiVersion, params, chain } = call;
  const { ledger, final } = found;
  const { hash, blob } = final.transaction;
  const isBinary = params["binary"] === true;
  const place = { ledger_hash: ledger.hash, close_time_iso: isoTime(ledger.closeTime) };
  const id = ctid(found, chain.networkId);
  if (apiVersion === 1) {
    if (!isBinary)
      return { ...inlineV1(found, chain.networkId), meta: metaWithDelivered(found, call), validated: true };
    const { index } = ledger;
    const where = { date: ledger.closeTime, hash, inLedger: index, ledger_index: index };
    return { ...id, ...where, meta: final.metaBlob, tx: blob, validated: true };
  }
  const common = { ...place, ...id, hash, ledger_index: ledger.index, validated: true };
  if (isBinary) return { ...common, meta_blob: final.metaBlob, tx_blob: blob };
  const tx_json = { ...transactionFields(final.transaction, 2), ...standing(found, chain.networkId) };
  return { ...common, meta: metaWithDelivered(found, call), tx_json };
}

/** Known, but in no ledger: pending, held, expired or lost. Nobody says which. */
function pendingAnswer(transaction: Transaction, { apiVersion, params }: RpcCall): Result {
  const { hash, blob } = transaction;
  if (params["binary"] === true) return { hash, [apiVersion === 1 ? "tx" : "tx_blob"]: blob, validated: false };
  if (apiVersion === 1) return { ...transactionFields(transaction, 1), hash, validated: false };
  return { hash, tx_json: transactionFields(transaction, 2), validated: false };
}

export function transactionEntry(call: RpcCall): Result {
  const { params, view, apiVersion } = call;
  const { tx_hash: hash } = params;
  const { closed, fields } = view.choose(params);
  if (hash === undefined) throw new BareRpcError("fieldNotFoundTransaction", fields);
  if (closed === undefined) throw new BareRpcError("notYetImplemented", fields);
  if (typeof hash !== "string" || !HASH.test(hash)) throw new BareRpcError("malformedRequest", fields);
  const found = foundIn(closed).find(({ final }) => final.transaction.hash === hash.toUpperCase());
  if (found === undefined) throw new BareRpcError("transactionNotFound", fields);
  const { transaction, meta } = found.final;
  const tx_json = transactionFields(transaction, apiVersion);
  if (apiVersion === 1) return { ...fields, metadata: meta, tx_json: { ...tx_json, hash: transaction.hash } };
  return { ...fields, close_time_iso: isoTime(closed.closeTime), hash: transaction.hash, meta, tx_json };
}
