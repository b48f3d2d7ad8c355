/** How a time that something is kept until is put off, and never brought forward, however late the statement comes to be carried out. */
import { type Column, type Placeholder, type SQL, sql } from "drizzle-orm";

/** The later of two times; the dialects have no function for it in common. */
export function laterOf(kept: Column, other: Placeholder): SQL {
  return sql`CASE WHEN ${kept} > CAST(${other} AS BIGINT) THEN ${kept} ELSE CAST(${other} AS BIGINT) END`;
}
