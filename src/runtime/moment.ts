/** Moments as they are told. */

/** In ISO 8601; `null` where there is none. */
export function momentText(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
