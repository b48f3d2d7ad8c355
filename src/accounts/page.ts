/** Pages of the operator's lists. */

/** How many rows a list shows. */
export const LISTED = 100;

export interface RowPage {
  /** How many rows are left out before the first one; left out, none. */
  readonly offset?: number;
}
