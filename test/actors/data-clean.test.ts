import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createCleaner } from "../../actors/data-clean/clean-value.ts";
import clean from "../../actors/data-clean/index.ts";
import convert from "../../actors/data-convert/index.ts";
import { plain, runLocally } from "../support/local-actor.ts";

const cleaned = async (items: readonly unknown[]) => plain((await runLocally(clean, { items })).items);
/** What becomes of one value; `undefined` when nothing is left of it. */
const value = async (sent: unknown) => {
  const [item] = (await cleaned([{ it: sent }])) as { it: unknown }[];
  return item?.it;
};

describe("data-clean takes out of text", () => {
  const CASES: [what: string, sent: string, left: string | undefined][] = [
    ["tags", "<b>Hello</b> <i class='x > y'>wor</i>ld", "Hello world"],
    ["blocks and breaks as line ends", "<p>a</p><p>b<br/>c</p>", "a\n\nb\nc"],
    ["scripts and styles with their content", "a<script>if (1 < 2) x()</script ><STYLE>p{}</STYLE>b", "ab"],
    [
      "comments, instructions, doctypes, CDATA marks",
      "<!DOCTYPE html><!-- x > y --><?php 1 > 0 ?><![CDATA[a < b]]>",
      "a < b",
    ],
    ["entities, however often escaped", "R&amp;D &eacute; &#x41; &amp;amp;amp; &nbsp;x", "R&D é A & x"],
    ["markup around what was escaped", "<p>Use the &lt;table&gt; element</p>", "Use the <table> element"],
    [
      "the indentation of markup, not that of its code",
      "<ul>\n  <li>a</ul><pre>if b:\n    c</pre>",
      "a\n\nif b:\n    c",
    ],
    [
      "the blanks that begin a line of markup, and a first cell",
      "<table><tr><td>a</td><td>b</td></tr><tr>\n  <td> c</td></tr></table><p> d<br> e<br>\tf</p><svg><g>g</g></svg>",
      "a b\n\nc\n\nd\ne\nf\n\ng",
    ],
    ["the blanks of markup, not those of its code", "<p> a</p><pre>\n b<br>  c\n</pre>", "a\n\n b\n  c"],
    ["tags hidden by characters that cannot be seen", "<scr\u200bipt>alert(1)</script>hi", "hi"],
    ["what tags leave behind when they are taken out", "&<b></b>lt;i&gt;x", "&lt;i&gt;x"],
    ["control, zero-width and direction characters", "a\0\u0007\u200b\u00ad\u202eb\ufeff\u2066\u{e0041}", "ab"],
    ["joiners that join nothing", "pay\u200dpal", "paypal"],
    ["odd white space", "\u00a0a \t\u2003b\r\n\n\n\nc\u2028d ", "a b\n\nc\nd"],
    ["decomposed letters", "e\u0301", "é"],
    ["everything, when there was nothing else", " <p>&nbsp;</p>\u200b", undefined],
  ];
  test.each(CASES)("%s", async (_what, sent, left) => {
    expect(await value(sent)).toBe(left);
  });
});

describe("data-clean leaves alone", () => {
  const KEPT = [
    "a < b and c > d",
    "if a<b and c>d",
    "1<2 & 3>2",
    "Map<String, List<Integer>> names",
    "std::vector<int> sizes; #include <stdio.h>",
    "price <placeholder>, <your name>",
    "the <table> element",
    "&lt;b&gt;escaped twice&lt;/b&gt;",
    "def f():\n    return 1\n\tdone",
    "  if a:\n    b",
    "<ann@example.com>",
    "<https://example.com/?a=b>",
    "I <3 you",
    "x <!-- never closed",
    "?a=1&copy=2&lt=3",
    "👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 می‌خواهم",
    "007",
    "1.0",
    "+5",
    "1e5",
    "0x1F",
    "-0",
    "12345678901234567890",
    "0.1000",
    "TRUE",
    "null",
    "01/02/2024",
    "2024-02-30",
    "2024-13-01",
    "Mon, 05 Jan 2024 10:00:00 GMT",
    "31 Sep 2024",
  ];
  test.each(KEPT)("%j", async (text) => {
    expect(await value(text)).toBe(text);
  });
});

