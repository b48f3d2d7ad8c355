/** Who listens to what: the streams of the ledger, sent to sockets in the version of the API they asked for. */
import type { ChainEvents, SubmissionState } from "../chain/chain.ts";
import type { ClosedLedger } from "../chain/closed-ledger.ts";
import { affectedAccounts } from "../ledger/metadata.ts";
import { RpcError } from "./errors.ts";
import { aboutLedger, aboutServer, finality, loadMessage, proposal } from "./events.ts";
import type { Server } from "./method.ts";
import { type ApiVersion, classicAddress, type Params, type Result } from "./params.ts";
import { foundIn } from "./render.ts";

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

/** Of one connection, in all. */
const MAX_ACCOUNTS = 10_000;

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

  /** @throws {RpcError} `malformedStream`, `actMalformed`, `invalidParams` or `slowDown`. */
  subscribe(subscriber: Subscriber, params: Params): Result {
    const version: ApiVersion = params["api_version"] === 2 ? 2 : 1;
    const { streams, accounts, proposed } = listed(params);
    const { accounts: heard, proposedAccounts: proposedTo } = subscriber;
    if (grown(heard, accounts) + grown(proposedTo, proposed) > MAX_ACCOUNTS) throw new RpcError("slowDown");
    for (const stream of streams) subscriber.streams.set(stream, version);
    for (const account of accounts) heard.set(account, version);
    for (const account of proposed) proposedTo.set(account, version);
    return {
      ...(streams.includes("server") ? aboutServer(this.#server) : {}),
      ...(streams.includes("ledger") ? { ...aboutLedger(this.#server), validated_ledgers: this.#complete() } : {}),
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

  proposed(submission: SubmissionState): void {
    const { fields } = submission.transaction;
    const parties = new Set([fields.Account, "Destination" in fields ? String(fields.Destination) : fields.Account]);
    for (const subscriber of this.#subscribers) {
      for (const version of versionsFor(subscriber, ["transactions_proposed", "rt_transactions"], [], parties))
        subscriber.send(proposal(submission, version, this.#server));
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
        messages.push({ ...aboutLedger(this.#server), ...more });
      }
      for (const { found, parties } of transactions) {
        const streams = ["transactions", "transactions_proposed", "rt_transactions"];
        for (const version of versionsFor(subscriber, streams, parties, parties))
          messages.push(finality(found, version, this.#server));
      }
      for (const message of this.#server.faults.events?.(messages) ?? messages) subscriber.send(message);
    }
  }

  #complete(): string {
    return this.#server.view.completeLedgers();
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

function listed(params: Params) {
  const streams = texts(params["streams"]);
  if (streams.some((stream) => !STREAMS.has(stream))) throw new RpcError("malformedStream");
  return {
    streams,
    accounts: addresses(params["accounts"]),
    proposed: addresses(params["accounts_proposed"]),
  };
}

/** How many there are with these, one that comes twice counted twice. */
function grown(known: ReadonlyMap<string, unknown>, given: readonly string[]): number {
  return known.size + given.filter((one) => !known.has(one)).length;
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
