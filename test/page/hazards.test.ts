/** Hostile and broken HTML: whatever comes, a page is read, in bounded time. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { cpuMs } from "../../bench/extract/readings.ts";
import { type Page, PageFields } from "../../src/page/fields.ts";
import { readPage } from "../../src/page/read.ts";
import { faultFinder } from "../../src/runtime/schema.ts";
import { Type } from "../../src/runtime/actor.ts";
import { IS_LONG, playCount } from "../support/long.ts";
import { brokenHtml } from "./broken-html.ts";

/** The long form tries as many as acceptance does. */
const FRAGMENTS = playCount("FRAGMENTS", { short: 400, long: 8_000 });
/** Machines of continuous integration are slow and shared; the bench measures. */
const PATIENCE = 8;
const MAX_BODY = 5 * 1024 * 1024;

const Injections = Type.Array(
  Type.Object({
    name: Type.String(),
    html: Type.String(),
    why: Type.String(),
    output_must_not_contain: Type.Array(Type.String()),
  }),
);

const faultOf = faultFinder(Type.Object(PageFields));

function read(html: string, contentType = "text/html"): Page {
  const page = readPage({ bytes: Buffer.from(html.slice(0, MAX_BODY)), contentType, url: "https://example.org/a/b" });
  expect(faultOf(page)).toBeUndefined();
  return page;
}

