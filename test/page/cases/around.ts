/** What is around the text, and what only looks as if it were. */
import { article, page, type PageCases, PROSE } from "./case.ts";

const COMMENT = "<p>I grew rye for thirty years myself and must say that nobody ever counted it like this before.</p>";
const LINKS = "<li><a href='/a'>Oats disappoint the growers</a></li><li><a href='/b'>Barley is doing well</a></li>";

export const AROUND: PageCases = {
  "a menu in nav goes": {
    html: page(`<nav><a href=/>Home page</a></nav>${PROSE}`),
    says: ["Combines"],
    omits: ["Home page"],
  },
  "a menu of plain divs goes": {
    html: page(`<div class=main-menu><a href=/>Home page</a> <a href=/x>Weather</a></div><div>${PROSE}</div>`),
    omits: ["Home page"],
  },
  "a footer goes": {
    html: page(`<main>${PROSE}</main><footer><p>All rights reserved by the paper and its heirs.</p></footer>`),
    omits: ["rights"],
  },
  "a sidebar goes by its name": {
    html: page(
      `<div id=content>${PROSE}</div><div id=sidebar><p>The weather will be fine tomorrow, says the office.</p></div>`,
    ),
    omits: ["weather"],
  },
  "a part goes by its role": {
    html: page(
      `<div>${PROSE}</div><div role=complementary><p>The weather will be fine tomorrow, says the office.</p></div>`,
    ),
    omits: ["weather"],
  },
  "a cookie banner goes": {
    html: page(
      `<div class="cookie-consent"><p>We use cookies to make this site better for you and for us.</p></div><div>${PROSE}</div>`,
    ),
    omits: ["cookies"],
  },
  "the way to edit a section goes": {
    html: article(`<h2>How</h2><span class=mw-editsection>[<a href=/e>edit</a>]</span>${PROSE}`),
    omits: ["edit"],
  },
  "comments go": {
    html: article(`<div id=comments><h3>Comments</h3>${COMMENT}</div>`),
    omits: ["thirty years", "Comments"],
  },
  "comments go although they are longer than the text": {
    html: page(`<div class=post-body>${PROSE}</div><ol class=comment-list>${`<li>${COMMENT}</li>`.repeat(9)}</ol>`),
    says: ["Combines"],
    omits: ["thirty years"],
  },
  "a share bar goes": {
    html: article("<div class='social-share'>Share this on the network of your choice.</div>"),
    omits: ["Share this"],
  },
  "a newsletter box goes": {
    html: article("<div class=newsletter-signup><p>Get our best stories into your mail box every morning.</p></div>"),
    omits: ["mail box"],
  },
  "an advertisement goes": {
    html: article("<div class=advertisement>Buy the best seed there is, only here and now.</div>"),
    omits: ["best seed"],
  },
  "related links go": { html: article(`<h3>Read more</h3><ul>${LINKS}</ul>`), omits: ["Oats", "Read more"] },
  "teasers below the text go": {
    html: page(
      `<div class=text>${PROSE}</div><div class=grid>${[1, 2, 3].map((n) => `<div class=card><h3><a href=/${n}>Story number ${n}</a></h3><p>What the story number ${n} tells is told here in a sentence that is long enough.</p></div>`).join("")}</div>`,
    ),
    omits: ["Story number", "is told here"],
  },
  "breadcrumbs go": {
    html: page(`<ul class=breadcrumb><li><a href=/>Start</a><li>Fields</ul><div>${PROSE}</div>`),
    omits: ["Fields"],
  },
  "captions go": {
    html: article(
      "<figure><img src=r.jpg><figcaption>A field near the town in the evening light.</figcaption></figure>",
    ),
    omits: ["evening light"],
  },
  "captions of WordPress go": {
    html: article(
      "<div class=wp-caption><img src=r.jpg><p class=wp-caption-text>A field near the town in the evening.</p></div>",
    ),
    omits: ["near the town"],
  },
  "buttons and forms go": {
    html: article("<form><label>Your name</label><input value=x><button>Send it now</button></form>"),
    omits: ["Your name", "Send it"],
  },
  "the title is not said again": {
    html: page(
      `<h1>Rye sets a record</h1><article><h2>Rye sets a record</h2>${PROSE}</article>`,
      "<title>Rye sets a record</title>",
    ),
    omits: ["sets a record"],
  },
  "a heading without a text at the end goes": { html: article("<h2>More on this</h2>"), omits: ["More on this"] },
  "a heading in the text stays": {
    html: article(`<h2>What made the difference</h2>${PROSE}`),
    says: ["What made the difference"],
  },
  "a lead before the article's body stays": {
    html: page(
      `<h1>Rye</h1><p class=lead>After a dry spring, growers in the north brought in more rye than ever.</p><div class=tools><a href=/p>Print</a></div><div class=article-body>${PROSE.repeat(2)}</div>`,
    ),
    says: ["After a dry spring"],
    omits: ["Print"],
  },
  "a lead that is called a teaser stays where the page describes itself by it": {
    html: page(
      `<div class=news><div class=teaser><p>After a dry spring, growers in the north brought in more rye than ever.</p></div><div class=body>${PROSE}</div></div>`,
      "<meta name=description content='After a dry spring, growers in the north brought in more rye than ever.'>",
    ),
    says: ["After a dry spring"],
  },
  "an entry with tags among its names stays": {
    html: page(`<div class="post hentry tag-oats category-related">${PROSE}</div>`),
    says: ["Combines"],
  },
  "widgets of a page builder stay": {
    html: page(`<div class="elementor-widget elementor-widget-text-editor">${PROSE}</div>`),
    says: ["Combines"],
  },
  "a lead that is written twice is said once": {
    html: page(
      `<h1>Rye</h1><p class=lead>It was a year that nobody will forget, not in the north at least.</p><p class=lead>It was a year that nobody will forget, not in the north at least.</p><div class=article-body>${PROSE.repeat(2)}</div>`,
    ),
    page: { word_count: 14 + 2 * 57 },
  },
  "a quoted post in a box of its own stays": {
    html: article(
      "<div class=social-media-embed><blockquote><p>We have never seen so much rye in one place before.</p></blockquote></div>",
    ),
    says: ["never seen"],
  },
  "a part goes by its id although it holds most of the words": {
    html: page(
      `<div class=post><p>Only this one sentence was written today, and another, of no great length either, was added to it.</p></div><div id=sidebar>${PROSE}</div>`,
    ),
    says: ["Only this one"],
    omits: ["Combines"],
  },
  "a quoted post stays": {
    html: article("<blockquote class=tweet><p>We have never seen so much rye in one place before.</p></blockquote>"),
    says: ["never seen"],
  },
  "a text in several parts stays whole": {
    html: page(
      `<main><section>${PROSE}</section><section><h2>Second</h2>${PROSE.replaceAll("rye", "oats")}</section><section><h2>Third</h2><p>And this is the end of the whole story, told at last.</p></section></main>`,
    ),
    says: ["Second", "Third", "told at last"],
  },
  "a page of a few words is all text": {
    html: page("<h1>Closed</h1><div>Back on Monday</div>"),
    says: ["Back on Monday"],
  },
  "text in tables of a layout stays": {
    html: page(`<table><tr><td><a href=/>Home page</a></td><td>${PROSE}</td></tr></table>`),
    says: ["Combines"],
    omits: ["| "],
  },
};
