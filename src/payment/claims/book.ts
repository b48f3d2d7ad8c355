/**
 * The book of payments: what became of each, written down before every act outside.
 * claimed (may have been submitted) → settled (validated, it has arrived) → redeemed (spent on one run), or failed.
 * A hold says who is busy with a payment. It lapses unless it is renewed, so the next request, or the next process,
 * goes on where one that died stood; whoever lost its hold can change nothing any more.
 */
import type { Drops } from "../../runtime/money.ts";
import type { Clock } from "../../runtime/ports.ts";
import { ask, type Build, type Store, type Values } from "../../store/store.ts";
import {
  abandonedPayments,
  dropHold,
  forgetResults,
  insertPayment,
  markFailed,
  markRedeemed,
  markSettled,
  type PaymentRow,
  paymentOf,
  renewHold,
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
  /** What is still to be submitted, and between which ledgers; left out, it is validated already. */
  readonly pending?: { readonly blob: string; readonly firstLedger: number; readonly lastLedger: number };
}

/** A payment in hand: nobody else can move it while the hold is renewed. */
export interface HeldPayment {
  readonly row: PaymentRow;
  readonly hold: string;
}

export interface Book {
  look(hash: string): Promise<PaymentRow | undefined>;
  /** `undefined` when the payment, or another one for its invoice, is in the book. */
  enter(payment: NewPayment): Promise<HeldPayment | undefined>;
  /** `undefined` while somebody else is busy with it, and when nothing is left to do. */
  take(hash: string): Promise<HeldPayment | undefined>;
  /** Each of these returns `undefined` when the hold was lost. */
  settle(held: HeldPayment): Promise<HeldPayment | undefined>;
  fail(held: HeldPayment, reason: string): Promise<PaymentRow | undefined>;
  redeem(held: HeldPayment, result: string): Promise<PaymentRow | undefined>;
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

    async enter({ pending, ...payment }) {
      const hold = newId();
      const now = clock.now();
      const row = await write(insertPayment, {
        ...payment,
        blob: pending?.blob ?? null,
        firstLedger: pending?.firstLedger ?? null,
        lastLedger: pending?.lastLedger ?? null,
        state: pending === undefined ? "settled" : "claimed",
        settledAt: pending === undefined ? now : null,
        hold,
        heldUntil: now + HOLD_MS,
        now,
      });
      return row && keep({ row, hold });
    },

    async take(hash) {
      const hold = newId();
      const now = clock.now();
      const row = await write(takeHold, { hash, hold, heldUntil: now + HOLD_MS, now });
      return row && keep({ row, hold });
    },

    async settle(held) {
      const row = await write(markSettled, { ...nameOf(held), now: clock.now() });
      return row && keep({ ...held, row });
    },

    fail: (held, reason) => close(held, markFailed, { reason }),
    redeem: (held, result) => close(held, markRedeemed, { result, now: clock.now() }),

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

  async function close(held: HeldPayment, build: Build<PaymentRow[]>, values: Values): Promise<PaymentRow | undefined> {
    const row = await write(build, { ...nameOf(held), ...values });
    holds.delete(held.hold);
    return row;
  }

  /** Durable: it is on the disk before the act that it announces. */
  async function write(build: Build<PaymentRow[]>, values: Values): Promise<PaymentRow | undefined> {
    return (await store.transact(() => ask(build, values)))[0];
  }
}

function nameOf({ row, hold }: HeldPayment): { hash: string; hold: string } {
  return { hash: row.tx_hash, hold };
}
