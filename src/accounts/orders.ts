/** Orders: what is to be paid to a destination tag of its own, and what becomes of it once it is paid. */
import { randomBytes, randomInt } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Drops } from "../runtime/money.ts";
import { ask, type Build, type Steps } from "../store/store.ts";
import type { Row } from "../store/tables/tables.ts";

export type Order = Row<"orders">;
export type OrderStatus = "pending" | "underpaid" | "confirmed" | "expired" | "cancelled";

export interface OrderRequest {
  /** Unguessable: the key of a new account is derived from it. */
  readonly id: string;
  readonly accountId: string;
  /** What the account becomes when it is paid; left out, it tops up the balance. */
  readonly tier?: string | undefined;
  /** 0n takes any amount. */
  readonly amount: Drops;
  readonly network: string;
  readonly referrerId?: string | undefined;
}

/** What holds for all orders of a hub. */
export interface OrderSettings {
  readonly orderTtlSeconds: number;
  /** The tag that payments for single calls carry, so that no order's is the same. */
  readonly reservedTag: number | undefined;
}

const MAX_TAG = 4_294_967_295;

/** A name that nobody can guess. */
export function newOrderId(): string {
  return `ord_${randomBytes(16).toString("hex")}`;
}

export function* openOrder(
  request: OrderRequest,
  { orderTtlSeconds, reservedTag }: OrderSettings,
  now: number,
): Steps<Order> {
  const [order] = yield* ask((db, { orders }) =>
    db
      .insert(orders)
      .values({
        id: request.id,
        account_id: request.accountId,
        tier: request.tier ?? null,
        amount: request.amount,
        destination_tag: freshTag(reservedTag),
        network: request.network,
        delivered: 0n,
        status: "pending",
        referrer_id: request.referrerId ?? null,
        created_at: now,
        expires_at: now + orderTtlSeconds * 1000,
      })
      .returning(),
  );
  if (order === undefined) throw new Error("Cannot open an order: the store returned no row");
  return order;
}

/** Not 0, which wallet apps drop. */
function freshTag(reserved: number | undefined): number {
  const tag = randomInt(1, MAX_TAG);
  return tag === reserved ? MAX_TAG : tag;
}

export const orderById: Build<Order[]> = (db, { orders }) =>
  db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder("id")));

export const lockOrder: Build<Order[]> = (db, { orders }) =>
  db
    .update(orders)
    .set({ status: sql`${orders.status}` })
    .where(eq(orders.id, sql.placeholder("id")))
    .returning();

/** A pending order past its time reads as expired; a payment that comes late confirms it all the same. */
export function statusOf(order: Order, now: number): OrderStatus {
  if (order.cancelled_at !== null) return "cancelled";
  if (order.status === "pending" && order.expires_at <= now) return "expired";
  return order.status as OrderStatus; // The table admits no other.
}
