/** How long an upstream asks to be left alone. */

export const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** In milliseconds (RFC 9110, section 10.2.3); `undefined` where it says none. A date is measured by the upstream's own clock, so that ours need not agree with it. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  const waitMs = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}
