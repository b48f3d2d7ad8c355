/** What keeps a file from being read for a moment, and says nothing about the file. */

/** The process, or the system, is short of descriptors or memory. */
const PASSING = new Set<unknown>(["EMFILE", "ENFILE", "ENOMEM", "EAGAIN"]);

/** What stands for a file that is not there. @throws the error, where it passes. */
export function unlessPassing<T>(error: unknown, instead: T): T {
  if (error instanceof Error && "code" in error && PASSING.has(error.code)) throw error;
  return instead;
}
