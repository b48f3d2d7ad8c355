/** Names of feed elements: whatever prefix a feed gives a vocabulary, one name for each of its elements. */

/**
 * By how the address of a vocabulary begins, in lower case. RSS of any version and Atom share the empty prefix: a feed
 * may mix them, and no name means two things in them.
 */
const VOCABULARIES: readonly (readonly [address: string, prefix: string])[] = [
  ["http://purl.org/rss/1.0/modules/content", "content"],
  ["http://purl.org/rss/1.0/modules/slash", "slash"],
  ["http://purl.org/rss/1.0/modules/rss091", ""],
  ["http://purl.org/rss/1.0/modules/", "other"],
  ["http://purl.org/rss/modules/", "other"],
  ["http://purl.org/rss/", ""],
  ["http://purl.org/net/rss1.1/", "other"],
  ["http://purl.org/net/rss1.1", ""],
  ["http://backend.userland.com/rss", ""],
  ["http://backend.userland.com/blogchannelmodule", "other"],
  ["http://blogs.law.harvard.edu/tech/rss", ""],
  ["http://cyber.law.harvard.edu/rss", ""],
  ["http://my.netscape.com/", ""],
  ["http://channel.netscape.com/", ""],
  ["http://www.w3.org/2005/atom", ""],
  ["https://www.w3.org/2005/atom", ""],
  ["http://purl.org/atom/app", "other"],
  ["http://purl.org/atom/", ""],
  ["http://purl.org/echo", ""],
  ["http://purl.org/pie", ""],
  ["http://example.com/necho", ""],
  ["http://example.com/newformat", ""],
  ["uri/of/echo/namespace", ""],
  ["http://purl.org/dc/elements/", "dc"],
  ["http://purl.org/dc/terms", "dcterms"],
  ["http://search.yahoo.com/mrss", "media"],
  ["https://search.yahoo.com/mrss", "media"],
  ["http://www.rssboard.org/media-rss", "media"],
  ["http://tools.search.yahoo.com/mrss", "media"],
  ["http://www.itunes.com/dtds/podcast", "itunes"],
  ["https://www.itunes.com/dtds/podcast", "itunes"],
  ["http://example.com/dtds/podcast", "itunes"],
  ["http://www.w3.org/1999/xhtml", "xhtml"],
  ["http://www.w3.org/tr/xhtml", "xhtml"],
  ["http://www.w3.org/2002/06/xhtml2", "xhtml"],
  ["http://www.w3.org/2000/svg", "svg"],
  ["http://www.w3.org/1998/math/mathml", "math"],
  ["http://www.w3.org/1999/02/22-rdf-syntax-ns", "rdf"],
  ["http://www.w3.org/xml/1998/namespace", "xml"],
  ["http://www.w3.org/1999/xlink", "xlink"],
  ["http://rssnamespace.org/feedburner", "feedburner"],
  ["http://feeds.feedburner.com", "feedburner"],
];

/** The prefixes a feed has bound at one place, to those of the table. Prefixes are in lower case, "" is none. */
export type Bindings = ReadonlyMap<string, string>;

export const NO_BINDINGS: Bindings = new Map();

/**
 * The bindings within an element, by its attributes and those around it. A default nobody knows is taken for RSS, whose
 * writers have called it many things, but not where the element that declares it has a prefix for its own name.
 */
export function bindingsOf(tag: string, attributes: Readonly<Record<string, string>>, outer: Bindings): Bindings {
  const declared = Object.entries(attributes).filter(([name]) => /^xmlns(?::|$)/i.test(name));
  if (declared.length === 0) return outer;
  const inner = new Map(outer);
  for (const [name, address] of declared) {
    const prefix = name.slice("xmlns:".length).toLowerCase();
    const isStranger = prefix === "" && address.trim() !== "" && tag.includes(":");
    inner.set(prefix, vocabulary(address) ?? (isStranger ? "other" : prefix));
  }
  return inner;
}

/** "DC:Creator" as "dc:creator", "a:title" of Atom as "title". A prefix nobody has bound is taken at its word. */
export function canonicalName(name: string, bindings: Bindings): string {
  const [prefix, local] = splitName(name.toLowerCase());
  const bound = bindings.get(prefix) ?? (prefix === "atom" || prefix === "rss" ? "" : prefix);
  return bound === "" ? local : `${bound}:${local}`;
}

/** An element's name without its prefix. */
export function localName(name: string): string {
  return splitName(name)[1];
}

function splitName(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(":");
  return colon === -1 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)];
}

function vocabulary(address: string): string | undefined {
  const folded = address.trim().toLowerCase();
  return VOCABULARIES.find(([start]) => folded.startsWith(start))?.[1];
}
