/** What a check of the store's figures is. */
import type { SQL } from "drizzle-orm";

/** A row that is not as it should be. Amounts come as text: they may be larger than a double can tell apart. */
export interface Difference {
  /** Whose row it is: the id of an account or an order, or a transaction's hash. */
  readonly subject: string;
  /** Where: a network, a day, a state. */
  readonly place: string;
  readonly kept: string | null;
  readonly due: string | null;
}

export interface StoreCheck {
  readonly name: string;
  /** Selects `subject`, `place`, `kept` and `due` of the rows that are wrong, in SQL that both dialects read. */
  readonly find: SQL;
  readonly tell: (found: Difference) => string;
}
