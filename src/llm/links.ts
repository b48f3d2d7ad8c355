/** Takes the addresses out of what a model wrote, except those it was given. Pure. */

const TLD =
  "com|org|net|edu|gov|mil|int|io|dev|app|ai|co|me|info|biz|xyz|site|online|top|link|click|cloud|tech|example|test|ru|cn|de|uk|fr|eu|us|in|br|jp";
/** Scripts whose letters are taken for each other's. Others are written without blanks, right up to an address. */
const LETTERS = "\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}";
/** What an address goes on with, until a blank or a bracket ends it. */
const REST = "[^\\s<>\"'`\\])}]+";
/** With a scheme, with "www.", or a bare domain. A word with a dot that is no domain, such as "skill.md", is none. */
const ADDRESS = new RegExp(
  [
    `\\b(?:(?:javascript|vbscript):|data:[\\w.+-]+\\/)\\S+`,
    `(?:\\b[a-z][a-z0-9+.-]{1,20}:\\/\\/|\\b(?:mailto|file|tel):|(?<![\\w@.-])www\\.|\\/\\/(?=[a-z0-9-]+\\.[a-z]))${REST}`,
    `(?<![${LETTERS}\\w@./-])(?:[${LETTERS}\\d-]+\\.)+(?:${TLD})(?![\\w-])(?:[/?#:]${REST})?`,
  ].join("|"),
  "giu",
);

export function addressesIn(text: string): readonly string[] {
  return (text.match(ADDRESS) ?? []).map(bare);
}

/** `given` are texts and addresses; what they name may be named again, or its host alone; anything else is taken out. */
export function withoutStrangeLinks<T>(value: T, given: readonly string[]): { value: T; removed: number } {
  const keys = given.flatMap(addressesIn).map(keyOf);
  const known = new Set([...keys, ...keys.map(hostOf)]);
  let removed = 0;
  const clean = (text: string): string => {
    const cleaned = text.replace(ADDRESS, (written) => {
      const address = bare(written);
      if (known.has(keyOf(address))) return written;
      removed++;
      return written.slice(address.length);
    });
    // What is left of a Markdown link is its text.
    return cleaned === text
      ? text
      : cleaned
          .replace(/!?\[([^[\]]*)\]\(\s*\)/g, "$1")
          .replace(/[ \t]{2,}/g, " ")
          .trim();
  };
  return { value: mapStrings(value, clean) as T, removed };
}

/** The same value with every text of it changed; names of fields stay. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapStrings(entry, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, mapStrings(field, change)]));
}

/** A sentence goes on behind an address: its punctuation is not the address's. */
function bare(address: string): string {
  return address.replace(/(?<![.,;:!?»”’*])[.,;:!?»”’*]+$/, "");
}

/** Of a key, up to its port or path. */
function hostOf(key: string): string {
  return key.split(/[/?#:]/, 1)[0] ?? key;
}

/** Equal for addresses that lead to the same place as far as can be told. */
function keyOf(address: string): string {
  return address
    .replace(/^https?:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/\/$/, "")
    .toLowerCase();
}
