/** What arrived against what it was used for: deposits, orders, payments of single calls, and the entries they made. */
import { sql } from "drizzle-orm";
import type { StoreCheck } from "./check.ts";

/** What a confirmed order gave as balance: all of it, or what was more than its tier cost. */
const CREDITED = sql`
  CASE WHEN o.status <> 'confirmed' THEN 0
       WHEN o.tier IS NULL OR o.outcome = 'credited' THEN o.delivered
       ELSE o.delivered - o.amount END`;

export const MONEY: readonly StoreCheck[] = [
  {
    name: "order and its deposits",
    find: sql`
      SELECT o.id AS subject, o.network AS place, o.delivered AS kept, COALESCE(d.total, 0) AS due
      FROM orders o
      LEFT JOIN (SELECT order_id, SUM(delivered) AS total FROM deposits WHERE purpose = 'order' GROUP BY order_id) d
        ON d.order_id = o.id
      WHERE o.delivered <> COALESCE(d.total, 0)`,
    tell: ({ subject, kept, due }) => `order ${subject} says that ${kept} arrived, its deposits come to ${due}`,
  },
  {
    name: "order and its state",
    find: sql`
      SELECT o.id AS subject, o.status AS place, o.delivered AS kept, o.amount AS due
      FROM orders o
      WHERE (o.status = 'confirmed') <> (o.confirmed_at IS NOT NULL)
        OR (o.status = 'confirmed' AND o.delivered < o.amount AND COALESCE(o.outcome, '') <> 'credited')
        OR (o.status = 'pending' AND o.delivered > 0)`,
    tell: ({ subject, place, kept, due }) => `order ${subject} is ${place} with ${kept} of ${due}`,
  },
  {
    name: "order that was cancelled",
    find: sql`
      SELECT o.id AS subject, o.status AS place, o.delivered AS kept, 0 AS due
      FROM orders o WHERE o.cancelled_at IS NOT NULL AND (o.status <> 'pending' OR o.delivered > 0)`,
    tell: ({ subject, place, kept }) => `order ${subject} was cancelled, and is ${place} with ${kept}`,
  },
  {
    name: "order and its balance",
    find: sql`
      SELECT o.id AS subject, o.network AS place, COALESCE(e.total, 0) AS kept, ${CREDITED} AS due
      FROM orders o
      LEFT JOIN (SELECT order_id, account_id, network, SUM(drops) AS total FROM entries WHERE kind = 'deposit'
                 GROUP BY order_id, account_id, network) e
        ON e.order_id = o.id AND e.account_id = o.account_id AND e.network = o.network
      WHERE COALESCE(e.total, 0) <> ${CREDITED}`,
    tell: ({ subject, kept, due }) => `order ${subject} has given ${kept} as balance, where it was to give ${due}`,
  },
  {
    name: "entry without an order",
    find: sql`
      SELECT e.account_id AS subject, e.kind AS place, e.drops AS kept, 0 AS due
      FROM entries e LEFT JOIN orders o ON o.id = e.order_id
      WHERE e.kind IN ('deposit', 'referral') AND (
        o.id IS NULL OR o.status <> 'confirmed' OR o.network <> e.network
        OR e.account_id <> CASE e.kind WHEN 'deposit' THEN o.account_id ELSE COALESCE(o.referrer_id, '') END
        OR (e.kind = 'referral' AND e.drops > o.amount))`,
    tell: ({ subject, place, kept }) =>
      `an entry "${place}" of account ${subject} over ${kept} comes from no paid order`,
  },
  {
    name: "referral twice",
    find: sql`
      SELECT order_id AS subject, MIN(network) AS place, COUNT(*) AS kept, 1 AS due
      FROM entries WHERE kind = 'referral' GROUP BY order_id HAVING COUNT(*) > 1`,
    tell: ({ subject, kept }) => `order ${subject} was rewarded ${kept} times`,
  },
  {
    name: "deposit and its purpose",
    find: sql`
      SELECT d.tx_hash AS subject, d.purpose AS place, d.delivered AS kept, 0 AS due
      FROM deposits d LEFT JOIN orders o ON o.id = d.order_id
      WHERE (d.purpose = 'order') <> (o.id IS NOT NULL) OR o.network <> d.network`,
    tell: ({ subject, place, kept }) =>
      `deposit ${subject} over ${kept} is for "${place}", and its order says otherwise`,
  },
  {
    name: "deposit without its payment",
    find: sql`
      SELECT d.tx_hash AS subject, COALESCE(p.state, 'none') AS place, d.delivered AS kept, p.price AS due
      FROM deposits d LEFT JOIN payments p ON p.tx_hash = d.tx_hash AND p.network = d.network
      WHERE d.purpose = 'invoice' AND COALESCE(p.state, '') NOT IN ('settled', 'redeemed')`,
    tell: ({ subject, place, kept }) =>
      `deposit ${subject} over ${kept} is said to pay an invoice, its payment is "${place}"`,
  },
  {
    name: "payment without its deposit",
    find: sql`
      SELECT p.tx_hash AS subject, p.state AS place, d.delivered AS kept, p.price AS due
      FROM payments p LEFT JOIN deposits d ON d.tx_hash = p.tx_hash AND d.network = p.network
      WHERE p.price > 0 AND p.state IN ('settled', 'redeemed', 'credited') AND (
        d.tx_hash IS NULL OR d.purpose <> CASE p.state WHEN 'credited' THEN 'order' ELSE 'invoice' END
        OR (p.state <> 'credited' AND d.delivered < p.price))`,
    tell: ({ subject, place, kept, due }) =>
      `payment ${subject} over ${due} is "${place}", and ${kept === null ? "nothing" : `a deposit of ${kept}`} stands for it`,
  },
  {
    name: "surplus without its payment",
    find: sql`
      SELECT d.tx_hash AS subject, COALESCE(p.state, 'none') AS place, d.delivered AS kept, 0 AS due
      FROM deposits d LEFT JOIN payments p ON p.tx_hash = substr(d.tx_hash, 1, 64) AND p.network = d.network
      WHERE length(d.tx_hash) > 64 AND COALESCE(p.state, '') <> 'redeemed'`,
    tell: ({ subject, place, kept }) =>
      `deposit ${subject} over ${kept} is said to be left of a payment that is "${place}"`,
  },
  {
    name: "deposit that was sent back",
    find: sql`
      SELECT d.tx_hash AS subject, d.purpose AS place, d.delivered AS kept, COALESCE(r.drops, 0) AS due
      FROM deposits d LEFT JOIN refunds r ON r.deposit_hash = d.tx_hash
      WHERE (d.purpose = 'refunded') <> (r.id IS NOT NULL) OR r.drops > d.delivered OR r.network <> d.network`,
    tell: ({ subject, place, kept, due }) =>
      `deposit ${subject} over ${kept} is for "${place}", and ${due} of it is recorded as sent back`,
  },
  {
    name: "balance that was sent back",
    find: sql`
      SELECT account_id AS subject, network AS place, SUM(taken) AS kept, SUM(sent) AS due
      FROM (SELECT account_id, network, reference AS hash, -drops AS taken, 0 AS sent FROM entries WHERE kind = 'refund'
            UNION ALL
            SELECT account_id, network, tx_hash AS hash, 0 AS taken, drops AS sent FROM refunds
            WHERE account_id IS NOT NULL) AS refunded
      GROUP BY account_id, network, hash HAVING SUM(taken) <> SUM(sent)`,
    tell: ({ subject, place, kept, due }) =>
      `${kept} was taken from account ${subject} (${place}) to be sent back, and ${due} is recorded as sent`,
  },
  {
    name: "reversal of another amount",
    find: sql`
      SELECT e.account_id AS subject, e.network AS place, e.drops AS kept, -r.drops AS due
      FROM entries e LEFT JOIN entries r ON r.id = e.reverses
      WHERE e.kind = 'reversal'
        AND (r.id IS NULL OR r.drops <> -e.drops OR r.account_id <> e.account_id OR r.network <> e.network)`,
    tell: ({ subject, place, kept, due }) =>
      `a reversal of account ${subject} (${place}) moves ${kept}, where what it undoes asks for ${due ?? "nothing"}`,
  },
];
