/** Which headers a caller may send through the hub beside those that its operation declares, and what they may hold. */

/** No control character can end a line, and no byte beyond Latin-1 can become one. */
const VALUE = /^[\t\u0020-\u007e\u00a0-\u00ff]*$/;
const MAX_VALUE = 8192;

/** Any operation takes these. */
const ALLOWED = new Set(["accept", "accept-language", "content-type"]);

/**
 * Whether a header that means another method than the one sent may leave the hub: only with what the description itself
 * fixes, and only to read, so that no call does more than its entry says.
 */
export function isFixedOverride(name: string, value: unknown, fixed: unknown): boolean {
  return OVERRIDE.test(name) && value === fixed && (value === "GET" || value === "HEAD");
}

const OVERRIDE = /^(?:x-http-method(?:-override)?|x-method-override)$/i;

export function isAllowed(name: string): boolean {
  return ALLOWED.has(name.toLowerCase());
}

/** Why this text cannot be a header's value; `undefined` when it can. */
export function headerFault(text: string): string | undefined {
  if (text.length > MAX_VALUE) return `takes at most ${MAX_VALUE} characters in a header`;
  if (text !== text.trim()) return "must not begin or end with blanks in a header";
  return VALUE.test(text) ? undefined : "must hold printable Latin-1 characters only in a header";
}
