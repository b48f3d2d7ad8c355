/** account_tx: the history of an account, page by page. */
import type { LocatedTransaction } from "../chain/history.ts";
import { RpcError } from "./errors.ts";
import type { RpcCall } from "./method.ts";
import { accountParam, classicAddress, type Params, type Result } from "./params.ts";
import { entryV2, inlineV1, metaWithDelivered, standing } from "./render.ts";

const JSON_PAGE = 200;
const BINARY_PAGE = 500;
const BAD_MARKER =
  "invalid marker. Provide ledger index via ledger field, and transaction sequence number via seq field";

interface Range {
  readonly low: number;
  readonly high: number;
}

interface Marker {
  readonly ledger: number;
  readonly seq: number;
}

export function accountTx(call: RpcCall): Result {
  const { params, chain, view } = call;
  const account = classicAddress(accountParam(params));
  const limit = limitOf(params);
  const marker = markerOf(params);
  const { low, high } = rangeOf(call);
  const isForward = params["forward"] === true;
  const isBinary = params["binary"] === true;

  const inRange = chain.history.of(account).filter(({ ledger }) => {
    return ledger.index >= low && ledger.index <= high && view.at(ledger.index) !== undefined;
  });
  const ordered = isForward ? inRange : inRange.toReversed();
  const from = marker === undefined ? 0 : ordered.findIndex((found) => !isBefore(found, marker, isForward));
  const start = from < 0 ? ordered.length : from;
  const most = isBinary ? BINARY_PAGE : JSON_PAGE;
  const size = limit === 0 ? most : Math.min(limit, most);
  const next = ordered[start + size];
  return {
    account,
    ledger_index_max: high,
    ledger_index_min: low,
    limit,
    ...(next === undefined ? {} : { marker: { ledger: next.ledger.index, seq: next.final.meta.TransactionIndex } }),
    transactions: ordered.slice(start, start + size).map((found) => item(found, isBinary, call)),
    validated: true,
  };
}

function item(found: LocatedTransaction, isBinary: boolean, call: RpcCall): Result {
  const { apiVersion, chain } = call;
  if (isBinary) {
    const meta = { [apiVersion === 1 ? "meta" : "meta_blob"]: found.final.metaBlob };
    return { ledger_index: found.ledger.index, ...meta, tx_blob: found.final.transaction.blob, validated: true };
  }
  if (apiVersion === 2) return entryV2(found, call, standing(found, chain.networkId));
  return { meta: metaWithDelivered(found, call), tx: inlineV1(found, chain.networkId), validated: true };
}

/** The first entry of the page is the one the marker names, or where it would stand. */
function isBefore({ ledger, final }: LocatedTransaction, marker: Marker, isForward: boolean): boolean {
  const difference = ledger.index - marker.ledger || final.meta.TransactionIndex - marker.seq;
  return isForward ? difference < 0 : difference > 0;
}

function limitOf({ limit = 0 }: Params): number {
  if (typeof limit !== "number" || !Number.isInteger(limit)) throw new RpcError("invalidParams");
  if (limit < 0) throw new RpcError("internal");
  return limit;
}

function markerOf({ marker }: Params): Marker | undefined {
  if (marker === undefined) return undefined;
  if (typeof marker !== "object" || marker === null || !("ledger" in marker) || !("seq" in marker))
    throw new RpcError("invalidParams", { message: BAD_MARKER });
  const { ledger, seq } = marker;
  if (typeof ledger !== "number" || typeof seq !== "number")
    throw new RpcError("invalidParams", { message: BAD_MARKER });
  return { ledger, seq };
}

/** Version 1 takes what lies within the server's range; version 2 refuses what lies outside. */
function rangeOf({ params, view, apiVersion }: RpcCall): Range {
  const { ledger_index_min: min = -1, ledger_index_max: max = -1 } = params;
  const [first, last] = [view.first, view.last.index];
  if (params["ledger_index"] !== undefined || params["ledger_hash"] !== undefined) {
    const { closed } = view.choose(params);
    if (closed === undefined) throw new RpcError("lgrNotFound", { message: "ledgerNotValidated" });
    return { low: closed.index, high: closed.index };
  }
  if (typeof min !== "number" || typeof max !== "number")
    throw new RpcError(apiVersion === 1 ? "lgrIdxMalformed" : "invalidParams");
  const [low, high] = [min < 0 ? first : min, max < 0 ? last : max];
  if (high < low) throw new RpcError(apiVersion === 1 ? "lgrIdxsInvalid" : "invalidLgrRange");
  const isOutside = low < first || high > last;
  if (apiVersion === 2 && isOutside) throw new RpcError("lgrIdxMalformed");
  const range = { low: Math.max(low, first), high: Math.min(high, last) };
  if (range.high < range.low) throw new RpcError("lgrIdxsInvalid");
  return range;
}
