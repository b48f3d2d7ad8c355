/** What a command of the shell is. */

/** Runs with its arguments and answers with its exit code. */
export type Command = (args: readonly string[]) => Promise<number>;

/** The command was asked wrongly; the message says how to ask. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
