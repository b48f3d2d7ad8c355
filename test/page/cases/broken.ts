/** HTML as it should not be, and what is no HTML. */
import { page, type PageCases, PROSE } from "./case.ts";

const FEED = `<rss version="2.0"><channel><title>Field &amp; Farm</title><description>News</description><lastBuildDate>Fri, 15 Aug 2025 08:00:00 GMT</lastBuildDate>
<item><title>Rye &lt;b&gt;record&lt;/b&gt;</title><link>/rye</link><description><![CDATA[<p>More <i>rye</i> than ever.</p><script>x()</script>]]></description></item></channel></rss>`;

export const BROKEN: PageCases = {
  "no html and no body": { html: "<title>T</title><p>hi", says: ["hi"], page: { title: "T" } },
  "nothing is closed": {
    html: `<div><h1>Rye<div>${PROSE.replaceAll("</p>", "")}<ul><li>One<li>Two`,
    says: ["Combines", "One\nTwo"],
  },
  "everything is closed twice": {
    html: `</div></p>${PROSE.replaceAll("</p>", "</p></p></div></b>")}</body></html></html>`,
    says: ["Combines", "luck"],
  },
  "a heading is closed as one of another level": {
    html: page(`<h1>Notes</h2>${PROSE}<h3>More</h4><p>Said below it.</p>`),
    markdown: ["### More\n\nSaid below it."],
    page: { title: "Notes" },
  },
  "a heading is never closed": {
    html: page(`<h1>Notes<h2>Of rye<p>Said below both.</p>${PROSE}`),
    says: ["Said below both."],
    page: { title: "Notes" },
  },
  "a headline is never closed, and paragraphs follow": {
    html: page(`<h1>Notes<p>Said first.${PROSE.replaceAll("</p>", "")}<h2>Of rye</h2><p>Said below both.`),
    says: ["Said first.", "Combines", "Said below both."],
    page: { title: "Notes", headings: [{ level: 2, text: "Of rye" }] },
  },
  "a headline in large letters is never closed, nor are its letters": {
    html: `<title>Notes of a mill</title><h1><font size=6>Notes<p>Said first.${PROSE}<div><h2>Of rye</h2><p>Said below both.</div>`,
    says: ["Said first.", "Combines", "Said below both."],
    page: { title: "Notes" },
  },
  "a heading is begun twice, and never closed": {
    html: page(
      `<h1>Notes</h1>${PROSE}<h3>What you need<h3><ul><li>A hammer<li>Water</ul><p>Strike it.<h3>Faults</h3><p>Cracks.`,
    ),
    says: ["A hammer\nWater", "Strike it.", "Cracks."],
    page: {
      headings: [
        { level: 3, text: "What you need" },
        { level: 3, text: "Faults" },
      ],
    },
  },
  "a headline that holds boxes, and is closed": {
    html: page(`<h1><div>Notes</div><div>of a mill</div></h1>${PROSE}`),
    says: ["Combines"],
    omits: ["of a mill"],
  },
  "formatting is closed the wrong way round": {
    html: page(`<p><b><i>One</b> two</i> three.</p>${PROSE}`),
    says: ["One two three."],
  },
  "formatting is never closed": { html: page(`<p><b>One</p>${PROSE}`), says: ["Combines"], omits: ["**Combines"] },
  "a link is never closed": { html: page(`<p><a href=/x>Home</p>${PROSE}`), says: ["Combines", "luck"] },
  "a drawing of more parts than a page is deep, each closed where it begins": {
    html: page(`<h1>Notes</h1><svg>${'<path d="M1 1"/>'.repeat(2_000)}</svg>${PROSE}<p>Said below it.</p>`),
    says: ["Combines", "Said below it."],
  },
  ...Object.fromEntries(
    ["script src=/a.js", "style", "iframe src=/a", "noscript", "template", "canvas", "object data=/a", "svg"].map(
      (tag) => [
        `<${tag} /> ends where it begins`,
        {
          html: page(`<h1>Notes</h1><${tag} /><script>go(1 < 2)</script>${PROSE}<p>Said below it.</p>`),
          says: ["Combines", "Said below it."],
          omits: ["go("],
        },
      ],
    ),
  ),
  "a box of HTML within a drawing": {
    html: page(`<svg><g/><foreignObject><div>${PROSE}</div></foreignObject></svg><p>Said <i/>below it.</p>`),
    says: ["Said below it."],
  },
  "anchors that end where they begin, as XHTML may": {
    html: page(
      `<h1><a id="top"/>Notes</h1>${PROSE}<h2><a id="rye"/>Of rye</h2><div><a id="prices"/><table><tr><th>Grain</th><th>Price</th></tr><tr><td><a href=/rye>rye</a></td><td>3 euros a bag</td></tr></table></div>`,
    ),
    markdown: ["## Of rye\n\n| Grain | Price |"],
  },
  "anchors around headings and paragraphs": {
    html: page(
      `<h1>Notes</h1>${PROSE}<h2><a name="rye">Of rye</a></h2><p><a name="sown">Sown in autumn and cut in summer, it feeds us all.</a></p>`,
    ),
    markdown: ["## Of rye\n\nSown in autumn"],
  },
  "attributes without quotes and values": { html: `<p class=a id title='x"y' =">One</p>${PROSE}`, says: ["Combines"] },
  "signs that begin no tag": {
    html: page(`<p>1 < 2 && 3 <4 > <> </> &; &amp &#0; &#x110000; &unknown;</p>${PROSE}`),
    says: ["1 < 2 && 3"],
  },
  "a head within the body": {
    html: `<body><div>${PROSE}<head><title>T</title></head></div>`,
    page: { title: "T" },
    says: ["luck"],
  },
  "two bodies": { html: `<body><p>First of all, this is said.</p></body><body>${PROSE}`, says: ["Combines"] },
  "a script that never ends": { html: `${PROSE}<script>if (a < b`, says: ["luck"] },
  "a comment that never ends": { html: `${PROSE}<!-- so`, says: ["luck"] },
  "tags in capitals": { html: PROSE.replaceAll("<p>", "<P CLASS=X>"), says: ["luck"] },
  XHTML: {
    html: `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body>${PROSE}<br/></body></html>`,
    contentType: "application/xhtml+xml",
    page: { title: "T" },
    says: ["luck"],
  },
  "no charset is named": { html: page(PROSE.replace("Tuesday", "Donnerstag, schön")), says: ["schön"] },
  nothing: { html: "", page: { title: null, text: "", markdown: "", word_count: 0 } },
  "nothing but blanks": { html: " \n\t ", page: { text: "" } },
  "nothing but scripts": { html: page("<div id=root></div><script src=/app.js></script>"), page: { text: "" } },
  "a prototype's names": {
    html: `<constructor __proto__=x><toString>${PROSE}</toString></constructor><meta name=__proto__ content=x><meta name=constructor content=y>`,
    says: ["luck"],
  },
  "plain text": {
    html: "One < two\r\n\r\n<b>not bold</b>",
    contentType: "text/plain",
    page: { text: "One < two\n\n<b>not bold</b>", title: null, word_count: 6 },
  },
  "a document in Markdown": {
    html:
      '[![build](https://ci.example/b.svg)](https://ci.example/)\n\n# The `rye` *mill* #\n\nSee the [guide](docs/guide.md "Guide") and <https://a.example/x>.\n\n' +
      "```sh\n# no heading\n[no](link)\n```\n\nUse\n---\n\n## [snake_case](#s) \\_x\n\n![alt](p.png) and [ref][r]\n\n[r]: /r\n",
    contentType: "text/markdown; charset=utf-8",
    says: ["# The `rye` *mill* #", "# no heading"],
    markdown: ["[guide](docs/guide.md"],
    page: {
      title: "The rye mill",
      headings: [
        { level: 1, text: "The rye mill" },
        { level: 2, text: "Use" },
        { level: 2, text: "snake_case _x" },
      ],
      links: [
        { url: "https://www.example.org/news/docs/guide.md", text: "guide", internal: true },
        { url: "https://a.example/x", text: "https://a.example/x", internal: false },
        { url: "https://www.example.org/r", text: "r", internal: true },
      ],
    },
  },
  "a list in Markdown without a headline": {
    html: "- a\n- b\n---\n> c\n===\n",
    contentType: "text/markdown",
    page: { title: null, headings: [], links: [] },
  },
  JSON: {
    html: '{"a": "```"}',
    contentType: "application/json; charset=utf-8",
    page: { text: '{"a": "```"}', markdown: '````json\n{"a": "```"}\n````' },
  },
  "a feed": {
    html: FEED,
    contentType: "application/rss+xml",
    omits: ["x()"],
    page: {
      title: "Field & Farm",
      description: "News",
      modified: "2025-08-15T08:00:00Z",
      text: "Rye record\n\nMore rye than ever.",
      links: [{ url: "https://www.example.org/rye", text: "Rye record", internal: true }],
    },
  },
  "a feed that is sent as HTML": { html: FEED, contentType: "text/html", page: { title: "Field & Farm" } },
  "an Atom feed": {
    html: `<feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title><entry><title type="html">Rye &amp;amp; oats</title><link rel="self" href="/s"/><link href="/a"/><summary>More of both.</summary></entry></feed>`,
    contentType: "application/atom+xml",
    page: {
      title: "Notes",
      text: "Rye & oats\n\nMore of both.",
      links: [{ url: "https://www.example.org/a", text: "Rye & oats", internal: true }],
    },
  },
  "other XML": {
    html: "<r><a>One</a><b><c>two</c></b></r>",
    contentType: "application/xml",
    page: { title: null, text: "One\n\ntwo" },
  },
  "a page that nobody says is one": {
    html: `<!-- x --><!doctype html>${PROSE}`,
    contentType: "application/octet-stream",
    says: ["luck"],
  },
};
