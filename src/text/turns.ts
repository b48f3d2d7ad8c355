/** Long work in turns, so that others have theirs in between. */

/** Bytes that are looked at in one turn. */
export const TURN_BYTES = 64 * 1024;

/** Work that yields wherever others may have their turn. */
export type Turns<Result> = Generator<undefined, Result>;

/** Where nobody waits. */
export function atOnce<Result>(work: Turns<Result>): Result {
  let turn = work.next();
  while (turn.done !== true) turn = work.next();
  return turn.value;
}

/** A turn of the event loop each. */
export async function inTurns<Result>(work: Turns<Result>): Promise<Result> {
  let turn = work.next();
  for (; turn.done !== true; turn = work.next()) await new Promise((resolve) => setImmediate(resolve));
  return turn.value;
}
