/** A mutant: one small fault in what guards money, and the tests that should notice it. */

export interface Mutant {
  /** Short and unique, as `--only` takes it. */
  readonly name: string;
  /** What goes wrong with money then. */
  readonly fault: string;
  /** From the root of the project. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Files of tests; one failure in them is enough. */
  readonly tests: readonly string[];
  /** Only PostgreSQL has it: in SQLite nothing comes between the statements of a transaction. */
  readonly isPostgres?: boolean;
}

/**
 * The source with the fault in it.
 * @throws {Error} when its place is not there once: the code has moved, and the mutant with it
 */
export function mutated({ name, file, find, replace }: Mutant, source: string): string {
  const places = source.split(find).length - 1;
  if (places !== 1)
    throw new Error(`Cannot make mutant "${name}": its place stands ${places} times in ${file}, needs 1`);
  return source.replace(find, () => replace);
}
