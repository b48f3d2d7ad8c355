/** What strangers write runs nothing and hides nothing, and reads as before otherwise. */
import { describe, expect, test } from "bun:test";
import { inertDocument, inertText } from "../../src/text/inert.ts";

describe("a text that would run something leads nowhere", () => {
  test.each([
    ["[x](javascript:alert(1))"],
    ["[x]( <javascript:alert(1)>)"],
    ["![x](data:text/html;base64,PHNjcmlwdD4=)"],
    ["[x](JaVaScRiPt:alert)"],
    ["[x](java&#115;cript:alert)"],
    ["[x](&#x6a;avascript&colon;alert)"],
    ["[x](java\tscript:alert)"],
    ["[x](vbscript:msgbox)"],
    ["see <javascript:alert(1)>"],
    ["text\n[ref]: javascript:alert(1)\n"],
    ["> [ref]: data:text/html,x"],
    ["<a href=javascript:alert(1)>x</a>"],
    ["<a href='java\nscript:alert(1)'>x</a>"],
    ['<A HREF="&#106;avascript:alert(1)">x</A>'],
    ["<img src=x onerror=alert(1)>"],
    ["<img/onload=alert(1) src=x>"],
    ["<script>alert(1)</script>"],
    ["<svg><a xlink:href='javascript:alert(1)'>x</a></svg>"],
    ["<iframe src='https://x.dev'>"],
    ["<form action=javascript:alert(1)><button formaction=javascript:alert(2)>"],
    ["javascript:alert(1)"],
  ])("%s", (text) => {
    const inert = inertText(text);
    const read = inert.replace(/[\s]/g, "");
    expect(read).not.toMatch(/script:\S|data:text|onerror|onload|<(?:script|svg|iframe|form)/i);
    expect(inert).not.toMatch(/&#(?:115|106|x6a)/i);
    expect(inertText(inert)).toBe(inert);
  });
});

test("what shows nothing is taken out: directions, widths of zero, tags", () => {
  expect(inertText("ab\u202ec\u2066d\u200be\ufefff\u{E0041}\u{E007F}")).toBe("abcdef");
});

test.each([
  "See [the guide](https://x.dev/a?b=c&d=e#f), <https://x.dev> and [mail](mailto:a@x.dev).",
  '<p>Uses <code>a &lt; b</code> and <a href="https://x.dev">links</a>.</p>',
  "In JavaScript: call `f(x)`; the data: a list. Send data:image/png;base64,… as text.",
  "Überschrift — 日本語, naïve, e\u0301, 👍",
  "| a | b |\n|---|---|\n| [1](#one) | <br/> |",
])("%s stays as it is", (text) => {
  expect(inertText(text)).toBe(text);
});

test("values that a call is made of lose only what is not seen", () => {
  const schema = { enum: ["javascript:x", "a\u200bb"], default: "[x](data:,1)", description: "[x](data:,1)" };
  expect(inertDocument({ properties: { name: schema } })).toEqual({
    properties: { name: { enum: ["javascript:x", "ab"], default: "[x](data:,1)", description: "[x](about:blank)" } },
  });
});
