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
const scripted = (...scripts: readonly string[]): string =>
  page(`<div id=app></div>${scripts.map((script) => `<script>${script}</script>`).join("")}`, "<title>Rye</title>");
const STATE = { hint: { text: DICTIONARY }, story: [{ text: "How it was" }, ...LINES.map((text) => ({ text }))] };
const pushed = (...pieces: readonly string[]): string =>
  scripted(...pieces.map((piece) => `self.__next_f.push([1,${JSON.stringify(piece)}])`));
const react = (tag: string, props: object): unknown[] => ["$", tag, null, props];

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
  "the text of a shell in a variable of a script": {
    html: scripted(
      "(function(){var a={b:function(){return '}'}}})()",
      `window.__STATE__ = ${JSON.stringify(STATE).replace('"hint"', '"user":undefined,"hint"')};window.__BUILD__="7";`,
    ),
    says: ["How it was", ...LINES],
    omits: [DICTIONARY],
  },
  "the text of a shell in a string that a script parses": {
    html: scripted(`window["state"]=JSON.parse(${JSON.stringify(JSON.stringify(STATE))})`),
    says: ["How it was", ...LINES],
    omits: [DICTIONARY],
  },
  "the text of a shell in a string between single quotes": {
    html: scripted(
      `window.state = JSON.parse('${JSON.stringify({ html: PROSE.replaceAll("spring", "miller's spring") })
        .replaceAll("\\", "\\\\")
        .replaceAll("'", "\\'")
        .replaceAll("<", "\\x3C")}');`,
    ),
    says: ["miller's spring", "luck"],
  },
  "the text of a shell in what is sent for server components": {
    html: pushed(
      `0:${JSON.stringify(react("$L1", { children: react("main", { children: ["$L4", "$5", react("p", { children: ["Six ", react("b", { children: 7 }), " tonnes."] })] }) }))}\n1:I[7,[],""]\n4:${JSON.stringify(react("h2", { children: "How it was" }))}\n5:${JSON.stringify(LINES.map((children) => react("p", { children }))).slice(0, 80)}`,
      `${JSON.stringify(LINES.map((children) => react("p", { children }))).slice(80)}\n`,
    ),
    says: [`How it was\n\n${LINES.join("\n\n")}\n\nSix 7 tonnes.`],
  },
  "the text of a shell in rows of text, which have no ends of their own": {
    html: pushed(
      `2:T${Buffer.byteLength(`Größe\n${PROSE}`).toString(16)},Größe\n${PROSE}3:${JSON.stringify(react("$L1", { html: "$2" }))}\n`,
    ),
    says: LINES,
  },
  "rows of a shell that stand in each other": {
    html: pushed(`1:${JSON.stringify(["$2", "$2"])}\n2:${JSON.stringify(["$1", "$1", PROSE])}\n`),
    says: LINES,
  },
  "the text of a shell in an attribute": {
    html: page(
      `<div id=app data-page='${JSON.stringify({ component: "Story", props: STATE })}'></div><script src=/app.js></script>`,
    ),
    says: ["How it was", ...LINES],
  },
  "the text of a shell in a script that puts no blanks between words": {
    html: scripted(
      `window.state=${JSON.stringify({ story: Array.from({ length: 9 }, (_, year) => `二〇二${year}年の収穫は前の年よりも少し多く、町の人々は喜んで新しい粉を挽いた。`) })}`,
    ),
    says: ["二〇二8年の収穫は"],
  },
};
