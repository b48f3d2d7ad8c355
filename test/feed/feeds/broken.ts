/** Encodings, and documents that are not what XML says they must be. */
import { atomFeed, channel, type FeedCase, latin1 } from "./case.ts";

const titled = (encoding: string, title: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><rss><channel><title>${title}</title></channel></rss>`;
const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const bytes = Buffer.from(text, "utf16le");
  return littleEndian ? bytes : bytes.swap16();
};
const laughs = Array.from({ length: 20 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(20)}">`).join("");

export const BROKEN: readonly FeedCase[] = [
  {
    point: "Latin-1 as the declaration says",
    document: latin1(titled("iso-8859-1", "caf\xe9")),
    items: [],
    feed: { title: "café" },
  },
  {
    point: "the header before the declaration",
    document: latin1(titled("utf-8", "\x93x\x94")),
    headers: { "content-type": "text/xml; charset=windows-1252" },
    items: [],
    feed: { title: "“x”" },
  },
  {
    point: "UTF-16 with a mark, whatever the header says",
    document: utf16(`\ufeff${titled("utf-16", "é日")}`, true),
    headers: { "content-type": "application/xml; charset=iso-8859-1" },
    items: [],
    feed: { title: "é日" },
  },
  {
    point: "UTF-16 without a mark",
    document: utf16(titled("utf-16", "é日"), false),
    items: [],
    feed: { title: "é日" },
  },
  {
    point: "EUC-KR",
    document: new Uint8Array([
      ...latin1(titled("euc-kr", "")).subarray(0, -"</title></channel></rss>".length),
      0xb3,
      0xe2,
      ...latin1("</title></channel></rss>"),
    ]),
    items: [],
    feed: { title: "년" },
  },
  { point: "a charset nobody knows", document: titled("bogus", "é"), items: [], feed: { title: "é" } },
  {
    point: "text/plain that is a feed",
    document: channel("<title>C</title>"),
    headers: { "content-type": "text/plain" },
    items: [],
    feed: { title: "C" },
  },
  {
    point: "text/html that is a feed",
    document: channel("<title>C</title>"),
    headers: { "content-type": "text/html" },
    items: [],
    feed: { title: "C" },
  },
  {
    point: "bytes that are no UTF-8 after a mark",
    document: new Uint8Array([0xef, 0xbb, 0xbf, ...latin1("<rss><channel><title>Espa\xf1a</title></channel></rss")]),
    items: [],
    feed: { title: "Espa\ufffda" },
  },
  {
    point: "C1 characters in UTF-8 are Windows-1252",
    document: channel("<title>don\u0092t</title>"),
    items: [],
    feed: { title: "don’t" },
  },
  {
    point: "a declaration behind an error message",
    document: `Warning: mysql failed in <b>x.php</b>\n${channel("<item><title>T</title></item>")}`,
    items: [{ title: "T" }],
  },
  {
    point: "white space before the declaration",
    document: `\n\n  ${channel("<item><title>T</title></item>")}`,
    items: [{ title: "T" }],
  },
  {
    point: "a comment before the root",
    document: `<!-- <rss> --><?x <y> ?>${channel("<item><title>T</title></item>")}`,
    items: [{ title: "T" }],
  },
  {
    point: "text behind the root",
    document: `${channel("<item><title>T</title></item>")}<!-- 0.2 s --> ok`,
    items: [{ title: "T" }],
  },
  {
    point: "cut in the middle of an item",
    document: "<rss><channel><title>C</title><item><title>A</title></item><item><title>B</title><link>http://e.ex",
    items: [{ title: "A" }, { title: "B" }],
  },
  {
    point: "cut in the middle of CDATA",
    document: "<rss><channel><item><title><![CDATA[cut of",
    items: [{ title: "cut of" }],
  },
  {
    point: "cut at the start of CDATA",
    document: "<rss><channel><title>C</title><item><title><![CD",
    items: [{ title: null }],
    feed: { title: "C" },
  },
  {
    point: "cut in the middle of a tag",
    document: "<rss><channel><item><title>A</title></item></channel></rss",
    items: [{ title: "A" }],
  },
  {
    point: "items that are not closed",
    document: "<rss><channel><item><title>A</title><item><title>B</title></channel></rss>",
    items: [{ title: "A" }, { title: "B" }],
  },
  {
    point: "tags closed in the wrong order",
    document: "<rss><channel><item><description><b><i>x</b></i></description><title>T</title></item></channel></rss>",
    items: [{ summary: "x", title: "T" }],
  },
  {
    point: "HTML that was never escaped, with its void elements open",
    document: channel("<item><description>one<br>two<img src='/i.png'></description><title>T</title></item>"),
    items: [{ summary: "one two", title: "T", image: "https://feeds.example.org/i.png" }],
  },
  {
    point: "an end tag too many",
    document: channel("<item></b></channel></foo><title>T</title></item>"),
    items: [{ title: null }],
  },
  {
    point: "attributes without quotes",
    document: channel("<item><enclosure url=http://e.example/a.mp3 length=5 /><title>T</title></item>"),
    items: [{ title: "T", enclosures: [{ url: "http://e.example/a.mp3", type: null, length: 5 }] }],
  },
  {
    point: "an attribute twice",
    document: channel(`<item><enclosure url="http://e.example/1" url="http://e.example/2"/></item>`),
    items: [{ enclosures: [{ url: "http://e.example/1", type: null, length: null }] }],
  },
  {
    point: "a prefix nobody declared",
    document: "<rss><channel><item><dc:creator>Ann</dc:creator><media:thumbnail url='/t.png'/></item></channel></rss>",
    items: [{ author: "Ann", image: "https://feeds.example.org/t.png" }],
  },
  {
    point: "an empty vocabulary",
    document: `<rss xmlns=""><channel><title>C</title></channel></rss>`,
    items: [],
    feed: { title: "C" },
  },
  {
    point: "a vocabulary nobody knows as the default",
    document: `<rss xmlns="http://unknown.example/"><channel><title>C</title></channel></rss>`,
    items: [],
    feed: { title: "C" },
  },
  {
    point: "an entity the document declares",
    document: `<!DOCTYPE rss [<!ENTITY co "A &#38; B"><!ENTITY co "no">]><rss><channel><title>&co;!</title></channel></rss>`,
    items: [],
    feed: { title: "A & B!" },
  },
  {
    point: "an entity from outside is never fetched",
    document: `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1/x.dtd">%p;]><rss><channel><title>&x;</title></channel></rss>`,
    items: [],
    feed: { title: "&x;" },
  },
  {
    point: "entities made of entities do not grow",
    document: `<!DOCTYPE rss [<!ENTITY l0 "ha">${laughs}]><rss><channel><title>&l0;&l20;</title></channel></rss>`,
    items: [],
    feed: { title: "ha&l20;" },
  },
  {
    point: "duplicates by id are told once",
    document: channel(
      "<item><guid>g</guid><title>A</title></item><item><guid>h</guid></item><item><guid>g</guid><title>B</title></item>",
    ),
    items: [{ title: "A" }, { id: "h" }],
  },
  {
    point: "items without an id are no duplicates",
    document: channel("<item><title>A</title></item><item><title>A</title></item>"),
    items: [{ title: "A" }, { title: "A" }],
  },
  { point: "a feed without items", document: atomFeed("<title>C</title>"), items: [], feed: { title: "C" } },
  { point: "a root and nothing else", document: "<rss>", items: [] },
  {
    point: "a date nobody can read is none",
    document: channel("<item><pubDate>soon</pubDate><dcterms:issued>2004-02-30</dcterms:issued></item>"),
    items: [{ published: null, updated: null }],
  },
  {
    point: "the next date when the first cannot be read",
    document: channel("<item><pubDate>soon</pubDate><dc:date>2004-02-03</dc:date></item>"),
    items: [{ published: "2004-02-03" }],
  },
];
