/** How long an upstream asks to be left alone. */

export const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** In milliseconds (RFC 9110, section 10.2.3); `undefined` where it says none. A date is measured by the upstream's own clock, so that ours need not agree with it. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  // Some write fractions of seconds, and proxies the header once more. No date begins with a digit (section 5.6.7).
  const seconds = /^(\d+(?:\.\d+)?)\s*(?:,|$)/.exec(value)?.[1];
  const waitMs = seconds === undefined ? untilDate(value, headers) : Math.ceil(Number(seconds) * 1000);
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

function untilDate(value: string, headers: Headers): number {
  return /^[a-z]/i.test(value) ? Date.parse(value) - Date.parse(headers.get("date") ?? "") : NaN;
}
