/** What Markdown keeps of a page's structure, and what links and headings are told apart. */
import { article, page, type PageCases, PROSE, URL_OF_CASES } from "./case.ts";

export const STRUCTURE: PageCases = {
  "a list": {
    html: article("<ul><li>One thing is this.</li><li>Another is <b>that</b>.</li></ul>"),
    says: ["One thing is this.\nAnother is that."],
    markdown: ["-   One thing is this.\n-   Another is **that**."],
  },
  "a heading that opens a part": {
    html: article(`<details><summary><div><h3>Care</h3></div></summary><p>Brush it when it is dry.</p></details>`),
    markdown: ["\n### Care\n\nBrush it when it is dry."],
    omits: ["**"],
  },
  "links to places on pages": {
    html: article(
      `<p>See <a href="/docs/mill#grind">how to grind</a>, <a href="#yields">the yields</a>, <a href="/mill#">the mill</a> and <a href="/mill#:~:text=six">six of it</a>.</p>`,
    ),
    markdown: [
      "[how to grind](https://www.example.org/docs/mill#grind)",
      `[the yields](${URL_OF_CASES}#yields)`,
      "[the mill](https://www.example.org/mill)",
      "[six of it](https://www.example.org/mill)",
    ],
    page: {
      links: [
        { url: "https://www.example.org/docs/mill", text: "how to grind", internal: true },
        { url: "https://www.example.org/mill", text: "the mill", internal: true },
      ],
    },
  },
  "a numbered list": {
    html: article("<ol><li>First of all, sow.</li><li>Then wait.</li></ol>"),
    markdown: ["1.  First of all, sow.\n2.  Then wait."],
  },
  "a table": {
    html: article("<table><tr><th>Year</th><th>Tonnes</th></tr><tr><td>2024</td><td>a|b</td></tr></table>"),
    says: ["Year\tTonnes\n2024\ta|b"],
    markdown: ["| Year | Tonnes |\n| --- | --- |\n| 2024 | a\\|b |"],
  },
  code: {
    html: article("<pre><code class=language-ts>if (a) {\n  b();\n}</code></pre>"),
    says: ["if (a) {\n  b();\n}"],
    markdown: ["```ts\nif (a) {\n  b();\n}\n```"],
  },
  "code within a line": {
    html: article("<p>Call <code>sow()</code> before it is too late for the rye.</p>"),
    markdown: ["`sow()`"],
  },
  headings: {
    html: article(`<h2>How</h2>${PROSE}<h3>Why <em>so</em></h3>${PROSE}`),
    markdown: ["## How\n", "### Why *so*\n"],
    page: {
      headings: [
        { level: 2, text: "How" },
        { level: 3, text: "Why so" },
      ],
    },
  },
  "a quotation": {
    html: article("<blockquote><p>None of them was luck, they say.</p></blockquote>"),
    markdown: ["> None of them was luck"],
  },
  "links, absolute": {
    html: article("<p>What it costs is told by <a href='../seed?x=1#y'>the seed office</a> each week.</p>"),
    markdown: ["[the seed office](https://www.example.org/seed?x=1#y)"],
  },
  "a picture": {
    html: article("<p><img src=/r.jpg alt=Rye></p>"),
    markdown: ["![Rye](https://www.example.org/r.jpg)"],
  },
  "lines within a paragraph": {
    html: article("<p>Ada Lovelace<br>Field Road 1</p>"),
    says: ["Ada Lovelace\nField Road 1"],
  },
  "paragraphs by two line breaks": {
    html: page(`<div>${"It was a good year for rye and for those who grow it.<br><br>".repeat(4)}</div>`),
    says: ["grow it.\n\nIt was"],
  },
  "words of inline elements stay together": {
    html: article("<p>H<sub>2</sub>O and <b>bo</b>ld <span>words</span>.</p>"),
    says: ["H2O and bold words."],
  },
  "signs that Markdown would take for its own": {
    html: article("<p>Not *bold* and not [a link] at all, they say.</p>"),
    says: ["Not *bold*"],
    markdown: ["Not \\*bold\\* and not \\[a link\\]"],
  },
  "links of all kinds": {
    html: page(
      `${PROSE}<a href=/a>In</a><a href="//example.org/b">Also in</a><a href="http://other.org">Out</a><a href=#x>x</a><a href="javascript:x()">x</a><a href="mailto:a@b.c">x</a><a href="data:text/html,x">x</a><a href="/a#again">Again</a><a href="https://u:p@other.org/">x</a>`,
    ),
    page: {
      links: [
        { url: "https://www.example.org/a", text: "In", internal: true },
        { url: "https://example.org/b", text: "Also in", internal: true },
        { url: "http://other.org/", text: "Out", internal: false },
      ],
    },
  },
  "links of frames and of maps in pictures": {
    html: `<frameset cols="9,*"><frame src="/menu.html" name="menu"><frame src="/main.html"></frameset><map name=m><area href="/mill" alt="Mill"></map>`,
    page: {
      links: [
        { url: "https://www.example.org/menu.html", text: "menu", internal: true },
        { url: "https://www.example.org/main.html", text: "", internal: true },
        { url: "https://www.example.org/mill", text: "Mill", internal: true },
      ],
    },
  },
  "links from the base": {
    html: page(`${PROSE}<a href=a>A</a>`, "<base href=https://cdn.example.org/x/>"),
    page: { links: [{ url: "https://cdn.example.org/x/a", text: "A", internal: false }] },
  },
  "a base that is no address": {
    html: page(`${PROSE}<a href=a>A</a>`, "<base href='javascript:1'>"),
    page: { links: [{ url: new URL("a", URL_OF_CASES).href, text: "A", internal: true }] },
  },
  "words are counted": { html: page("<p>Two words, and 日本 too.</p>"), page: { word_count: 6 } },
  "a manual in sections, of which one is the longest": {
    html: page(
      `<div id=header><h1>rye(1) Manual Page</h1><h2>NAME</h2><p>rye - Sow and cut rye, and tell what it came to.</p></div>
      <div id=content><div class=sect1><h2>SYNOPSIS</h2><div><pre>rye [--year] field</pre></div></div>
      <div class=sect1><h2>DESCRIPTION</h2><div><p>Prints how much grain the fields that are named have given.</p></div></div>
      <div class=sect1><h2>OPTIONS</h2><div><div class=dlist><dl>${["--year", "--field", "--mill"]
        .map((option) => `<dt>${option}</dt><dd>${PROSE}</dd>`)
        .join("")}</dl></div></div></div>
      <div class=sect1><h2>FILES</h2><div><p>What is told lies in a file of each year, which the next year reads.</p></div></div></div>`,
    ),
    markdown: ["## SYNOPSIS", "## DESCRIPTION\n\nPrints how much", "## OPTIONS", "## FILES\n\nWhat is told"],
  },
  "boxes within a text, which a manual calls sidebars": {
    html: page(
      `<div class=section><h2>Rye</h2><div class=para>Combines left the last fields on Tuesday evening, and the mills have begun.</div>
      <div class=sidebar><p class=title><b>CULTURE Rye bread</b></p><div class=para>Bread of rye keeps for a week, and many say that it is best on the third day.</div></div>
      <div class=para>The grain office counted more tonnes than in any year before, although the spring was dry.</div></div>
      <div id=sidebar><p>Ask our staff about seeds. They know all about them, and have <a href=/seeds>a list</a>.</p></div>`,
    ),
    says: ["Combines left", "CULTURE Rye bread", "best on the third day", "The grain office"],
    omits: ["Ask our staff"],
  },
  "menus above and below a short page of a manual": {
    html: page(
      `<div class=navheader><table><tr><th colspan=2>1.2. Rye</th></tr><tr><td><a href=a>Prev</a></td><td>Chapter 1. Fields of the north</td></tr></table></div>
      <h2>1.2. Rye</h2><p>Sow it in autumn, cut it in summer, and keep it dry until it is sold.</p>
      <div class=navfooter><table><tr><td><a href=a>1.1. Oats</a></td><td>1.3. Wheat of the south</td></tr></table></div>`,
    ),
    says: ["Sow it in autumn"],
    omits: ["Chapter 1. Fields", "1.3. Wheat of the south"],
  },
  "a foot that is longer than what the page says": {
    html: page(
      `<div class=body><h1>Rye</h1><p>Sow it in autumn, cut it in summer, and keep it dry until it is sold to somebody who bakes. It needs little else.
      Whoever sows it in spring gets straw, and hardly any grain, whatever the weather of the year, and should not complain. So it was said of old,
      and so it is still said by all who know.</p></div>
      <div class=footer>© Copyright 2001, Rye Foundation. This page is licensed under the licence of the foundation, and its recipes are licensed under another, too.
      The foundation is a corporation that makes no profit, and is glad of what is given to it by its readers.</div>`,
    ),
    says: ["by all who know"],
    omits: ["makes no profit"],
  },
  "code is no prose, and a page of calls no article": {
    html: page(
      "<h1>Lockers</h1><p>Opens, books and frees lockers.</p><div class=tag-section><b>GET</b> /lockers one locker</div>" +
        `<h2>Try it</h2><pre>${"curl -X POST https://api.example/lockers/17/bookings; ".repeat(6)}</pre>`,
    ),
    says: ["GET /lockers one locker"],
  },
};
