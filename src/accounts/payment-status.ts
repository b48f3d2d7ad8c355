/** How an order, or what is paid for a single call, stands: for its payer, who need not know the transaction. */
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Drops } from "../runtime/money.ts";
import type { Clock } from "../runtime/world.ts";
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
   * The payment of the last day that carries this hash of an invoice and has bought nothing yet; of several the largest.
   * `undefined` while none has arrived.
   */
  invoice(hash: string): Promise<InvoiceState | undefined>;
}

export function createPaymentStatus(store: Store, clock: Clock): PaymentStatus {
  return {
    async order(id) {
      const [order] = await store.ask(orderById, { id });
      if (order === undefined) return undefined;
      const [deposit] = order.delivered === 0n ? [] : await store.ask(lastOfOrder, { orderId: id });
      return { order, status: statusOf(order, clock.now()), txHash: deposit?.tx_hash };
    },
    async invoice(hash) {
      const [found] = await store.ask(waitingFor, { hash, since: clock.now() - DAY_MS });
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
