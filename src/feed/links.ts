/** References in feeds: resolved against their base, and only to what a reader may safely open. */

const SAFE = new Set(["http:", "https:", "mailto:", "tel:", "ftp:", "ftps:", "magnet:", "xmpp:", "news:", "nntp:"]);
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const UNTIDY = /[\s"'<>\\^`{|}\p{Cc}]/u;

/** The reference made absolute; one that cannot be read stays as it is. Not judged: see `safeLink`. */
export function resolveReference(reference: string, base: string): string {
  const trimmed = reference.trim();
  if (SCHEME.test(trimmed) && !UNTIDY.test(trimmed)) return trimmed;
  return URL.parse(trimmed, base)?.href ?? trimmed;
}

/** An absolute address a reader may open, as the feed spells it where it can; null for scripts, data and nonsense. */
export function safeLink(reference: string | undefined, base: string): string | null {
  if (reference === undefined || reference.trim() === "") return null;
  const url = URL.parse(reference.trim(), base);
  if (url === null || !SAFE.has(url.protocol)) return null;
  const resolved = resolveReference(reference, base);
  return UNTIDY.test(resolved) ? url.href : resolved;
}

/** As `safeLink`, for what is fetched rather than opened. */
export function webLink(reference: string | undefined, base: string): string | null {
  const link = safeLink(reference, base);
  return link !== null && /^https?:/i.test(link) ? link : null;
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text.trim()) && URL.canParse(text.trim());
}
