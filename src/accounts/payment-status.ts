/** How an order, or what is paid for a single call, stands: for its payer, who need not know the transaction. */
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Drops } from "../runtime/money.ts";
import type { Clock } from "../runtime/world.ts";
import { invoiceHash } from "../runtime/payment/invoice-hash.ts";
import { DAY_MS } from "../runtime/day.ts";
import type { Build, Store } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";
import { type Order, orderById, type OrderStatus, statusOf } from "./orders.ts";

export interface OrderState {
  readonly order: Order;
  readonly status: OrderStatus;
  /** The last transaction that was counted towards it. */
  readonly txHash: string | undefined;
}

export interface InvoiceState {
  readonly txHash: string;
  readonly network: string;
  readonly delivered: Drops;
}

export interface PaymentStatus {
  /** `undefined` where no order has this id. */
  order(id: string): Promise<OrderState | undefined>;
  /**
   * The payment that has arrived for this invoice and has bought nothing yet, since its call failed, or since nobody has
   * shown it for a day at most; of several the largest. `undefined` while there is none.
   */
  invoice(id: string): Promise<InvoiceState | undefined>;
}

export function createPaymentStatus(store: Store, clock: Clock): PaymentStatus {
  return {
    async order(id) {
      const [order] = await store.ask(orderById, { id });
      if (order === undefined) return undefined;
      const [deposit] = order.delivered === 0n ? [] : await store.ask(lastOfOrder, { orderId: id });
      return { order, status: statusOf(order, clock.now()), txHash: deposit?.tx_hash };
    },
    async invoice(id) {
      const since = clock.now() - DAY_MS;
      const [shown] = await store.ask(unspentOf, { id });
      const [found] = shown ? [shown] : await store.ask(waitingFor, { hash: invoiceHash(id), since });
      return found && { txHash: found.tx_hash, network: found.network, delivered: found.delivered };
    },
  };
}

const lastOfOrder: Build<Row<"deposits">[]> = (db, { deposits }) =>
  db
    .select()
    .from(deposits)
    .where(eq(deposits.order_id, sql.placeholder("orderId")))
    .orderBy(desc(deposits.at))
    .limit(1);

/** Of each invoice one payment at most has not failed: the index asks for that condition in these words. */
const unspentOf: Build<Pick<Row<"deposits">, "tx_hash" | "network" | "delivered">[]> = (db, { deposits, payments }) =>
  db
    .select({ tx_hash: deposits.tx_hash, network: deposits.network, delivered: deposits.delivered })
    .from(payments)
    .innerJoin(deposits, eq(deposits.tx_hash, payments.tx_hash))
    .where(
      and(
        eq(payments.invoice_id, sql.placeholder("id")),
        sql`${payments.state} <> 'failed'`,
        sql`${payments.state} = 'settled'`,
      ),
    );

/** What is parked has an index of its own, by age. */
const waitingFor: Build<Row<"deposits">[]> = (db, { deposits }) =>
  db
    .select()
    .from(deposits)
    .where(
      and(
        sql`${deposits.purpose} = 'parked'`,
        gt(deposits.at, sql.placeholder("since")),
        eq(deposits.invoice_hash, sql.placeholder("hash")),
      ),
    )
    .orderBy(desc(deposits.delivered))
    .limit(1);
