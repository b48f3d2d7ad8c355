/**
 * Turns into balance what a payment for a single call has not bought: all of it where its run failed or it was never
 * presented, else what was paid beyond its price. It is one transaction, so that of a run and a conversion at the same
 * moment only one gets the payment.
 */
import { createHmac } from "node:crypto";
import { and, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { HubError } from "../runtime/errors.ts";
import { invoiceHash } from "../runtime/payment/invoice-hash.ts";
import { paymentBusy } from "../runtime/payment/busy.ts";
import type { Clock } from "../runtime/world.ts";
import { surplusHash } from "../runtime/payment/surplus.ts";
import { ask, type Build, type Steps, type Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { DAY_MS } from "../runtime/day.ts";
import { countTowards, depositByHash, fulfil } from "./deposits.ts";
import type { KeyHolder, Networks } from "./directory.ts";
import { withFreshNames } from "./fresh-names.ts";
import { keyOfOrder, type MintedKey } from "./key.ts";
import { openAccount } from "./new-account.ts";
import { openOrder, type Order, orderById, type OrderSettings } from "./orders.ts";

export interface ConversionRequest {
  /** 64 upper-case hex digits. */
  readonly txHash: string;
  /** Only the payer and the hub know it: this, not the public hash, proves whose payment it is. */
  readonly invoiceId: string;
  readonly email: string;
  /** Whose balance it becomes; left out, that of a new account. */
  readonly holder?: KeyHolder;
}

export interface Conversion {
  /** Paid already; its tag takes more money for the same balance. */
  readonly order: Order;
  readonly keyPrefix: string;
  /** The new key; the same one again when the request is repeated within a day, and the key has not ended since. */
  readonly key?: MintedKey;
}

/** @throws {HubError} `payment_invalid`, `payment_already_used` or `idempotency_in_progress`. */
export type Convert = (request: ConversionRequest) => Promise<Conversion>;

export interface ConversionDeps extends OrderSettings {
  readonly store: Store;
  readonly networks: Networks;
  /** The hub's root secret. */
  readonly secret: string;
  /** Secrets it has replaced: what they made is found again. */
  readonly earlierSecrets?: readonly string[];
  readonly clock: Clock;
}

export function createConvert(deps: ConversionDeps): Convert {
  const { store, networks, secret, earlierSecrets = [], clock } = deps;
  return (request) => withFreshNames(() => store.transact(() => convert(request)));

  function* convert(request: ConversionRequest): Steps<Conversion> {
    const now = clock.now();
    const orderId = orderIdOf(secret, request);
    for (const each of [secret, ...earlierSecrets]) {
      const [repeated] = yield* ask(orderById, { id: orderIdOf(each, request) });
      if (repeated !== undefined) return yield* again(repeated, request, now, each);
    }
    const [deposit] = yield* ask(depositByHash, { hash: request.txHash });
    if (deposit === undefined) throw invalid("The transaction paid nothing that could become balance.");
    const network = request.holder?.network ?? networks.main;
    if (deposit.network !== network) throw invalid("The payment was made on another network than the balance is on.");
    const taken = yield* claim(deposit, request, now);
    if (taken === undefined) {
      // Perhaps by the same request a moment ago.
      const [other] = yield* ask(orderById, { id: orderId });
      if (other !== undefined) return yield* again(other, request, now);
      throw alreadyUsed();
    }
    const accountId = request.holder?.id ?? (yield* openNew(request.email, orderId, now));
    const { delivered: amount, tx_hash: hash, purpose } = taken;
    yield* openOrder({ id: orderId, accountId, amount, network }, deps, now);
    // The operator may have given it to somebody in this very moment: then nothing of all this has happened.
    if ((yield* ask(countTowards, { hash, orderId, purpose })).length === 0) throw alreadyUsed();
    yield* fulfil(orderId, amount, { referralPercent: 0, main: networks.main }, now);
    const [order] = yield* ask(orderById, { id: orderId });
    if (order === undefined) throw new Error("Cannot convert a payment: its order has vanished");
    return conversionOf(order, request);
  }

  function openNew(email: string, orderId: string, now: number): Steps<string> {
    return openAccount({ email, tier: "per_call", status: "pending" }, keyOfOrder(secret, orderId, "live"), now);
  }

  function* again(order: Order, request: ConversionRequest, now: number, madeWith = secret): Steps<Conversion> {
    if (now >= order.created_at + DAY_MS) throw alreadyUsed();
    const { key, ...rest } = conversionOf(order, request, madeWith);
    const isGood = key !== undefined && (yield* ask(goodKey, { hash: key.hash, now })).length > 0;
    return isGood ? { ...rest, key } : rest;
  }

  function conversionOf(order: Order, { holder }: ConversionRequest, madeWith = secret): Conversion {
    if (holder !== undefined) return { order, keyPrefix: holder.key.prefix };
    const key = keyOfOrder(madeWith, order.id, "live");
    return { order, keyPrefix: key.prefix, key };
  }
}

/** Takes what is left of the payment away from everything else it could buy: all of it, or what its call did not cost. */
function* claim(
  deposit: Row<"deposits">,
  { txHash: hash, invoiceId }: ConversionRequest,
  now: number,
): Steps<Row<"deposits"> | undefined> {
  const [payment] = yield* ask(paymentOf, { hash });
  if (payment !== undefined && payment.invoice_id !== invoiceId) throw invalid(NOT_ITS_INVOICE);
  if (payment?.state === "claimed") throw paymentBusy();
  if (payment !== undefined && payment.state !== "failed") {
    if ((yield* ask(markCredited, { hash, now })).length > 0) return deposit;
    const [current] = yield* ask(paymentOf, { hash });
    if (current?.state === "settled") throw paymentBusy();
    const [surplus] = yield* ask(depositByHash, { hash: surplusHash(hash) });
    return surplus?.purpose === "parked" ? surplus : undefined;
  }
  if (deposit.purpose !== "parked") return undefined;
  const isItsInvoice = deposit.type === "Payment" && deposit.invoice_hash === invoiceHash(invoiceId);
  if (!isItsInvoice) throw invalid(NOT_ITS_INVOICE);
  const { network, payer, delivered: price } = deposit;
  yield* ask(enterCredited, { hash, network, invoiceId, payer, price, now });
  return deposit;
}

const NOT_ITS_INVOICE = "The payment was not made for this invoice.";

/** The same for the same payment and invoice, so that a repeat finds what the first request made. Unguessable, too. */
function orderIdOf(secret: string, { txHash, invoiceId, holder }: ConversionRequest): string {
  const mac = createHmac("sha256", secret).update(`order of invoice\n${txHash}\n${invoiceId}\n${holder?.id ?? ""}`);
  return `ord_${mac.digest("hex").slice(0, 32)}`;
}

function invalid(why: string): HubError {
  return new HubError("payment_invalid", why);
}

function alreadyUsed(): HubError {
  return new HubError("payment_already_used", "This payment is spent.");
}

/** Neither ended nor of an account that is suspended. */
const goodKey: Build<{ hash: string }[]> = (db, { keys, accounts }) =>
  db
    .select({ hash: keys.hash })
    .from(keys)
    .innerJoin(accounts, eq(accounts.id, keys.account_id))
    .where(
      and(
        eq(keys.hash, sql.placeholder("hash")),
        isNull(keys.revoked_at),
        or(isNull(keys.expires_at), gt(keys.expires_at, sql.placeholder("now"))),
        eq(accounts.status, "active"),
      ),
    );

const paymentOf: Build<Row<"payments">[]> = (db, { payments }) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.tx_hash, sql.placeholder("hash")));

/** Only while nobody runs with it. */
const markCredited: Build<{ hash: string }[]> = (db, { payments }) =>
  db
    .update(payments)
    .set({ state: "credited", hold: null, held_until: null, blob: null })
    .where(
      and(
        eq(payments.tx_hash, sql.placeholder("hash")),
        eq(payments.state, "settled"),
        or(isNull(payments.hold), lte(payments.held_until, sql.placeholder("now"))),
      ),
    )
    .returning({ hash: payments.tx_hash });

const enterCredited: Build<unknown> = (db, { payments }) =>
  db
    .insert(payments)
    .values({
      tx_hash: sql.placeholder("hash"),
      network: sql.placeholder("network"),
      invoice_id: sql.placeholder("invoiceId"),
      request: "", // It was presented with none.
      payer: sql.placeholder("payer"),
      price: sql.placeholder("price"),
      state: "credited",
      created_at: sql.placeholder("now"),
      settled_at: sql.placeholder("now"),
    })
    .onConflictDoNothing();