test(`${FRAGMENTS} broken fragments are each read as something`, () => {
  fc.assert(
    fc.property(
      brokenHtml(),
      fc.constantFrom("text/html", "application/xhtml+xml", "application/xml"),
      (html, type) => {
        const { text, links } = read(html, type);
        // oxlint-disable-next-line no-control-regex -- none of them may be left
        expect(text).not.toMatch(/[\u0000-\u0008\u200b\u202e]/);
        for (const { url } of links) expect(url).toMatch(/^https?:\/\//);
      },
    ),
    { numRuns: FRAGMENTS },
  );
}, 600_000);

/** A quarter of a page and of its time shows as well what grows faster than the page does. */
const SHARE = IS_LONG ? 1 : 4;
const FULL_MS = 1500 / SHARE;

function filled(part: string): string {
  return part.repeat(Math.floor((MAX_BODY - 100) / SHARE / part.length));
}

const LINE = "It was a good year for rye, and a bad one for those who bought it.";

const CLASSES = Array.from({ length: 4_000 }, (_, number) => `c${number}`);

function shell(data: string): string {
  return `<script type=application/json>${data}</script>`;
}

describe("a page is read in bounded time", () => {
  test.each<[string, string, number]>([
    ["100,000 nested divs", `${"<div>".repeat(100_000)}x${"</div>".repeat(100_000)}`, 300],
    ["20,000 nested divs that are never closed", `${"<div>".repeat(20_000)}x`, 300],
    ["a million open formatting elements", "<b>".repeat(1_000_000), 1000],
    ["nested tables", filled("<table><tr><td>"), FULL_MS],
    ["paragraphs", filled("<p>A sentence of some words.</p>"), FULL_MS],
    ["list entries", `<ul>${filled("<li>entry")}`, FULL_MS],
    ["links", filled("<a href=/x>y</a>"), FULL_MS],
    ["loose links between headings", `<div><h1>x</h1>${filled("<h2>a</h2><a href=/x>y</a>")}`, FULL_MS],
    ["links to headings", `<h2 id=x>a</h2><h2>b</h2><div>${filled("<p><a href=#x>a</a><a href=#x>a</a>")}`, FULL_MS],
    ["links around boxes", filled("<a href=/x><div>y</div></a>"), FULL_MS],
    ["comments between the posts", filled(`<div class=comments>${LINE}</div><p>${LINE}</p>`), FULL_MS],
    ["icons with labels", filled("<i role=img aria-label=x></i>"), FULL_MS],
    ["data with markup in every string", shell(`[${filled('"<p> x",')}""]`), FULL_MS],
    ["data of many sentences", shell(`[${filled(`"${LINE}",`)}""]`), FULL_MS],
    ["data within data", shell("[".repeat(2_000_000)), FULL_MS],
    ["signs that begin no tag", filled("<"), FULL_MS],
    ["entities", filled("&amp;"), FULL_MS],
    ["line breaks", filled("x<br>"), FULL_MS],
    ["headings without a text", filled("<h2>Head</h2>"), FULL_MS],
    ["attributes", `<p ${filled("a=b c ")}>x`, FULL_MS],
    ["names of classes", `<p class='${filled("comment ")}'>x`, FULL_MS],
    ["buttons in a heading", `<h2>${"<button>x</button>".repeat(24_000)}</h2>`, 100],
    [
      "rules that show what is hidden",
      `<style>.x{opacity:0}${".y .x{opacity:1}".repeat(9_000)}</style>${"<p class=x>y".repeat(10_000)}`,
      300,
    ],
    [
      "rules that hide and show by turns",
      `<style>${".x{display:none}.y .x{display:block}".repeat(5_000)}</style>${"<p class=x>y".repeat(10_000)}`,
      300,
    ],
    [
      "elements of very many classes",
      `<style>${CLASSES.map((name) => `.${name}{opacity:0}.y .${name}{opacity:1}`).join("")}</style>${`<p class="${CLASSES.join(" ")}">y`.repeat(20)}`,
      300,
    ],
    [
      "rules that size letters",
      `<style>.x{font-size:0}${".y .z{font-size:9px}".repeat(9_000)}</style><p class=x>${"<i class=z>y</i>".repeat(10_000)}`,
      300,
    ],
    ["a style sheet", `<style>${filled(".a{")}</style>x`, FULL_MS],
    ["a title", `<title>${filled("x | ")}</title>x`, FULL_MS],
    ["meta elements", filled("<meta name=a content=b>"), FULL_MS],
    ["linked data", `<script type=application/ld+json>[${filled('{"@type":"X"},')}`, FULL_MS],
    ["a comment that never ends", `<!--${filled("x-")}`, FULL_MS],
    [
      "parts within parts that are declared",
      "<x-y><template shadowrootmode=open><slot></slot></template>".repeat(20_000),
      FULL_MS,
    ],
    [
      "a streamed part that is moved without end",
      `<template id="B:0"></template><div hidden id="S:0">x</div><script>${filled('$RC("B:0","S:0");')}</script>`,
      FULL_MS,
    ],
    ["formulas within formulas", filled("<math><msqrt>"), FULL_MS],
    ["quotations within quotations", filled("<q>"), FULL_MS],
    ["offers to subscribe", "<div><p>Already a subscriber? <a href=/x>x</a></p><p>tiny".repeat(10_000), FULL_MS],
    ["blanks", filled(" \n"), FULL_MS],
    // Few enough that a fault is slow and not endless.
    ["blanks in a verbatim block", `<pre>a${" \n".repeat(20_000)}b</pre>`, 200],
    ["blanks in pieces of a verbatim block", `<pre>a${" \n<b></b>".repeat(4_000)}b</pre>`, 200],
    ["blanks at the end of a verbatim block", `<p>a</p><pre>a${"\t\n".repeat(20_000)}</pre>`, 200],
  ])("%s", (_what, html, budgetMs) => {
    const started = process.cpuUsage();
    JSON.stringify(read(html));
    expect(cpuMs(started)).toBeLessThan(PATIENCE * budgetMs);
  });

  test("and so are two million backticks of JSON", () => {
    expect(read(`"${"` ".repeat(2_000_000)}"`, "application/json").markdown).toEndWith('` "\n```');
  });

  test("and what stands below 100,000 open elements is read", () => {
    expect(read(`${"<div>".repeat(100_000)}x${"</div>".repeat(100_000)}<p>y</p>`).text).toBe("x\n\ny");
  });
});

const INJECTIONS = new URL("../../../shared/corpora/injection.json", import.meta.url);
const areHere = existsSync(INJECTIONS);
/** Of the rows, those whose words no reader of the page would see. */
const UNSEEN = /^(?:hidden|dropped|alt is|.*invisible|strip )/;

describe.skipIf(!areHere)(`planted words${areHere ? "" : " (the corpus is not beside the project)"}`, () => {
  const rows = areHere ? Value.Parse(Injections, JSON.parse(readFileSync(INJECTIONS, "utf8"))) : [];
  test.each(rows.filter(({ why }) => UNSEEN.test(why)).map((row) => [row.name, row] as const))(
    "that are not shown do not come out: %s",
    (_name, { html, output_must_not_contain: planted }) => {
      const { text } = read(html);
      expect(text).toContain("Bread sales rose");
      for (const words of planted) expect(text).not.toContain(words);
    },
  );
});
