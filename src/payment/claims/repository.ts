/**
 * The repository of payments: what became of each, written down before every act outside.
 * claimed (may have been submitted) → settled (validated, it has arrived) → redeemed (spent on one run) or credited (it
 * became balance); or failed. With "settled" it is kept that the arrival pays this invoice, and so nothing else.
 * A lease says who is busy with a payment. It lapses unless it is renewed, so the next request, or the next process,
 * goes on where one that died stood; whoever lost its lease can change nothing any more.
 */
import type { Drops } from "../../runtime/money.ts";
import type { TransactionStep } from "../../runtime/ports/idempotency.ts";
import type { Clock } from "../../runtime/world.ts";
import { surplusHash } from "../../runtime/payment/surplus.ts";
import { forgetAll } from "../../store/forget.ts";
import { createLeases, LEASE_MS } from "../../store/processes/leases.ts";
import { ask, stepsOf, type Build, type Steps, type Store, type Values } from "../../store/store.ts";
import type { ValidatedPayment } from "../ledger.ts";
import { PaymentRefusal } from "./refusal.ts";
import {
  abandonedPayments,
  arrivedFor,
  dropLease,
  forgetFailed,
  forgetResults,
  insertPayment,
  keepPrice,
  markFailed,
  markRedeemed,
  markSettled,
  parkSurplus,
  paymentNamed,
  type PaymentRow,
  paymentOf,
  renewLease,
  takeArrival,
  takeLease,
} from "./queries.ts";

/** A payment that nobody has claimed yet. */
export interface NewPayment {
  /** As its ledger knows it: 64 upper-case hex digits. */
  readonly hash: string;
  readonly network: string;
  readonly invoiceId: string;
  /** SHA-256 of the request it is for. */
  readonly request: string;
  readonly payer: string;
  readonly price: Drops;
  /** What its payer calls it. */
  readonly identifier?: string | undefined;
  /** What is still to be submitted; or what its ledger has validated already. */
  readonly stands: SignedTransaction | ValidatedPayment;
  /** The transaction of a payment that was validated before it was shown; left out where only its hash was. */
  readonly shown?: SignedTransaction;
}

/** A signed transaction, and the ledgers between which it is validated or never. */
export interface SignedTransaction {
  readonly blob: string;
  readonly firstLedger: number;
  readonly lastLedger: number;
}

export interface PaymentName {
  readonly network: string;
  readonly payer: string;
  readonly identifier: string;
}

/** A payment in hand: nobody else can move it while the lease is renewed. */
export interface PaymentLease {
  readonly row: PaymentRow;
  readonly hold: string;
}

export interface ClaimRepository {
  look(hash: string): Promise<PaymentRow | undefined>;
  /** The payment of that name: what its payer has once called so, and nobody else. */
  lookNamed(name: PaymentName): Promise<PaymentRow | undefined>;
  /**
   * `undefined` when the payment, another one for its invoice, or another one of its name is in the repository.
   * @throws {PaymentRefusal} when it has arrived, and was counted towards something else; as in `settle`.
   */
  enter(payment: NewPayment): Promise<PaymentLease | undefined>;
  /** `undefined` while somebody else is busy with it, and when nothing is left to do. */
  take(hash: string): Promise<PaymentLease | undefined>;
  /** Each of these returns `undefined` when the lease was lost. */
  settle(lease: PaymentLease, payment: ValidatedPayment): Promise<PaymentLease | undefined>;
  fail(lease: PaymentLease, reason: string): Promise<PaymentRow | undefined>;
  /** How much more than its price has arrived for a settled payment. */
  surplus(lease: PaymentLease): Promise<Drops>;
  /** Spends its price, and parks the surplus. Not when the lease was lost. */
  redeem(lease: PaymentLease, result: string, step?: TransactionStep): Promise<boolean>;
  giveBack(lease: PaymentLease): Promise<void>;
  /** The same as a step of a transaction; `done` is told when that is committed. */
  handOver(lease: PaymentLease): { readonly step: TransactionStep; done(): void };
  /** Renews the leases of this process. */
  renew(): Promise<void>;
  /** What may have been submitted to this ledger, and nobody waits for any more. */
  abandoned(network: string): Promise<readonly PaymentRow[]>;
  /** Drops the stored answers whose day is over, and payments that failed a week ago. */
  forget(): Promise<void>;
}

/** How long a stored answer is given again. */
export const RESULT_MS = 24 * 3_600_000;
/** How long a payment that has failed is told of: much longer than its invoice buys anything. */
const FAILED_MS = 7 * 24 * 3_600_000;