describe("data-clean types", () => {
  const CASES: [sent: string, typed: unknown][] = [
    ["42", 42],
    [" -1.5 ", -1.5],
    ["0", 0],
    ["9007199254740991", 9007199254740991],
    ["true", true],
    ["false", false],
    ["2024/01/05", "2024-01-05"],
    ["2024-01-05 10:20:30.5 +01:00", "2024-01-05T10:20:30.5+01:00"],
    ["2024-02-29T10:20:30Z", "2024-02-29T10:20:30Z"],
    ["Fri, 05 Jan 2024 10:00:00 GMT", "2024-01-05T10:00:00Z"],
    ["5 Jan 2024 10:00:00 -0700", "2024-01-05T10:00:00-07:00"],
    ["2024-01-05T10:00:00+0530", "2024-01-05T10:00:00+05:30"],
    ["2024-01-05 10:00:00 -0700", "2024-01-05T10:00:00-07:00"],
    ["2024-01-05T10:00:00 +9959", "2024-01-05T10:00:00 +9959"],
    ["5 Jan 2024 10:00:00 +0075", "5 Jan 2024 10:00:00 +0075"],
    ["January 5, 2024", "2024-01-05"],
  ];
  test.each(CASES)("%j", async (sent, typed) => {
    expect(await value(sent)).toBe(typed as string);
  });
});

describe("data-clean types by column", () => {
  const CASES: [sent: unknown[], typed: unknown[], type: string, why: string][] = [
    [["01067", "10115"], ["01067", "10115"], "text", '"01067" would lose'],
    [["1.9", "1.10"], ["1.9", "1.10"], "text", '"1.10" would lose'],
    [["1", "12345678901234567890"], ["1", "12345678901234567890"], "text", '"12345678901234567890" would lose'],
    [["0", "-0"], ["0", "-0"], "text", '"-0" would lose'],
    [["7", "n/a", 8], ["7", "n/a", 8], "text", '"n/a" is no number'],
    [["7", 8], [7, 8], "number", "The text is a number"],
    [["true", "yes"], ["true", "yes"], "text", '"yes" is no boolean'],
    [["1", true], ["1", true], "text", "another type: boolean"],
    [["5 Jan 2024", "2024/01/06"], ["2024-01-05", "2024-01-06"], "date", "All 2 texts are a date"],
    [["5 Jan 2024", "01/02/2024"], ["5 Jan 2024", "01/02/2024"], "text", '"01/02/2024" is no date'],
  ];
  test.each(CASES)("%j", async (sent, typed, type, why) => {
    for (const wrap of [(it: unknown) => ({ a: { it } }), (it: unknown) => ({ a: { it: [it] } })]) {
      const said = await runLocally(clean, { items: sent.map((it, row) => ({ row, ...wrap(it) })) });
      expect(plain(said.items)).toEqual(typed.map((it, row) => ({ row, ...wrap(it) })));
      expect(JSON.stringify(said.report?.["columns"])).toContain(`"type":"${type}"`);
      expect(JSON.stringify(said.report?.["columns"]).replaceAll('\\"', '"')).toContain(why);
    }
  });

  test("so that writing the values again gives the texts that were sent", async () => {
    const number = fc
      .oneof(fc.integer(), fc.double({ noNaN: true }), fc.constantFrom("01", "1.10", "-0", "n/a"))
      .map(String);
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1 }), async (texts) => {
        const { items } = await runLocally(clean, { items: texts.map((text, row) => ({ row, text })) });
        const values = items.map((item) => item["text"]);
        expect(values.map(String)).toEqual(texts);
        expect(new Set(values.map((value) => typeof value)).size).toBe(1);
      }),
    );
  });
});

