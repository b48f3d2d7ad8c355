/** Texts, people, links and ids: what they mean, and what may not come out of them. */
import { atom, atomFeed, channel, type FeedCase, rss } from "./case.ts";

const escaped = (html: string) => `<description>${html.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</description>`;
const safe = (point: string, html: string, content: string | null) =>
  rss(point, escaped(html), { content_html: content });

export const TEXTS: readonly FeedCase[] = [
  rss("CDATA titles with markup", "<title><![CDATA[<b>Bold</b> &amp; brave]]></title>", { title: "Bold & brave" }),
  rss("a title escaped twice", "<title>AT&amp;amp;T</title>", { title: "AT&T" }),
  rss("what only looks like markup", "<title>a &lt; b, 3 &lt;4, &lt;ann@example.org&gt;</title>", {
    title: "a < b, 3 <4, <ann@example.org>",
  }),
  rss("markup that was never escaped", "<title>A <b>bold</b> one</title>", { title: "A bold one" }),
  rss("entities of HTML that XML does not know", "<title>caf&eacute;&nbsp;&hellip;</title>", { title: "café …" }),
  rss("an entity nobody knows", "<title>a &nonesuch; b & c</title>", { title: "a &nonesuch; b & c" }),
  rss("character references of Windows-1252", "<title>&#147;x&#148; &#x2019;</title>", { title: "“x” ’" }),
  rss("control characters", "<title>a\u0001b\u000bc</title>", { title: "abc" }),
  rss("a title of white space is none", "<title> \n </title>", { title: null }),
  rss("the beginning of a doctype as text", "<description><![CDATA[ <!DOCTYPE ]]></description>", {
    summary: "<!DOCTYPE",
  }),
  rss("code that talks of markup", "<description><![CDATA[<code>&lt;br /></code>]]></description>", {
    summary: "<br />",
    content_html: "<code>&lt;br /&gt;</code>",
  }),
  atom("type text: markup is text", `<title type="text">&lt;b&gt; &amp;amp;</title>`, { title: "<b> &amp;" }),
  atom("no type is type text", "<title>1 &lt; 2 &lt;b&gt;</title>", { title: "1 < 2 <b>" }),
  atom("type html", `<title type="html">&lt;b&gt;T&lt;/b&gt; &amp;amp;</title>`, { title: "T &" }),
  atom("type xhtml", `<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">T <b>&lt;b&gt;</b></div></title>`, {
    title: "T <b>",
  }),
  atom(
    "xhtml with a prefix",
    `<content type="xhtml"><h:div xmlns:h="http://www.w3.org/1999/xhtml"><h:p>P<h:br/>Q</h:p></h:div></content>`,
    { content_html: "<p>P<br>Q</p>", summary: "P Q" },
  ),
  atom("an empty type", `<title type="">T</title>`, { title: "T" }),
  atom("base64", `<content type="application/octet-stream">PHA+SGk8L3A+</content>`, { content_html: "<p>Hi</p>" }),
  atom("a picture in base64 is no text", `<content type="image/png">iVBORw0KGgo=</content><summary>S</summary>`, {
    content_html: "S",
  }),
  atom("content elsewhere", `<content src="http://e.example/x"/>`, { content_html: null }),
  {
    point: "Atom 0.3 in mode base64",
    document: `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><summary mode="base64">\nPGI+SGk8L2I+\n</summary></entry></feed>`,
    items: [{ summary: "Hi" }],
  },
  rss("mail and name", "<author>ann@example.org (Ann Example)</author>", { author: "Ann Example (ann@example.org)" }),
  rss("name and mail in brackets", "<author>Ann &lt;ann@example.org&gt;</author>", { author: "Ann (ann@example.org)" }),
  rss("a mail alone", "<author>mailto:ann@example.org ()</author>", { author: "ann@example.org" }),
  rss("two creators", "<dc:creator>Ann</dc:creator><dc:creator>Bo</dc:creator><dc:creator>Ann</dc:creator>", {
    author: "Ann, Bo",
  }),
  atom("a person of Atom", "<author><name>Ann</name><email>ann@example.org</email><uri>/a</uri></author>", {
    author: "Ann (ann@example.org)",
  }),
  rss("a guid that is the page", "<guid>http://e.example/1</guid>", {
    id: "http://e.example/1",
    link: "http://e.example/1",
  }),
  rss("a guid that is not", `<guid isPermaLink="false">http://e.example/1</guid>`, {
    id: "http://e.example/1",
    link: null,
  }),
  rss("a guid that is no address", `<guid isPermaLink="true">http://e.example[/1</guid>`, { link: null }),
  rss("the link before the guid", "<guid>http://e.example/g</guid><link>http://e.example/l</link>", {
    link: "http://e.example/l",
  }),
  rss("a link with white space and CDATA", "<link>\n <![CDATA[ http://e.example/a?b=1&c=2 ]]> </link>", {
    link: "http://e.example/a?b=1&c=2",
  }),
  rss(
    "Atom's self link is not the page",
    `<a:link xmlns:a="http://www.w3.org/2005/Atom" rel="self" href="http://e.example/f"/><link>http://e.example/l</link>`,
    { link: "http://e.example/l" },
  ),
  rss("a script is no link", "<link>javascript:alert(1)</link><guid>data:text/html,x</guid>", { link: null }),
  rss("an address keeps its spelling", "<link>HTTP://e.EXAMPLE/~bob/%7E</link>", { link: "HTTP://e.EXAMPLE/~bob/%7E" }),
  atom(
    "the page before other kinds",
    `<link rel="related" href="/r"/><link type="application/json" href="/j"/><link rel="alternate" type="text/html" href="/h"/>`,
    { link: "https://feeds.example.org/h" },
  ),
  atom("ids are kept letter by letter", "<id>HTTP://www.EXAMPLE.org/%7ebob</id>", {
    id: "HTTP://www.EXAMPLE.org/%7ebob",
  }),
  atom("a relative id", "<id>/relative</id>", { id: "https://feeds.example.org/relative" }),
  {
    point: "links relative to the channel's page",
    document: channel(
      `<link>http://site.example/blog/</link><item><link>1.html</link>${escaped('<a href="2.html">x</a>')}</item>`,
    ),
    items: [
      { link: "http://site.example/blog/1.html", content_html: '<a href="http://site.example/blog/2.html">x</a>' },
    ],
  },
  {
    point: "xml:base, one within the other",
    document: `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a.example/x/"><entry xml:base="y/"><link href="z"/><content type="xhtml" xml:base="w/"><div xmlns="http://www.w3.org/1999/xhtml"><p xml:base="/deep/"><a href="v">v</a></p><a href="u">u</a></div></content></entry></feed>`,
    items: [
      {
        link: "http://a.example/x/y/z",
        content_html: '<p><a href="http://a.example/deep/v">v</a></p><a href="http://a.example/x/y/w/u">u</a>',
      },
    ],
  },
  {
    point: "an xml:base that is no address",
    document: `<rss xml:base="http://["><channel><item><link>/x</link></item></channel></rss>`,
    items: [{ link: "https://feeds.example.org/x" }],
  },
  {
    point: "relative to Content-Location",
    document: channel("<link>/page</link>"),
    headers: { "content-location": "http://moved.example/dir/" },
    items: [],
    feed: { link: "http://moved.example/page" },
  },
  {
    point: "Atom's feed link",
    document: atomFeed(`<link rel="self" href="/f"/><link href="/h"/>`),
    items: [],
    feed: { link: "https://feeds.example.org/h" },
  },
  safe(
    "scripts, styles and frames go with what is in them",
    "a<script>x</script><style>y</style><iframe src=z>w</iframe><object>o</object>b",
    "ab",
  ),
  safe("handlers and styles go", `<p onclick="x" style="y" class="z">t</p>`, "<p>t</p>"),
  safe(
    "no scripts in addresses",
    `<a href="java\nscript:x">t</a><img src="data:image/png,x"><a href=" vbscript:x">u</a>`,
    "<a>t</a><img><a>u</a>",
  ),
  safe(
    "addresses become absolute",
    `<a href="/x">t</a><img src="http://e.example/i.png" alt='"q"'>`,
    '<a href="https://feeds.example.org/x">t</a><img src="http://e.example/i.png" alt="&quot;q&quot;">',
  ),
  safe("what is not closed gets closed", "<p><b>x<ul><li>y", "<p><b>x<ul><li>y</li></ul></b></p>"),
  safe("forms lose their tags, not their text", "<form action=x><input value=y>t</form>", "t"),
  safe("comments and instructions go", "a<!-- b --><?php c ?>d", "ad"),
  safe(
    "vector graphics stay, without what runs",
    "<svg><script>x</script><text>t</text></svg>",
    "<svg><text>t</text></svg>",
  ),
  safe("a template hides nothing", "<template><p>x</p></template><noscript><p>y</p></noscript>z", "z"),
  safe("plain text with line breaks", "one\ntwo", "one<br>two"),
];
