/**
 * Domains that are asked about, and name no service: "the owner of acme.com", "domain acme.com", "is acme.com down".
 * "the invoices of acme.com customers" and "acme.com: list the invoices" are of a service.
 */

const DOMAIN = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/u;
const CALLED = new Set("domain website site host hostname homepage company".split(" "));
/** At the beginning. */
const WHETHER = new Set("is does ist est es".split(" "));
const ABOUT = new Set("of for von für de para del du do".split(" "));
/** What goes on with another part of the sentence. */
const GOES_ON = new Set("and or in with und mit y con et avec e com".split(" "));

/** The same text with blanks in their place. */
export function withoutAskedDomains(text: string): string {
  const words = text.split(/\s+/);
  const lower = words.map((word) => word.toLowerCase());
  const kept = words.map((word, at) => {
    const domain = word.replace(/[,;:!?.]$/, "");
    const before = lower[at - 1] ?? "";
    if (!DOMAIN.test(domain)) return word;
    const isEnd = domain !== word || at === words.length - 1 || GOES_ON.has(lower[at + 1] ?? "");
    const isAsked = CALLED.has(before) || (at === 1 && WHETHER.has(before)) || (isEnd && ABOUT.has(before));
    return isAsked ? " ".repeat(word.length) : word;
  });
  return kept.join(" ");
}
