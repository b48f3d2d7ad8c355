import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { safeHtml } from "../../src/feed/safe-html.ts";

const BASE = "https://base.example/dir/";
const SHARDS = fc.constantFrom(
  ..."< > </ /> \" ' = & ; <!-- --> <![CDATA[ ]]> script style svg math iframe img a p b table td title textarea xmp noscript template src= href= onerror= javascript: data: &#106; &colon; \n \t \0 https://e.example/ x".split(
    " ",
  ),
);

describe("safeHtml()", () => {
  test.each([
    ["<a href='&#106;avascript:alert(1)'>x</a>", "<a>x</a>"],
    ["<a href='java\tscript:alert(1)'>x</a>", "<a>x</a>"],
    ["<a href='\u0001javascript:alert(1)'>x</a>", "<a>x</a>"],
    ["<img src=x onerror=alert(1)>", '<img src="https://base.example/dir/x">'],
    ["<img/src='x'/onerror=alert(1)>", '<img src="https://base.example/dir/x">'],
    [
      "<img src='x' title='\"><script>y</script>'>",
      '<img src="https://base.example/dir/x" title="&quot;&gt;&lt;script&gt;y&lt;/script&gt;">',
    ],
    ["<svg><p><style><img src=x onerror=y></style>", "<svg><p></p></svg>"],
    ["<noscript><p title='</noscript><img src=x onerror=y>'></noscript>z", "z"],
    ["<textarea><script>x</script></textarea>z", "z"],
    ["<scr<script>ipt>alert(1)</scr</script>ipt>", "ipt&gt;alert(1)ipt&gt;"],
    ["<ScRiPt>x</sCrIpT>y", "y"],
    ["<b>x</b", "<b>x</b>"],
    ["<table><tr><td>x", "<table><tr><td>x</td></tr></table>"],
    [
      "<a href='#top'>x</a><a href='mailto:a@b.example'>y</a>",
      '<a href="#top">x</a><a href="mailto:a@b.example">y</a>',
    ],
    ["a &lt; b &amp; c &nbsp;", "a &lt; b &amp; c &nbsp;"],
    [
      "<video src='v.mp4' autoplay controls></video>",
      '<video src="https://base.example/dir/v.mp4" controls=""></video>',
    ],
  ])("%j becomes %j", (html, safe) => {
    expect(safeHtml(html, BASE)).toBe(safe);
  });

  test("is safe, whatever it is given, and changes nothing when given what it gave", () => {
    fc.assert(
      fc.property(fc.array(SHARDS, { maxLength: 30 }), (shards) => {
        const safe = safeHtml(shards.join(""), BASE);
        expect(faultIn(safe)).toBeUndefined();
        expect(safeHtml(safe, BASE)).toBe(safe);
      }),
      { numRuns: 3000 },
    );
  });

  test("cuts off what nests deeper than writing does, and closes the rest", () => {
    const safe = safeHtml(`x${"<div>".repeat(100_000)}`, BASE);
    expect(safe.split("<div>")).toHaveLength(201);
    expect(safe.split("</div>")).toHaveLength(201);
  });
});

/** What a browser could be harmed by. */
function faultIn(html: string): string | undefined {
  let fault: string | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (/script|style|math|iframe|textarea|xmp|noscript|template/.test(name)) fault = name;
      for (const [attribute, value] of Object.entries(attributes)) {
        const isHarmless = !/^on|^style$/.test(attribute);
        const isAddress = attribute === "href" || attribute === "src";
        if (!isHarmless || (isAddress && !/^(?:https?:|mailto:|#)/.test(value))) fault = `${attribute}=${value}`;
      }
    },
  });
  parser.end(html);
  return fault;
}

describe("drawings in a text", () => {
  const CASES: [what: string, html: string, safe: string][] = [
    [
      "stay whole, and so does what comes after",
      '<p>a<svg viewBox="0 0 1 1"><path d="M0 1" stroke-width="2"/></svg>b</p><p>c</p>',
      '<p>a<svg viewBox="0 0 1 1"><path d="M0 1" stroke-width="2"></path></svg>b</p><p>c</p>',
    ],
    [
      "end nothing where they are empty",
      "<svg><title/><style/><script/><circle r='1'/></svg>b",
      '<svg><circle r="1"></circle></svg>b',
    ],
    [
      "run nothing",
      "<svg onload='x()'><script>x()</script><animate onbegin='x()'/><a href='javascript:x()'><rect x='1'/></a></svg>",
      '<svg><a><rect x="1"></rect></a></svg>',
    ],
    [
      "refer to their own parts only, by names that are nobody else's",
      "<svg><g id='a' fill='url(#b)' stroke='url(https://example.org/x)' mask='\\75rl(//e)'/><use href='//e'/></svg>",
      '<svg><g fill="url(#svg-b)" id="svg-a"></g></svg>',
    ],
    ["are no excuse for their elements outside", "<path d='M0'/><g>x</g>", "x"],
  ];
  test.each(CASES)("%s", (_what, html, safe) => {
    expect(safeHtml(html, "https://example.org/")).toBe(safe);
  });
});