export function createClaimRepository(store: Store, clock: Clock, newId: () => string): ClaimRepository {
  const leases = createLeases<PaymentLease>(async (lease) => {
    const renewed = await store.ask(renewLease, { ...nameOf(lease), heldUntil: clock.now() + LEASE_MS }, "leases");
    return renewed.length === 0 ? undefined : lease;
  });

  return {
    look: async (hash) => (await store.ask(paymentOf, { hash }))[0],

    lookNamed: async (name) => (await store.ask(paymentNamed, { ...name }))[0],

    async enter({ stands, shown = HASH_ONLY, identifier = null, ...payment }) {
      const hold = newId();
      const now = clock.now();
      const values = { ...payment, identifier, hold, heldUntil: now + LEASE_MS, now };
      const row =
        "blob" in stands
          ? await write(insertPayment, { ...values, ...stands, state: "claimed", settledAt: null })
          : await arrive(
              insertPayment,
              { ...values, ...shown, state: "settled", settledAt: now },
              { payment: stands, network: payment.network },
            );
      return row && keep({ row, hold });
    },

    async take(hash) {
      const hold = newId();
      const now = clock.now();
      const row = await write(takeLease, { hash, hold, heldUntil: now + LEASE_MS, now });
      return row && keep({ row, hold });
    },

    async settle(lease, payment) {
      const values = { ...nameOf(lease), now: clock.now() };
      const row = await arrive(markSettled, values, { payment, network: lease.row.network });
      return row && keep({ ...lease, row });
    },

    fail: (lease, reason) => close(lease, markFailed, { reason }),

    surplus: async ({ row }) => surplusOf(row, await store.ask(arrivedFor, { hash: row.tx_hash })),

    async redeem(lease, result, step) {
      const now = clock.now();
      const also: TransactionStep = function* () {
        yield* parkSurplusOf(lease.row, now);
        yield* stepsOf(step);
      };
      return (await close(lease, markRedeemed, { result, now }, also)) !== undefined;
    },

    async giveBack(lease) {
      leases.drop(lease.hold);
      await store.ask(dropLease, nameOf(lease));
    },

    handOver: (lease) => ({
      *step() {
        yield* ask(dropLease, nameOf(lease));
      },
      done: () => leases.drop(lease.hold),
    }),

    renew: leases.renew,

    abandoned: async (network) => store.ask(abandonedPayments, { network, now: clock.now() }),
    async forget() {
      const now = clock.now();
      await forgetAll(store, forgetResults, { before: now - RESULT_MS });
      await forgetAll(store, forgetFailed, { before: now - FAILED_MS });
    },
  };

  function keep(lease: PaymentLease): PaymentLease {
    leases.add(lease.hold, lease);
    return lease;
  }

  async function close<Row>(
    lease: PaymentLease,
    build: Build<Row[]>,
    values: Values,
    step?: TransactionStep,
  ): Promise<Row | undefined> {
    const row = await write(build, { ...nameOf(lease), ...values }, step);
    leases.drop(lease.hold);
    return row;
  }

  /** Moves the row and takes what has arrived for it, both or neither. */
  async function arrive(build: Build<PaymentRow[]>, values: Values, arrival: Arrival): Promise<PaymentRow | undefined> {
    return store.transact(function* (): Steps<PaymentRow | undefined> {
      const [row] = yield* ask(build, values);
      if (row !== undefined) yield* take(arrival, clock.now());
      return row;
    });
  }

  /** Durable: it is on the disk before the act that it announces. */
  async function write<Row>(build: Build<Row[]>, values: Values, step?: TransactionStep): Promise<Row | undefined> {
    return store.transact(function* (): Steps<Row | undefined> {
      const [row] = yield* ask(build, values);
      if (row !== undefined) yield* stepsOf(step);
      return row;
    });
  }
}

interface Arrival {
  readonly payment: ValidatedPayment;
  readonly network: string;
}

/** What is kept of the transaction where only its hash was shown. */
const HASH_ONLY = { blob: null, firstLedger: null, lastLedger: null };

function* take({ payment, network }: Arrival, now: number): Steps<void> {
  const { hash, account, destinationTag, invoiceHash, delivered } = payment;
  const facts = { hash, network, payer: account, delivered, now, invoiceHash: invoiceHash ?? null };
  const taken = yield* ask(takeArrival, { ...facts, destinationTag: destinationTag ?? null });
  if (taken.length === 0) throw new PaymentRefusal("payment_already_used", "duplicate_settlement", { hash });
}

function surplusOf({ price }: PaymentRow, [arrived]: readonly { readonly delivered: Drops }[]): Drops {
  const surplus = (arrived?.delivered ?? 0n) - price;
  return surplus > 0n ? surplus : 0n;
}

function* parkSurplusOf(row: PaymentRow, now: number): Steps<void> {
  const { tx_hash: hash, network, payer, price } = row;
  if (surplusOf(row, yield* ask(arrivedFor, { hash })) === 0n) return;
  yield* ask(parkSurplus, { surplusHash: surplusHash(hash), hash, network, payer, price, now });
  yield* ask(keepPrice, { hash, price });
}

function nameOf({ row, hold }: PaymentLease): { hash: string; hold: string } {
  return { hash: row.tx_hash, hold };
}
