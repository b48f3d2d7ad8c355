/**
 * The book of payments: what became of each, written down before every act outside.
 * claimed (may have been submitted) → settled (validated, it has arrived) → redeemed (spent on one run) or credited (it
 * became balance); or failed. With "settled" it is kept that the arrival pays this invoice, and so nothing else.
 * A hold says who is busy with a payment. It lapses unless it is renewed, so the next request, or the next process,
 * goes on where one that died stood; whoever lost its hold can change nothing any more.
 */
import type { Drops } from "../../runtime/money.ts";
import type { Attachment, Clock } from "../../runtime/ports.ts";
import { surplusHash } from "../../runtime/surplus.ts";
import { ask, attached, type Build, type Steps, type Store, type Values } from "../../store/store.ts";
import type { ValidatedPayment } from "../ledger.ts";
import { Refusal } from "./refusal.ts";
import {
  abandonedPayments,
  arrivedFor,
  dropHold,
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
  renewHold,
  takeArrival,
  takeHold,
} from "./rows.ts";

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
  /** What is still to be submitted, and between which ledgers; or what its ledger has validated already. */
  readonly stands:
    { readonly blob: string; readonly firstLedger: number; readonly lastLedger: number } | ValidatedPayment;
}

export interface Named {
  readonly network: string;
  readonly payer: string;
  readonly identifier: string;
}

/** A payment in hand: nobody else can move it while the hold is renewed. */
export interface HeldPayment {
  readonly row: PaymentRow;
  readonly hold: string;
}

export interface Book {
  look(hash: string): Promise<PaymentRow | undefined>;
  /** The payment of that name: what its payer has once called so, and nobody else. */
  lookNamed(name: Named): Promise<PaymentRow | undefined>;
  /**
   * `undefined` when the payment, another one for its invoice, or another one of its name is in the book.
   * @throws {Refusal} when it has arrived, and was counted towards something else; as in `settle`.
   */
  enter(payment: NewPayment): Promise<HeldPayment | undefined>;
  /** `undefined` while somebody else is busy with it, and when nothing is left to do. */
  take(hash: string): Promise<HeldPayment | undefined>;
  /** Each of these returns `undefined` when the hold was lost. */
  settle(held: HeldPayment, payment: ValidatedPayment): Promise<HeldPayment | undefined>;
  fail(held: HeldPayment, reason: string): Promise<PaymentRow | undefined>;
  /** How much more than its price has arrived for a settled payment. */
  surplus(held: HeldPayment): Promise<Drops>;
  /** Spends its price, and parks the surplus. Not when the hold was lost. */
  redeem(held: HeldPayment, result: string, attachment?: Attachment): Promise<boolean>;
  giveBack(held: HeldPayment): Promise<void>;
  /** Renews the holds of this process; to be called a few times within `HOLD_MS`. */
  renew(): Promise<void>;
  /** What may have been submitted to this ledger, and nobody waits for any more. */
  abandoned(network: string): Promise<readonly PaymentRow[]>;
  /** Drops the stored answers whose day is over. */
  forget(): Promise<void>;
}

export const HOLD_MS = 20_000;
/** How long a stored answer is given again. */
export const KEPT_MS = 24 * 3_600_000;

export function openBook(store: Store, clock: Clock, newId: () => string): Book {
  const holds = new Map<string, HeldPayment>();

  return {
    look: async (hash) => (await store.ask(paymentOf, { hash }))[0],

    lookNamed: async (name) => (await store.ask(paymentNamed, { ...name }))[0],

    async enter({ stands, identifier = null, ...payment }) {
      const hold = newId();
      const now = clock.now();
      const values = { ...payment, identifier, hold, heldUntil: now + HOLD_MS, now };
      const row =
        "blob" in stands
          ? await write(insertPayment, { ...values, ...stands, state: "claimed", settledAt: null })
          : await arrive(
              insertPayment,
              { ...values, ...UNSENT, state: "settled", settledAt: now },
              { payment: stands, network: payment.network },
            );
      return row && keep({ row, hold });
    },

    async take(hash) {
      const hold = newId();
      const now = clock.now();
      const row = await write(takeHold, { hash, hold, heldUntil: now + HOLD_MS, now });
      return row && keep({ row, hold });
    },

    async settle(held, payment) {
      const values = { ...nameOf(held), now: clock.now() };
      const row = await arrive(markSettled, values, { payment, network: held.row.network });
      return row && keep({ ...held, row });
    },

    fail: (held, reason) => close(held, markFailed, { reason }),

    surplus: async ({ row }) => surplusOf(row, await store.ask(arrivedFor, { hash: row.tx_hash })),

    async redeem(held, result, attachment) {
      const now = clock.now();
      const also: Attachment = function* () {
        yield* parkSurplusOf(held.row, now);
        yield* attached(attachment);
      };
      return (await close(held, markRedeemed, { result, now }, also)) !== undefined;
    },

    async giveBack(held) {
      holds.delete(held.hold);
      await store.ask(dropHold, nameOf(held));
    },

    async renew() {
      for (const held of holds.values()) {
        const heldUntil = clock.now() + HOLD_MS;
        const renewed = await store.ask(renewHold, { ...nameOf(held), heldUntil });
        if (renewed.length === 0) holds.delete(held.hold);
      }
    },

    abandoned: async (network) => store.ask(abandonedPayments, { network, now: clock.now() }),
    forget: async () => void (await store.ask(forgetResults, { before: clock.now() - KEPT_MS })),
  };

  function keep(held: HeldPayment): HeldPayment {
    holds.set(held.hold, held);
    return held;
  }

  async function close<Row>(
    held: HeldPayment,
    build: Build<Row[]>,
    values: Values,
    attachment?: Attachment,
  ): Promise<Row | undefined> {
    const row = await write(build, { ...nameOf(held), ...values }, attachment);
    holds.delete(held.hold);
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
  async function write<Row>(build: Build<Row[]>, values: Values, attachment?: Attachment): Promise<Row | undefined> {
    return store.transact(function* (): Steps<Row | undefined> {
      const [row] = yield* ask(build, values);
      if (row !== undefined) yield* attached(attachment);
      return row;
    });
  }
}

interface Arrival {
  readonly payment: ValidatedPayment;
  readonly network: string;
}

/** What a payment says that is on its ledger already. */
const UNSENT = { blob: null, firstLedger: null, lastLedger: null };

function* take({ payment, network }: Arrival, now: number): Steps<void> {
  const { hash, account, destinationTag, invoiceHash, delivered } = payment;
  const facts = { hash, network, payer: account, delivered, now, invoiceHash: invoiceHash ?? null };
  const taken = yield* ask(takeArrival, { ...facts, destinationTag: destinationTag ?? null });
  if (taken.length === 0) throw new Refusal("payment_already_used", "duplicate_settlement", hash);
}

function surplusOf({ price }: PaymentRow, [arrived]: readonly { readonly delivered: Drops }[]): Drops {
  const surplus = (arrived?.delivered ?? 0n) - price;
  return surplus > 0n ? surplus : 0n;
}

function* parkSurplusOf(row: PaymentRow, now: number): Steps<void> {
  const { tx_hash: hash, network, payer } = row;
  const surplus = surplusOf(row, yield* ask(arrivedFor, { hash }));
  if (surplus === 0n) return;
  yield* ask(keepPrice, { hash, surplus });
  yield* ask(parkSurplus, { surplusHash: surplusHash(hash), network, payer, surplus, now });
}

function nameOf({ row, hold }: HeldPayment): { hash: string; hold: string } {
  return { hash: row.tx_hash, hold };
}
