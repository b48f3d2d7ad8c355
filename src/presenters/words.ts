/** The words of the wire format that an operator may choose. */
export interface Words {
  /** In `<agent>_copy` and `<agent>_skill`. */
  readonly agent: string;
  /** Before a category's slug in the name of its skill. */
  readonly skillPrefix: string;
}
