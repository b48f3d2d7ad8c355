/**
 * Values that never change again. The same few requests come again and again, above all those whose answer is cached:
 * what was read, judged and written down of such a value once need not be so each time.
 * Shaped by speed: `bun run bench runs`.
 */
const kept = new WeakSet<object>();

/** Freezes a JSON value through and through. */
export function intern<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const part of Object.values(value)) intern(part);
  kept.add(value);
  return Object.freeze(value);
}

/** Whether a value was frozen like that, and not just on its surface. */
export function isInterned(value: unknown): boolean {
  return kept.has(value as object);
}
