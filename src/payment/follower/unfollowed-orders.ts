/**
 * Orders whose payers were told a wallet that the hub does not follow any more: what they pay is on its ledger, and counted
 * by nobody. An order names no wallet; when each was first followed says which one it can have been.
 */
import { and, count, eq, gt, gte, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { DAY_MS } from "../../runtime/day.ts";
import type { Build, Store } from "../../store/store.ts";
import type { Row } from "../../store/tables/tables.ts";

/** Whoever pays after the time of an order does so soon after. */
const LATE_MS = 7 * DAY_MS;
/** Later than any order. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** Classic addresses. */
export interface FollowedWallets {
  readonly network: string;
  readonly present: string;
  readonly earlier: readonly string[];
}

export interface UnfollowedOrders {
  readonly network: string;
  readonly wallet: string;
  readonly orders: number;
}

export async function unfollowedOrders(
  store: Store,
  followed: readonly FollowedWallets[],
  now: number,
): Promise<readonly UnfollowedOrders[]> {
  const found: UnfollowedOrders[] = [];
  for (const { network, present, earlier } of followed) {
    const markers = await store.ask(markersOf, { network });
    const since = markers.find(({ wallet }) => wallet === present)?.since ?? now;
    for (const marker of markers.filter(({ wallet }) => wallet !== present && !earlier.includes(wallet))) {
      // One that was followed after the present one, which took its place again, may be meant by any order since.
      const until = marker.since < since ? since : NEVER;
      const values = { network, from: marker.since, until, late: now - LATE_MS };
      const orders = (await store.ask(unpaidOrders, values))[0]?.n ?? 0;
      if (orders > 0) found.push({ network, wallet: marker.wallet, orders });
    }
  }
  return found;
}

const markersOf: Build<Row<"markers">[]> = (db, { markers }) =>
  db
    .select()
    .from(markers)
    .where(eq(markers.network, sql.placeholder("network")));

const unpaidOrders: Build<{ n: number }[]> = (db, { orders }) =>
  db
    .select({ n: count() })
    .from(orders)
    .where(
      and(
        eq(orders.network, sql.placeholder("network")),
        inArray(orders.status, ["pending", "underpaid"]),
        isNull(orders.cancelled_at),
        gte(orders.created_at, sql.placeholder("from")),
        lt(orders.created_at, sql.placeholder("until")),
        or(eq(orders.status, "underpaid"), gt(orders.expires_at, sql.placeholder("late"))),
      ),
    );
