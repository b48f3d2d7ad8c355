/** Who listens to what: the streams of the ledger, sent to sockets in the version of the API they asked for. */
import type { ChainEvents, Submission } from "../chain/chain.ts";
import type { ClosedLedger } from "../chain/closed-ledger.ts";
import type { Found } from "../chain/history.ts";
import { affectedAccounts } from "../ledger/metadata.ts";
import { BASE_FEE, RESERVE_BASE, RESERVE_INCREMENT } from "../transactions/context.ts";
import { resultCode, resultMessage, type ResultName } from "../transactions/results.ts";
import type { Transaction } from "../transactions/transaction.ts";
import { RpcError } from "./errors.ts";
import type { Server } from "./method.ts";
import { type ApiVersion, classicAddress, type Params, type Result } from "./params.ts";
import { ctid, foundIn, isoTime, metaWithDelivered, transactionFields } from "./render.ts";
import { HOST, networkId, NODE_KEY } from "./server.ts";

/** Streams that exist; those the sandbox has nothing to say on stay quiet. */
const STREAMS = new Set([
  "book_changes",
  "consensus",
  "ledger",
  "manifests",
  "rt_transactions",
  "server",
  "transactions",
  "transactions_proposed",
  "validations",
]);
const LOAD = 256;

/** One connection. */
export interface Subscriber {
  readonly send: (message: object) => void;
  readonly streams: Map<string, ApiVersion>;
  readonly accounts: Map<string, ApiVersion>;
  readonly proposedAccounts: Map<string, ApiVersion>;
}

export function newSubscriber(send: Subscriber["send"]): Subscriber {
  return { send, streams: new Map(), accounts: new Map(), proposedAccounts: new Map() };
}

export class Subscriptions implements ChainEvents {
  readonly #server: Server;
  readonly #subscribers = new Set<Subscriber>();
  #hasToldLoad = false;

  constructor(server: Server) {
    this.#server = server;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** @throws {RpcError} `malformedStream`, `actMalformed` or `invalidParams`. */
  subscribe(subscriber: Subscriber, params: Params): Result {
    const version: ApiVersion = params["api_version"] === 2 ? 2 : 1;
    const { streams, accounts, proposed } = listed(params);
    for (const stream of streams) subscriber.streams.set(stream, version);
    for (const account of accounts) subscriber.accounts.set(account, version);
    for (const account of proposed) subscriber.proposedAccounts.set(account, version);
    return {
      ...(streams.includes("server") ? this.#aboutServer() : {}),
      ...(streams.includes("ledger") ? { ...this.#aboutLedger(), validated_ledgers: this.#complete() } : {}),
    };
  }

  /** @throws {RpcError} as `subscribe` does. */
  unsubscribe(subscriber: Subscriber, params: Params): Result {
    const { streams, accounts, proposed } = listed(params);
    for (const stream of streams) subscriber.streams.delete(stream);
    for (const account of accounts) subscriber.accounts.delete(account);
    for (const account of proposed) subscriber.proposedAccounts.delete(account);
    return {};
  }

  proposed({ transaction, result }: Submission): void {
    const { fields } = transaction;
    const parties = new Set([fields.Account, "Destination" in fields ? String(fields.Destination) : fields.Account]);
    for (const subscriber of this.#subscribers) {
      for (const version of versionsFor(subscriber, ["transactions_proposed", "rt_transactions"], [], parties))
        subscriber.send(this.#proposal(transaction, result, version));
      if (!this.#hasToldLoad && subscriber.streams.has("server")) {
        subscriber.send(loadMessage());
        this.#hasToldLoad = true;
      }
    }
  }

  closed(ledger: ClosedLedger): void {
    const transactions = foundIn(ledger).map((found) => ({
      found,
      parties: affectedAccounts(found.final.meta.AffectedNodes),
    }));
    for (const subscriber of this.#subscribers) {
      const messages: object[] = [];
      if (subscriber.streams.has("ledger")) {
        const more = { txn_count: transactions.length, type: "ledgerClosed", validated_ledgers: this.#complete() };
        messages.push({ ...this.#aboutLedger(), ...more });
      }
      for (const { found, parties } of transactions) {
        const streams = ["transactions", "transactions_proposed", "rt_transactions"];
        for (const version of versionsFor(subscriber, streams, parties, parties))
          messages.push(this.#finality(found, version));
      }
      for (const message of this.#server.faults.events?.(messages) ?? messages) subscriber.send(message);
    }
  }

  #complete(): string {
    return this.#server.view.completeLedgers();
  }

  #aboutLedger(): Result {
    const { last } = this.#server.view;
    return {
      fee_base: Number(BASE_FEE),
      ledger_hash: last.hash,
      ledger_index: last.index,
      ledger_time: last.closeTime,
      network_id: networkId(this.#server),
      reserve_base: Number(RESERVE_BASE),
      reserve_inc: Number(RESERVE_INCREMENT),
    };
  }

  #aboutServer(): Result {
    const { random, faults } = this.#server;
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

  #proposal(transaction: Transaction, result: ResultName, version: ApiVersion): object {
    return {
      ...outcome(result),
      ledger_current_index: this.#server.view.openIndex,
      status: "proposed",
      type: "transaction",
      validated: false,
      ...named(transaction, version),
    };
  }

  #finality(found: Found, version: ApiVersion): object {
    const { ledger, final } = found;
    return {
      ...outcome(final.meta.TransactionResult),
      ...ctid(found, this.#server.chain.networkId),
      close_time_iso: isoTime(ledger.closeTime),
      ledger_hash: ledger.hash,
      ledger_index: ledger.index,
      meta: metaWithDelivered(found, this.#server),
      status: "closed",
      type: "transaction",
      validated: true,
      ...named(final.transaction, version, { date: ledger.closeTime }),
    };
  }
}

/** One message per way of being subscribed: to the stream, and to an account. Whoever has both gets both. */
function versionsFor(
  { streams, accounts, proposedAccounts }: Subscriber,
  names: readonly string[],
  parties: Iterable<string>,
  proposedParties: Iterable<string>,
): ApiVersion[] {
  const byStream = names.map((name) => streams.get(name)).find((version) => version !== undefined);
  const byAccount =
    [...parties].map((party) => accounts.get(party)).find((version) => version !== undefined) ??
    [...proposedParties].map((party) => proposedAccounts.get(party)).find((version) => version !== undefined);
  return [byStream, byAccount].filter((version) => version !== undefined);
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

function loadMessage(): object {
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

function listed(params: Params) {
  const streams = texts(params["streams"]);
  if (streams.some((stream) => !STREAMS.has(stream))) throw new RpcError("malformedStream");
  return {
    streams,
    accounts: addresses(params["accounts"]),
    proposed: addresses(params["accounts_proposed"]),
  };
}

function texts(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new RpcError("invalidParams");
  return value.map((entry: unknown) => {
    if (typeof entry !== "string") throw new RpcError("malformedStream");
    return entry;
  });
}

function addresses(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new RpcError("invalidParams");
  if (value.length === 0) throw new RpcError("actMalformed");
  return value.map((entry: unknown) => classicAddress(String(entry)));
}
