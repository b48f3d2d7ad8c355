/** The formats, and what stands where in each. */
import { atom, atomFeed, channel, type FeedCase, rss } from "./case.ts";

const RDF = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">`;
const json = (items: readonly object[]) =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "J",
    home_page_url: "https://j.example/",
    items,
  });

export const FORMATS: readonly FeedCase[] = [
  {
    point: "RSS 0.91 with its doctype",
    document: `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>C</title><item><title>T</title><link>http://e.example/1</link></item></channel></rss>`,
    items: [{ title: "T", link: "http://e.example/1", id: "http://e.example/1", summary: null, published: null }],
    feed: { title: "C" },
  },
  {
    point: "RSS 0.90, items beside the channel in Netscape's vocabulary",
    document: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>C</title></channel><item><title>T</title></item></rdf:RDF>`,
    items: [{ title: "T" }],
    feed: { title: "C" },
  },
  {
    point: "RSS 1.0: rdf:about is id and link",
    document: `${RDF}<channel rdf:about="http://e.example/"><title>C</title><link>http://e.example/</link><items><rdf:Seq><rdf:li rdf:resource="http://e.example/1"/></rdf:Seq></items></channel><item rdf:about="http://e.example/1"><title>T</title><description>D</description><dc:creator>Ann</dc:creator><dc:date>2003-12-31T10:14:55Z</dc:date><dc:subject>s</dc:subject></item></rdf:RDF>`,
    items: [
      {
        id: "http://e.example/1",
        link: "http://e.example/1",
        summary: "D",
        author: "Ann",
        published: "2003-12-31T10:14:55Z",
        updated: "2003-12-31T10:14:55Z",
        categories: ["s"],
      },
    ],
  },
  {
    point: "RSS 1.1, items in capitals",
    document: `<Channel xmlns="http://purl.org/net/rss1.1#"><title>C</title><items><Item><title>T</title></Item></items></Channel>`,
    items: [{ title: "T" }],
  },
  {
    point: "RSS with a prefix of its own for its own names",
    document: `<r:rss xmlns:r="http://backend.userland.com/rss2"><r:channel><r:title>C</r:title><r:item><r:title>T</r:title></r:item></r:channel></r:rss>`,
    items: [{ title: "T" }],
    feed: { title: "C" },
  },
  {
    point: "RSS under a prefix, another vocabulary as the default",
    document: `<r:rss xmlns:r="http://backend.userland.com/rss2" xmlns="http://x.example/"><r:channel><title>X</title><r:title>C</r:title><r:item><description>X</description><r:description>D</r:description></r:item></r:channel></r:rss>`,
    items: [{ summary: "D", title: null }],
    feed: { title: "C" },
  },
  {
    point: "items without a channel",
    document: "<rss><item><title>T</title></item></rss>",
    items: [{ title: "T" }],
  },
  {
    point: "the title of the channel's image is not the channel's",
    document: channel(
      "<image><title>I</title><url>/i.png</url></image><textInput><title>S</title></textInput><title>C</title>",
    ),
    items: [],
    feed: { title: "C" },
  },
  {
    point: "Atom 0.3: issued and modified, text/html escaped",
    document: `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title mode="escaped" type="text/html">&lt;b>T&lt;/b></title><issued>2004-01-01</issued><modified>2004-01-02T03:04:05+01:00</modified></entry></feed>`,
    items: [{ title: "T", published: "2004-01-01", updated: "2004-01-02T03:04:05+01:00" }],
  },
  {
    point: "Atom 0.3 of the echo days",
    document: `<feed xmlns="http://example.com/newformat#"><entry><title>T</title></entry></feed>`,
    items: [{ title: "T" }],
  },
  {
    point: "Atom with a prefix",
    document: `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>C</a:title><a:entry><a:title>T</a:title><a:id>urn:x</a:id></a:entry></a:feed>`,
    items: [{ title: "T", id: "urn:x" }],
    feed: { title: "C" },
  },
  {
    point: "a single Atom entry as a document",
    document: `<entry xmlns="http://www.w3.org/2005/Atom"><title>T</title></entry>`,
    items: [{ title: "T" }],
  },
  {
    point: "a feed that declares nothing",
    document: "<feed><entry><title>T</title></entry></feed>",
    items: [{ title: "T" }],
  },
  {
    point: "CDF",
    document: `<CHANNEL HREF="http://e.example/"><TITLE>C</TITLE><ITEM HREF="http://e.example/1" LASTMOD="2004-04-06T23:05:43-05:00"><TITLE>T</TITLE><ABSTRACT>A</ABSTRACT></ITEM></CHANNEL>`,
    items: [{ title: "T", link: "http://e.example/1", summary: "A", updated: "2004-04-06T23:05:43-05:00" }],
    feed: { title: "C", link: "http://e.example/" },
  },
  {
    point: "JSON Feed 1.1 whole",
    document: json([
      {
        id: "1",
        url: "/1",
        title: "T",
        content_html: "<p>H <script>x</script></p>",
        summary: "S",
        date_published: "2020-01-02T03:04:05+01:00",
        date_modified: "2020-01-03T00:00:00Z",
        authors: [{ name: "Ann" }, { name: "Bo" }],
        tags: ["a", "b", "a"],
        image: "/i.png",
        attachments: [{ url: "a.mp3", mime_type: "audio/mpeg", size_in_bytes: 5 }],
      },
    ]),
    items: [
      {
        id: "1",
        link: "https://j.example/1",
        title: "T",
        content_html: "<p>H </p>",
        summary: "S",
        published: "2020-01-02T03:04:05+01:00",
        updated: "2020-01-03T00:00:00Z",
        author: "Ann, Bo",
        categories: ["a", "b"],
        image: "https://j.example/i.png",
        enclosures: [{ url: "https://j.example/a.mp3", type: "audio/mpeg", length: 5 }],
      },
    ],
    feed: { title: "J", link: "https://j.example/" },
  },
  {
    point: "JSON Feed with a number for an id, version 1.0's author, and text alone",
    document: json([{ id: 7, content_text: "a < b", author: { name: "Ann" } }]),
    items: [{ id: "7", summary: "a < b", content_html: "a &lt; b", author: "Ann", title: null, link: null }],
  },
  {
    point: "JSON Feed with what is no item",
    document: json([null as never, 1 as never, { id: "x", tags: "no" }]),
    items: [{ id: "x", categories: [] }],
  },
  {
    point: "JSON Feed without items, as some write none",
    document: '{"version":"https://jsonfeed.org/version/1.1","title":"J"}',
    items: [],
    feed: { title: "J" },
  },
  {
    point: "JSON Feed with null for its items",
    document: '{"version":"https://jsonfeed.org/version/1","title":"J","items":null}',
    items: [],
  },
  {
    point: "JSON Feed that counts its seconds",
    document: json([{ id: "x", date_published: 1700000000 }]),
    items: [{ published: "2023-11-14T22:13:20Z" }],
  },
  { point: "JSON Feed after a byte order mark", document: `\ufeff ${json([{ id: "x" }])}`, items: [{ id: "x" }] },
  rss("a title that is a number stays text", "<title>007</title>", { title: "007" }),
  rss("one item only", "<title>T</title>", { title: "T" }),
  rss("no title, only a description", "<description>D</description>", { title: null, summary: "D", content_html: "D" }),
  rss(
    "an element named constructor",
    "<constructor>x</constructor><toString/><__proto__>y</__proto__><title>T</title>",
    { title: "T" },
  ),
  rss("names in any case", "<TITLE>T</TITLE><pubdate>2004-01-01</pubdate><GUID>g</GUID>", {
    title: "T",
    published: "2004-01-01",
    id: "g",
  }),
  rss("a title in dc", "<dc:title>T</dc:title>", { title: "T" }),
  rss("the item's title before media's", "<media:title>M</media:title><title>T</title>", { title: "T" }),
  rss("a title in a media group", "<media:group><media:title>M</media:title></media:group>", { title: "M" }),
  atom(
    "a video that is described in its media group alone",
    `<title>V</title><m:group xmlns:m="http://search.yahoo.com/mrss/"><m:description>One &lt; two.\nAnd more.</m:description></m:group>`,
    { title: "V", summary: "One < two. And more.", content_html: "One &lt; two.<br>And more." },
  ),
  rss(
    "a media group that describes less than the item",
    "<description>D</description><media:group><media:description>M</media:description></media:group>",
    { summary: "D", content_html: "D" },
  ),
  rss(
    "names that clash in a vocabulary nobody knows",
    `<x:title xmlns:x="http://x.example/">X</x:title><title>T</title>`,
    { title: "T" },
  ),
  rss(
    "dc under an address that is not its own",
    `<dc:creator xmlns:dc="http://purl.org/metadata/dublin_core#">Ann</dc:creator>`,
    { author: "Ann" },
  ),
  rss("dc under a strange prefix", `<q:creator xmlns:q="http://purl.org/dc/elements/1.1/">Ann</q:creator>`, {
    author: "Ann",
  }),
  rss(
    "content before description",
    "<description>D</description><content:encoded>&lt;p&gt;C&lt;/p&gt;</content:encoded>",
    { summary: "D", content_html: "<p>C</p>" },
  ),
  rss("a summary from the content", "<content:encoded>&lt;p&gt;C&lt;/p&gt;</content:encoded>", {
    summary: "C",
    content_html: "<p>C</p>",
  }),
  rss(
    "a podcast's own words",
    `<itunes:summary>S</itunes:summary><itunes:author>Ann</itunes:author><itunes:image href="/i.jpg"/>`,
    { summary: "S", author: "Ann", image: "https://feeds.example.org/i.jpg" },
  ),
  rss(
    "keywords are categories",
    "<itunes:keywords>a, b ,</itunes:keywords><category domain='http://c.example/'>c</category>",
    { categories: ["c", "a", "b"] },
  ),
  rss("an enclosure", `<enclosure url="http://e.example/a.mp3" length="123" type="audio/mpeg"/>`, {
    enclosures: [{ url: "http://e.example/a.mp3", type: "audio/mpeg", length: 123 }],
  }),
  rss("an enclosure of unknown length", `<enclosure url="a.mp3" length="big"/>`, {
    enclosures: [{ url: "https://feeds.example.org/a.mp3", type: null, length: null }],
  }),
  rss(
    "media in a group, once each",
    `<media:group><media:content url="http://e.example/v.mp4" fileSize="9" type="video/mp4"/><media:content url="http://e.example/v.mp4"/></media:group><media:thumbnail url="http://e.example/t.jpg"/>`,
    { enclosures: [{ url: "http://e.example/v.mp4", type: "video/mp4", length: 9 }], image: "http://e.example/t.jpg" },
  ),
  rss("a picture in the text", `<description>&lt;img src="/p.png?a=1&amp;amp;b=2"&gt;</description>`, {
    image: "https://feeds.example.org/p.png?a=1&b=2",
    summary: null,
  }),
  atom("published and updated", "<published>2004-01-01T00:00:00Z</published><updated>2004-01-02T00:00:00Z</updated>", {
    published: "2004-01-01T00:00:00Z",
    updated: "2004-01-02T00:00:00Z",
  }),
  atom("updated alone is no date of publication", "<updated>2004-01-02T00:00:00Z</updated>", {
    published: null,
    updated: "2004-01-02T00:00:00Z",
  }),
  atom("categories by label, else by term", `<category term="t" label="L" scheme="s"/><category term="u"/>`, {
    categories: ["L", "u"],
  }),
  atom("an enclosure is no link", `<link rel="enclosure" href="/a.mp3" length="3" type="audio/mpeg"/>`, {
    link: null,
    enclosures: [{ url: "https://feeds.example.org/a.mp3", type: "audio/mpeg", length: 3 }],
  }),
  {
    point: "the feed's author for entries that name none",
    document: atomFeed(
      "<author><name>Ann</name></author><entry><title>T</title></entry><entry><author><name>Bo</name></author></entry>",
    ),
    items: [{ author: "Ann" }, { author: "Bo" }],
  },
  {
    point: "the source of an entry is not the entry",
    document: atomFeed(
      "<entry><source><title>S</title><author><name>No</name></author><id>s</id></source><title>T</title></entry>",
    ),
    items: [{ title: "T", author: null, id: null }],
  },
];