describe("data-clean tidies rows:", () => {
  test("nulls and all that is empty go, at every depth; 0 and false stay", async () => {
    const rows = [
      { a: null, b: "", c: [null, { d: " " }, [], 0], e: { f: {} }, g: false },
      null,
      "",
      [],
      {},
      "x",
      [1, null],
    ];
    expect(await cleaned(rows)).toEqual([{ c: [0], g: false }, { value: "x" }, { value: [1] }]);
  });

  test("names become snake_case, and none is lost", async () => {
    const row = {
      "First Name": 1,
      first_name: 2,
      firstName: 3,
      HTTPServer: 4,
      _id: 5,
      "<b>Größe</b>": 6,
      "": 7,
      "!": 8,
    };
    expect(await cleaned([row])).toEqual([
      { first_name_2: 1, first_name: 2, first_name_3: 3, http_server: 4, _id: 5, größe: 6, field: 7, field_2: 8 },
    ]);
  });

  test("names of prototypes are names like any others", async () => {
    const row: unknown = JSON.parse('{"__proto__":{"polluted":1},"constructor":"x","toString":2}');
    expect(JSON.stringify(await cleaned([row]))).toBe('[{"_proto":{"polluted":1},"constructor":"x","to_string":2}]');
    expect("polluted" in {}).toBe(false);
  });

  test("of equal rows the first stays where it was", async () => {
    const said = await runLocally(clean, {
      items: [{ n: "Bob" }, { n: "Ann", a: 1 }, { A: "1", n: " <b>Ann</b>" }, { n: "Cy" }, { n: "Bob" }],
    });
    expect(plain(said.items)).toEqual([{ n: "Bob" }, { n: "Ann", a: 1 }, { n: "Cy" }]);
    expect(said.report).toMatchObject({
      items_in: 5,
      items_out: 3,
      exact_duplicates_removed: 2,
      near_duplicates_kept: 0,
      markup_removed: 1,
      values_typed: 1,
      keys_renamed: 1,
    });
  });

  test("rows that differ in case, width or spaces alone are other rows, and are counted", async () => {
    const rows = ["dQw4w9WgXcQ", "dqw4w9wgxcq", "ｄQw4w9WgXcQ", "dQw4w9 WgXcQ", "x"].map((id) => ({ id }));
    const said = await runLocally(clean, { items: rows });
    expect(plain(said.items)).toEqual(rows);
    expect(said.report).toMatchObject({ exact_duplicates_removed: 0, near_duplicates_kept: 3 });
  });

  test("the same of many rows as of few, however far apart equal ones stand", async () => {
    // Far more text than is kept as it is.
    const rows = Array.from({ length: 3000 }, (_, index) => ({ note: `Row ${index} of many, with a few words` }));
    const louder = rows.map(({ note }) => ({ note: note.toUpperCase() }));
    const said = await runLocally(clean, { items: [...rows, ...louder, ...rows] });
    expect(plain(said.items)).toEqual([...rows, ...louder]);
    expect(said.report).toMatchObject({ exact_duplicates_removed: 3000, near_duplicates_kept: 3000 });
  });

  test("rows of data-convert are compared without its bookkeeping", async () => {
    const { items } = await runLocally(convert, { payload: "a\n1\n1" });
    const said = await runLocally(clean, { items });
    expect(said.items).toMatchObject([{ a: 1, _genius: { index: 0, source: "data-clean" } }]);
    expect(said.items).toHaveLength(1);
  });

  test("what it was given is not changed", async () => {
    const items = [{ "A B": [" x ", null] }];
    await runLocally(clean, { items });
    expect(items).toEqual([{ "A B": [" x ", null] }]);
  });
});

describe("data-clean splits text", () => {
  test("at its paragraphs, after the rows", async () => {
    const text = "<h1>Tea &amp; cake</h1><p>At <i>five</i>,<br>or 6.</p>\n\n\n<script>x</script>42";
    const said = await runLocally(clean, { items: ["row"], text });
    expect(plain(said.items)).toEqual([
      { value: "row" },
      { text: "Tea & cake" },
      { text: "At five,\nor 6." },
      { text: "42" },
    ]);
  });

  test("into nothing when there is none", async () => {
    expect((await runLocally(clean, { text: " <p> </p> " })).items).toEqual([]);
    expect((await runLocally(clean, { items: [] })).items).toEqual([]);
  });
});

