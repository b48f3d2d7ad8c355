/** A full disk and the like, which says nothing about what was read from it or written to it. */

export function isDiskFault(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
