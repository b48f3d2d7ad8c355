/** Pages of the operator's lists. Rows of one moment are ordered by their keys, or they would change places between two pages. */

/** How many rows a list shows. */
export const LISTED = 100;

export interface RowPage {
  /** How many rows are left out before the first one; left out, none. */
  readonly offset?: number;
}
