/** Pages whose parts are not sent where their reader sees them. */
import { page, type PageCases, PROSE } from "./case.ts";

const place = (id: string): string =>
  `<!--$?--><template id="${id}"></template><p>Loading the text of it.</p><!--/$-->`;
const moves = (...pairs: readonly string[]): string => `<script>$RC=function(a,b){};${pairs.join(";")}</script>`;

const LINES = [...PROSE.matchAll(/<p>(.*)<\/p>/g)].map(([, line = ""]) => line);
const DICTIONARY = "You have to sign in before you can do that, and we are sorry for it.";
const shell = (data: object): string =>
  page(
    `<div id=app></div><script type="application/json">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`,
    "<title>Rye</title>",
  );

export const PLACED: PageCases = {
  "parts that are streamed": {
    html: page(
      `<main><h1>Rye</h1>${place("B:0")}<p>After it all comes this last line.</p></main>` +
        `<div hidden id="S:0">${PROSE}${place("B:1")}</div>${moves('$RC("B:0","S:0")')}` +
        `<div hidden id="S:1"><h2>Yields</h2><div><template id="P:2"></template></div></div>` +
        `<div hidden id="S:2"><p>Six tonnes to the hectare, all told.</p></div>` +
        moves('$RS("S:2","P:2")', '$RC("B:1","S:1")') +
        `<div hidden id="basket"><p>There is nothing in your basket yet.</p></div>`,
    ),
    says: ["luck.\n\nYields\n\nSix tonnes to the hectare, all told.\n\nAfter it all"],
    omits: ["Loading", "basket"],
  },
  "a streamed part whose place is in itself": {
    html: page(`<main>${PROSE}</main><div hidden id="S:0">${place("B:0")}</div>${moves('$RC("B:0","S:0")')}`),
    says: ["luck"],
  },
  "a streamed part that is moved many times": {
    html: page(
      `<main>${PROSE}${place("B:0")}</main><div hidden id="S:0"><p>It is moved but once.</p></div>${moves(...Array<string>(100).fill('$RC("B:0","S:0")'))}`,
    ),
    says: ["luck.\n\nIt is moved but once."],
  },
  "a page within custom elements": {
    html: page(
      `<my-app><template shadowrootmode="open"><nav><a href=/>Home</a></nav><slot></slot></template><h1>Rye</h1>` +
        `<my-text><template shadowrootmode="open">${PROSE}<slot name="end"></slot><my-fact><template shadowrootmode="closed"><p>Six tonnes to the hectare.</p></template></my-fact></template><p slot="end">This stands in a place of its own.</p><p>There is no slot for this one.</p></my-text></my-app>`,
    ),
    says: ["luck.\n\nThis stands in a place of its own.\n\nSix tonnes to the hectare."],
    omits: ["no slot"],
    page: { title: "Rye" },
  },
  "a slot that nothing is meant for": {
    html: page(
      `<main><h1>Rye</h1><my-text><template shadowrootmode=open>${PROSE}<slot name=x><p>It says this of itself.</p></slot></template></my-text></main>`,
    ),
    says: ["It says this of itself."],
  },
  "a template that nothing shows": {
    html: page(`<main>${PROSE}<template><p>A row that a script would fill.</p></template></main>`),
    omits: ["A row"],
  },
  "empty elements of XHTML": {
    html: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title><script src="a.js" /></head><body><a name="top" /><h1>Rye</h1><div class="gap" />${PROSE}</body></html>`,
    contentType: "application/xhtml+xml; charset=utf-8",
    says: ["luck"],
    page: { title: "Rye" },
  },
  "the text of a shell in the data for its scripts, as blocks": {
    html: shell({
      menu: { hint: DICTIONARY },
      story: { blocks: [{ text: "How it was" }, ...LINES.map((text) => ({ text }))] },
    }),
    says: ["How it was", ...LINES],
    omits: [DICTIONARY],
    page: { title: "Rye" },
  },
  "the text of a shell in the data for its scripts, as markup": {
    html: shell({ post: { html: `${PROSE}<p hidden>Not shown</p><script>no()</script>` }, hint: DICTIONARY }),
    says: LINES,
    omits: [DICTIONARY, "Not shown", "no()"],
  },
};
