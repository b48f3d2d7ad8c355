/** Small feeds, each written for one point. */
export interface FeedCase {
  readonly point: string;
  readonly document: string | Uint8Array;
  /** What the items must have, one by one; as many as there must be. */
  readonly items: readonly object[];
  /** What the answer must say of the feed. */
  readonly feed?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An RSS 2.0 feed at https://feeds.example.org/f.xml with one item. */
export function rss(point: string, item: string, expected: object): FeedCase {
  return { point, document: channel(`<item>${item}</item>`), items: [expected] };
}

/** A feed of RSS 2.0 with the vocabularies that most feeds declare. */
export function channel(inside: string): string {
  return (
    `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    `xmlns:dcterms="http://purl.org/dc/terms/" xmlns:content="http://purl.org/rss/1.0/modules/content/" ` +
    `xmlns:media="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">` +
    `<channel>${inside}</channel></rss>`
  );
}

/** An Atom 1.0 feed with one entry. */
export function atom(point: string, entry: string, expected: object): FeedCase {
  return { point, document: atomFeed(`<entry>${entry}</entry>`), items: [expected] };
}

export function atomFeed(inside: string): string {
  return `<feed xmlns="http://www.w3.org/2005/Atom">${inside}</feed>`;
}

/** As bytes of one character each. */
export function latin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
