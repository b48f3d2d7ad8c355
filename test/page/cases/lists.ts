/** Pages that are lists of links: contents, indexes, directories. */
import { page, type PageCases } from "./case.ts";

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
  "a menu that stands beside the part of the headline": {
    html: page(
      `<div><h1>Rye</h1><p>It was a good year for rye, and a bad one for those who bought it.</p></div>${IMPRINT}`,
    ),
    says: ["good year"],
    omits: ["Imprint"],
  },
};
