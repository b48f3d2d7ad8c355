/** What the operator counts over all processes of a hub: what came in, what waits, who is connected where. */
import { count, sql } from "drizzle-orm";
import { DAY_MS } from "../runtime/day.ts";
import type { Drops } from "../runtime/money.ts";
import type { Clock } from "../runtime/world.ts";
import type { Build, Store } from "./store.ts";

export interface Income {
  readonly network: string;
  /** "order", "invoice" (single calls), "parked" or "refunded". */
  readonly purpose: string;
  readonly payments: number;
  /** Within the last 24 hours, 7 days and 30 days, and ever. */
  readonly day: Drops;
  readonly week: Drops;
  readonly month: Drops;
  readonly all: Drops;
}

export interface Count {
  readonly name: string;
  readonly count: number;
}

export interface Census {
  readonly income: readonly Income[];
  /** By state. */
  readonly connections: readonly Count[];
  /** By authority: of accounts and of the operator. */
  readonly oauthClients: readonly Count[];
  /** Runs that are done later, by state. */
  readonly queued: readonly Count[];
}

const income: Build<Income[]> = (db, { deposits }) => {
  const since = (name: string) =>
    sql<Drops>`COALESCE(SUM(CASE WHEN ${deposits.at} >= ${sql.placeholder(name)} THEN ${deposits.delivered} ELSE 0 END), 0)`.mapWith(
      BigInt,
    );
  return db
    .select({
      network: deposits.network,
      purpose: deposits.purpose,
      payments: count(),
      day: since("day"),
      week: since("week"),
      month: since("month"),
      all: sql<Drops>`SUM(${deposits.delivered})`.mapWith(BigInt),
    })
    .from(deposits)
    .groupBy(deposits.network, deposits.purpose)
    .orderBy(deposits.network, deposits.purpose);
};

const connectionStates: Build<Count[]> = (db, { connections }) =>
  db
    .select({ name: connections.state, count: count() })
    .from(connections)
    .groupBy(connections.state)
    .orderBy(connections.state);

const clientAuthorities: Build<Count[]> = (db, { oauth_clients: clients }) =>
  db
    .select({ name: clients.authority, count: count() })
    .from(clients)
    .groupBy(clients.authority)
    .orderBy(clients.authority);

const queuedStates: Build<Count[]> = (db, { runs }) =>
  db.select({ name: runs.state, count: count() }).from(runs).groupBy(runs.state).orderBy(runs.state);

export function createCensus(store: Store, clock: Clock): () => Promise<Census> {
  return async () => {
    const now = clock.now();
    const times = { day: now - DAY_MS, week: now - 7 * DAY_MS, month: now - 30 * DAY_MS };
    return {
      income: await store.ask(income, times),
      connections: await store.ask(connectionStates),
      oauthClients: await store.ask(clientAuthorities),
      queued: await store.ask(queuedStates),
    };
  };
}