describe("data-clean refuses", () => {
  test("to run on nothing, and names both inputs", async () => {
    const error = await runLocally(clean, {}).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "invalid_input",
      details: { issues: [{ pointer: "/items" }, { pointer: "/text" }] },
    });
  });

  test("rows nested beyond 200 levels", async () => {
    const items: unknown = JSON.parse("[".repeat(5000) + "]".repeat(5000));
    expect(await runLocally(clean, { items }).catch((thrown: unknown) => thrown)).toMatchObject({ code: "too_deep" });
  });
});

describe("data-clean, whatever it is given,", () => {
  const pieces = fc.constantFrom(
    ..."<>/&;=\"' -!?_\n\t.:,0157aBé\0\u200b\u200d\u0301\u0338\ud800\u2028",
    ..."b script p style amp; lt; gt; #38; #60; &amp; <!-- --> <![CDATA[ ]]> true Jan 2024 ǅ İ 𝐀 ﬁ 👩 م".split(" "),
    "\u{e0041}",
  );
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join("")),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      hostile,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(null, true, "_genius", "007"),
      fc.array(tie("tree")),
      fc.dictionary(fc.oneof(hostile, fc.constantFrom("__proto__", "constructor", "_genius")), tie("tree")),
    ),
  }));

  test("changes nothing when it cleans what it has cleaned", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree), async (items) => {
        const once = await runLocally(clean, { items });
        const twice = await runLocally(clean, { items: once.items });
        expect(plain(twice.items)).toEqual(plain(once.items) as unknown[]);
      }),
      { numRuns: 500 },
    );
  });

  test("gives clean text the same paragraphs again", async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const once = plain((await runLocally(clean, { text })).items) as { text: string }[];
        const again = await runLocally(clean, { text: once.map((item) => item.text).join("\n\n") });
        expect(plain(again.items)).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  test("answers in time to text that was built to hold it up", async () => {
    const UNITS = [
      "<a ",
      "<a='>'",
      "='<b '",
      "<b='<c=\"",
      "<<b>b>",
      "&amp;",
      "<script>",
      "<script></script",
      "<!--",
      "<?a",
      "<![CDATA[",
    ];
    for (const unit of UNITS) {
      const started = performance.now();
      await runLocally(clean, { items: [unit.repeat(1_000_000 / unit.length)] });
      expect(`${unit}: ${performance.now() - started < 2000}`).toBe(`${unit}: true`);
    }
  });
});

test("data-clean cleans a long text as it cleans a part of it, wherever it is cut", () => {
  const piece = fc.constantFrom(
    ..."a 1 < > & é € \u0301 \u200b \u200d 한 \u1161 字 👩 \u{e0067} \x85 \u00a0".split(" "),
    ..." |  |\t|\n|\n \n|\r\n|\u2028|<b>x</b>|<p>q|<br>|&amp;lt;|&#8203;|&nbsp;|List<int>|<!-- c -->|<pre>\n  c\n</pre>|\n\n\n".split(
      "|",
    ),
  );
  const cleanedText = (text: string) => createCleaner().text(text);
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.nat({ max: 30 }), (pieces, before) => {
      // A word at both ends keeps the units apart; two of them show what each is beside another.
      const unit = `w${pieces.join("")}w `;
      const [one, two] = [cleanedText(`${unit}${unit}w`), cleanedText(`${unit}${unit}${unit}w`)];
      fc.pre(two.length > one.length && two.startsWith(one.slice(0, -1)));
      const grown = two.slice(one.length - 1, -1);
      const times = Math.ceil(80_000 / unit.length);
      const [start, end] = [one.slice(0, one.length - 1), "w"];
      const long = cleanedText(`${"v".repeat(before)}${unit.repeat(times)}w`);
      expect(long === `${"v".repeat(before)}${start}${grown.repeat(times - 2)}${end}`).toBe(true);
    }),
    { numRuns: 10 },
  );
});
