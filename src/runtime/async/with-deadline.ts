/** A wait with an end: the work gets a signal, and the wait ends with it even for work that ignores the signal. */

/** An exception made anew for each wait, with its stack, would cost more than the wait. */
const OVER = "The wait is over.";

/** Waits at most `ms` for `work`; then, or when `parent` aborts, rejects with `late()` or the parent's reason. */
export async function withDeadline<T>(
  ms: number,
  late: () => Error,
  parent: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  parent.throwIfAborted();
  const over = new AbortController();
  const cut = Promise.withResolvers<never>();
  const follow = () => cut.reject(parent.reason);
  const timer = setTimeout(() => cut.reject(late()), ms);
  parent.addEventListener("abort", follow);
  try {
    return await Promise.race([work(over.signal), cut.promise]);
  } finally {
    clearTimeout(timer);
    parent.removeEventListener("abort", follow);
    over.abort(OVER); // Whatever the work has left running ends with it.
  }
}
