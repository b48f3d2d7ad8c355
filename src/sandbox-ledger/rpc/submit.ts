/** submit and simulate. Signing is left to those who hold the keys. */
import { encode } from "ripple-binary-codec";
import { BadTransaction } from "../chain/blob-reader.ts";
import { LedgerDraft } from "../ledger/draft.ts";
import { BASE_FEE } from "../transactions/context.ts";
import { resultCode, resultMessage } from "../ledger/results.ts";
import { readTransaction } from "../transactions/transaction.ts";
import { BareRpcError, RpcError } from "./errors.ts";
import type { RpcCall } from "./method.ts";
import type { Params, Result } from "./params.ts";
import { ctid, metaWithDelivered, signedFields } from "./render.ts";

const HEX = /^(?:[0-9A-Fa-f]{2})+$/;

export function submit(call: RpcCall): Result {
  const { params, chain, view } = call;
  const { tx_blob: blob } = params;
  if (blob === undefined) refuseSigning();
  if (typeof blob !== "string" || !HEX.test(blob)) throw new RpcError("invalidParams");
  try {
    const { transaction, result, isApplied, isKept, nextSequence } = chain.submit(blob, {
      failHard: params["fail_hard"] === true,
    });
    const known = chain.history.transaction(transaction.hash);
    const place =
      known === undefined
        ? {}
        : { ...ctid(known, chain.networkId), inLedger: known.ledger.index, ledger_index: known.ledger.index };
    return {
      accepted: isApplied || isKept,
      account_sequence_available: nextSequence,
      account_sequence_next: nextSequence,
      applied: isApplied,
      broadcast: isApplied,
      engine_result: result,
      engine_result_code: resultCode(result),
      engine_result_message: resultMessage(result),
      kept: isKept,
      open_ledger_cost: String(BASE_FEE),
      queued: result === "terQUEUED",
      tx_blob: transaction.blob,
      tx_json: { ...signedFields(transaction), hash: transaction.hash, ...place },
      validated_ledger_index: view.last.index,
    };
  } catch (error) {
    if (error instanceof BadTransaction) throw invalidTransaction(error.message);
    throw error;
  }
}

/** @throws {RpcError} always. */
export function refuseSigning(): never {
  throw new RpcError("notSupported", { message: "Signing is not supported by this server." });
}

export function simulate(call: RpcCall): Result {
  const { params, chain, view, apiVersion } = call;
  const transaction = readTransaction(unsignedBlob(params, call));
  const applied = chain.simulate(transaction);
  const { result, isApplied, nodes, delivered } = applied;
  const meta = {
    AffectedNodes: nodes,
    TransactionIndex: chain.openCount,
    TransactionResult: result,
    ...(delivered === undefined ? {} : { DeliveredAmount: delivered }),
  };
  const { last } = view;
  const found = { ledger: last, final: { transaction, meta, metaBlob: "" } };
  const isBinary = params["binary"] === true;
  const blobName = apiVersion === 1 ? "meta" : "meta_blob";
  return {
    applied: false,
    engine_result: result,
    engine_result_code: resultCode(result),
    engine_result_message:
      result === "tesSUCCESS" ? "The simulated transaction would have been applied." : resultMessage(result),
    ledger_index: view.openIndex,
    ...(!isApplied ? {} : isBinary ? { [blobName]: encode(meta) } : { meta: metaWithDelivered(found, call) }),
    ...(isBinary
      ? { tx_blob: transaction.blob }
      : { tx_json: { ...signedFields(transaction), hash: transaction.hash } }),
  };
}

/** The transaction with what it does not say itself. It must not be signed: what is signed could be submitted. */
function unsignedBlob({ tx_json: fields }: Params, { chain }: RpcCall): string {
  if (typeof fields !== "object" || fields === null || !("Account" in fields) || typeof fields.Account !== "string")
    throw new RpcError("invalidParams");
  if ("TxnSignature" in fields && fields.TxnSignature !== "") throw new RpcError("invalidParams");
  const account = new LedgerDraft(chain.open).account(fields.Account);
  if (account === undefined && !("Sequence" in fields)) throw new RpcError("actNotFound");
  const usual = { Fee: String(BASE_FEE), Sequence: account?.Sequence ?? 0 };
  try {
    return encode({ ...usual, ...fields, SigningPubKey: "", TxnSignature: "" });
  } catch (error) {
    throw invalidTransaction(error instanceof Error ? error.message : "Unknown");
  }
}

function invalidTransaction(reason: string): RpcError {
  return new BareRpcError("invalidTransaction", { error_exception: reason, error_message: null });
}
