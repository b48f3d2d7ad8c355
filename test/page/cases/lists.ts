/** Pages that are lists of links: contents, indexes, directories. */
import { page, type PageCases, PROSE } from "./case.ts";

const CHAPTERS =
  "<ol><li><a href=a.html>Warping the loom</a></li><li><a href=b.html>Weaving on four shafts</a></li></ol>";
const IMPRINT = "<div><ul><li><a href=/imprint>Imprint</a></li><li><a href=/terms>Terms</a></li></ul></div>";

export const LISTS: PageCases = {
  "contents in a menu that holds the headline": {
    html: page(`<nav class=toc><h1>The Loom Book</h1>${CHAPTERS}</nav>`),
    markdown: ["1.  [Warping the loom](https://www.example.org/news/a.html)\n2.  [Weaving on"],
  },
  "contents in a menu of the main part": {
    html: page(`<header><a href=/>Looms</a></header><main><h1>Chapters</h1><nav>${CHAPTERS}</nav></main>`),
    says: ["Warping the loom\nWeaving on four shafts"],
    omits: ["Looms"],
  },
  "lines of links under headings, and a menu after them": {
    html: page(
      "<div><h1>Index</h1><h2>Sailing</h2><p><a href=/1>Abaft</a>, <a href=/2>Belay</a>, <a href=/3>Cleat</a></p>" +
        `<h2>Weather</h2><p><a href=/4>Back</a>, <a href=/5>Veer</a>, <a href=/6>Lull</a></p></div>${IMPRINT}`,
    ),
    says: ["Abaft, Belay, Cleat", "Back, Veer, Lull"],
    omits: ["Imprint", "Terms"],
  },
  "lists of links under headings, and what introduces them": {
    html: page(
      `<div><h1>Guides</h1>${PROSE}<h2>Wood</h2><ul><li><a href=/1>Green wood</a></li><li><a href=/2>Chucks</a></li></ul>` +
        "<h2>Metal</h2><ul><li><a href=/3>Brass</a></li><li><a href=/4>Tool steel</a></li></ul></div>",
      "<meta property='og:type' content='article'>",
    ),
    says: ["Combines left", "Metal\n\nBrass\nTool steel"],
  },
  "cards, whose headlines or first lines lead to where the cards lead": {
    html: page(
      "<main><h1>Learn</h1><a href=/1><h3>First steps</h3><p>Start here.</p></a><a href=/2><div><div>Second steps</div>" +
        "<div>Go on here.</div></div></a><a href=/3>Third <b>steps</b><p>Then rest.</p></a>" +
        "<a href=/4><div><img src=/4.jpg alt=Fourth></div></a></main>",
    ),
    markdown: [
      "### [First steps](https://www.example.org/1)\n\nStart here.",
      "[Second steps](https://www.example.org/2)\n\nGo on here.",
      "[![Fourth](https://www.example.org/4.jpg)](https://www.example.org/4)",
      "[Third **steps**](https://www.example.org/3)\n\nThen rest.",
    ],
  },
  "a menu that stands beside the part of the headline": {
    html: page(
      `<div><h1>Rye</h1><p>It was a good year for rye, and a bad one for those who bought it.</p></div>${IMPRINT}`,
    ),
    says: ["good year"],
    omits: ["Imprint"],
  },
};
