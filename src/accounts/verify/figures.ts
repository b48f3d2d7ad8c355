/** Every balance and counter of an account against the entries and holds it is the sum of. */
import { type SQL, sql } from "drizzle-orm";
import type { StoreCheck } from "./check.ts";

export const FIGURES: readonly StoreCheck[] = [
  figure("balance", [sql`balances`, sql`network`, sql`drops`], [sql`entries`, sql`drops`]),
  figure("balance set aside", [sql`balances`, sql`network`, sql`held`], [sql`holds`, sql`drops`]),
  figure("calls", [sql`days`, sql`day`, sql`calls`], [sql`entries`, sql`calls`]),
  figure("calls set aside", [sql`days`, sql`day`, sql`held`], [sql`holds`, sql`calls`]),
  figure(
    "charges",
    [sql`days`, sql`day`, sql`charged`],
    [sql`entries`, sql`CASE WHEN kind = 'charge' THEN -drops ELSE 0 END`],
  ),
  {
    name: "running balance",
    find: sql`
      SELECT account_id AS subject, network AS place, balance_after AS kept, before + drops AS due
      FROM (SELECT account_id, network, drops, balance_after,
              COALESCE(LAG(balance_after) OVER (PARTITION BY account_id, network ORDER BY id), 0) AS before
            FROM entries WHERE drops <> 0) AS steps
      WHERE balance_after <> before + drops`,
    tell: ({ subject, place, kept, due }) =>
      `an entry of account ${subject} (${place}) ends at ${kept}, where the one before and its amount come to ${due}`,
  },
];

/**
 * A counter beside the sum of the rows it counts. A place that only the rows know counts as kept at 0, and the other way
 * round.
 */
function figure(
  name: string,
  [counters, place, counter]: readonly [table: SQL, place: SQL, column: SQL],
  [rows, amount]: readonly [table: SQL, amount: SQL],
): StoreCheck {
  return {
    name,
    find: sql`
      SELECT account_id AS subject, place, SUM(kept) AS kept, SUM(due) AS due
      FROM (SELECT account_id, ${place} AS place, ${counter} AS kept, 0 AS due FROM ${counters}
            UNION ALL
            SELECT account_id, ${place} AS place, 0 AS kept, SUM(${amount}) AS due FROM ${rows}
            GROUP BY account_id, ${place}) AS figures
      GROUP BY account_id, place HAVING SUM(kept) <> SUM(due)`,
    tell: ({ subject, place, kept, due }) =>
      `${name} of account ${subject} (${place}): ${kept} is kept, the entries say ${due}`,
  };
}
