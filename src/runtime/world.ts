/**
 * The port to the machine: the time, and a hint for the collector.
 * Shaped by speed: `bun run bench runs`.
 */

/** An answer may be there at once; `await` takes both. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value as soon as it is there: at once where it is, for a promise costs more than most stages do. */
export function mapAwaitable<T, U>(value: Awaitable<T>, use: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(use) : use(value);
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * How far a moment is from now, in milliseconds. One that lies ahead, because the clock was set back, is as far away as one
 * that is past: what was read then is not believed until the clock has caught up.
 */
export function ageOf(at: number, now: number): number {
  return Math.abs(now - at);
}

/** Some time that began at a moment, in milliseconds. */
export interface TimeSpan {
  readonly at: number;
  readonly ms: number;
}

/** How much of it is left; nothing where the clock was set by more than that meanwhile, in whichever direction. */
export function leftOf(span: TimeSpan | undefined, now: number): number {
  return span === undefined ? 0 : Math.max(0, span.ms - ageOf(span.at, now));
}

/** How long something took, in milliseconds; nothing where the clock was set back meanwhile. */
export function elapsedSince(startedAt: number, now: number): number {
  return Math.max(0, now - startedAt);
}

/**
 * Told that so many bytes have just become garbage, by whoever handles a large answer. They would else be there until
 * the collector comes by itself, which is when as much has come together as the whole hub uses.
 */
export type Sweep = (bytes: number) => void;
