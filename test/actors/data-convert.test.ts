import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import convert from "../../actors/data-convert/index.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { plain, runLocally } from "../support/local-actor.ts";

const read = async (payload: string, from = "auto") => plain((await runLocally(convert, { payload, from })).items);
const write = async (rows: unknown) => {
  const { items } = await runLocally(convert, { payload: JSON.stringify(rows), to: "csv" });
  return (items[0] as { csv: string }).csv;
};
/** "code: first issue" of the refusal. */
const refusal = async (payload: string, from = "auto", to = "json") => {
  const error = await runLocally(convert, { payload, from, to }).catch((thrown: unknown) => thrown);
  if (!(error instanceof HubError)) throw new Error("was not refused", { cause: error });
  const [issue] = error.details.issues ?? [];
  return issue === undefined ? error.code : `${error.code} ${issue.pointer} ${issue.detail}`;
};

describe("data-convert detects", () => {
  const CASES: [name: string, payload: string, format: string, items: unknown][] = [
    ["a JSON array", '[{"a":1},2]', "json", [{ a: 1 }, { value: 2 }]],
    ["a JSON object, which is one item", '{"id":1,"items":[{"a":1}]}', "json", [{ id: 1, items: [{ a: 1 }] }]],
    ["the list in an envelope", '{"count":1,"data":[{"a":1}]}', "json", [{ a: 1 }]],
    ["lists under a header", '[["a","b"],[1,"x"]]', "json", [{ a: 1, b: "x" }]],
    ["lists without a header", "[[1,2],[3,4]]", "json", [1, 3].map((n) => ({ column_1: n, column_2: n + 1 }))],
    ["JSON in a script", '/**/ cb.x({"a":1});', "jsonp", [{ a: 1 }]],
    [
      "a YAML mapping",
      "a: 007\nb: [1, 1.10]\nc:\n  - x: ~\n",
      "yaml",
      [{ a: "007", b: [1, "1.10"], c: [{ x: null }] }],
    ],
    ["a YAML list", "- a: 1\n  b: no\n- a: '2'\n", "yaml", [{ a: 1, b: "no" }, { a: "2" }]],
    ["a JSON scalar", " 12 ", "json", [{ value: 12 }]],
    ["JSON lines", '{"a":1}\r\n\n{"a":2}\n', "ndjson", [{ a: 1 }, { a: 2 }]],
    ["pretty JSON, whose first line is no value", '[\n{"a":1}\n]', "json", [{ a: 1 }]],
    ["CSV", "a,b\n1,2", "csv", [{ a: "1", b: "2" }]],
    ["TSV", "a\tb, c\n1\t2,3", "tsv", [{ a: "1", "b, c": "2,3" }]],
    ["semicolons beside decimal commas", "a;b\n1,5;2,5", "csv", [{ a: "1,5", b: "2,5" }]],
    ["pipes", 'a|b\n"1|2"|3', "csv", [{ a: "1|2", b: "3" }]],
    ["the delimiter a spreadsheet names", "sep=|\na,x|b\n1|2", "csv", [{ "a,x": "1", b: "2" }]],
    ["CSV that starts with a quote", '"a","b"\n"1","2"', "csv", [{ a: "1", b: "2" }]],
    ["XML", " <r><a>1</a></r>", "xml", [{ a: "1" }]],
    ["nothing at all", " \n ", "csv", []],
  ];
  test.each(CASES)("%s", async (_name, payload, format, items) => {
    const said = await runLocally(convert, { payload });
    expect(plain(said.items)).toEqual(items);
    expect(said.report?.["format"]).toBe(format);
  });
});

describe("data-convert reads CSV", () => {
  test("with every line end, and line ends in quotes as they are", async () => {
    expect(await read('a,b\r\n1,2\n3,4\r5,"x\r\ny"')).toEqual([
      { a: "1", b: "2" },
      { a: "3", b: "4" },
      { a: "5", b: "x\r\ny" },
    ]);
  });

  test("with a byte order mark, blank lines and stray quotes", async () => {
    expect(await read('\ufeffa,b\n\n5" pipe,"say ""hi"""\n')).toEqual([{ a: '5" pipe', b: 'say "hi"' }]);
  });

  test("with values as they are written", async () => {
    expect(await read("a,b,c\n007, 1.0,12345678901234567890")).toEqual([
      { a: "007", b: " 1.0", c: "12345678901234567890" },
    ]);
  });

  test("with names made distinct and no name lost", async () => {
    const { items } = await runLocally(convert, { payload: "a,a,,a_2,__proto__,constructor\n1,2,3,4,5,6" });
    expect(JSON.stringify(plain(items))).toBe(
      '[{"a":"1","a_3":"2","column_3":"3","a_2":"4","__proto__":"5","constructor":"6"}]',
    );
    expect(Object.getPrototypeOf(items[0])).toBe(Object.prototype);
  });

  test("with ragged rows completed, and says so", async () => {
    const said = await runLocally(convert, { payload: "a,b,_extra\n1\n1,2,3,4,5" });
    expect(plain(said.items)).toEqual([
      { a: "1", b: null, _extra: null },
      { a: "1", b: "2", _extra: "3", _extra_2: ["4", "5"] },
    ]);
    expect(said.warnings).toHaveLength(2);
  });

  test("up to 10,000 columns", async () => {
    expect(await read(Array.from({ length: 10_000 }, (_, index) => `c${index}`).join(","))).toEqual([]);
    expect(await refusal(",".repeat(10_000))).toBe("invalid_input /payload has more than 10000 columns");
  });

  test("unless few bytes ask for a great many", async () => {
    expect(await refusal(`${"x".repeat(1e6)},b\n${"1,2\n".repeat(1e3)}`)).toContain("repeated in every row");
    expect(await refusal(`a\n${"1\n".repeat(1_000_001)}`)).toContain("more than 1000000 rows");
  });
});

describe("data-convert reads the dialects of CSV:", () => {
  const CASES: [name: string, csv: string, items: unknown, report: object][] = [
    ["quotes escaped by backslashes", 'a,b\n"say \\"hi\\" now",2', [{ a: 'say "hi" now', b: "2" }], {}],
    ["a path that ends in a backslash", 'a,b\n"C:\\",2', [{ a: "C:\\", b: "2" }], {}],
    ["blanks after commas", 'a, b\n1, "x, y"', [{ a: "1", b: "x, y" }], {}],
    [
      "a title line",
      "Sales of May\n\na;b\n1;2\n3;4",
      [
        { a: "1", b: "2" },
        { a: "3", b: "4" },
      ],
      { title: "Sales of May" },
    ],
    [
      "no header",
      "1,Ann\n2,Bob",
      [
        { column_1: "1", column_2: "Ann" },
        { column_1: "2", column_2: "Bob" },
      ],
      { header: false },
    ],
    [
      "no header, told by dates",
      "x,2024-01-02\ny,2024-01-03",
      ["x", "y"].map((x, i) => ({ column_1: x, column_2: `2024-01-0${i + 2}` })),
      { header: false },
    ],
    ["years as header", "land,2019,2020\nA,1,2", [{ land: "A", 2019: "1", 2020: "2" }], { header: true }],
    ["all text under a header", "a,b\nx,y", [{ a: "x", b: "y" }], { header: true }],
    [
      "a table of Markdown",
      '\n| id | a "b" |\n| :-- | --: |\n| 007 | x \\| y, z |\n|8||\n',
      [
        { id: "007", 'a "b"': "x | y, z" },
        { id: "8", 'a "b"': "" },
      ],
      { format: "markdown", columns: ["id", 'a "b"'] },
    ],
    ["bars without a line of dashes", "|a|\n|1|", [{ column_1: "", a: "1", column_3: "" }], { delimiter: "|" }],
  ];
  test.each(CASES)("%s", async (_name, payload, items, report) => {
    const said = await runLocally(convert, { payload });
    expect(plain(said.items)).toEqual(items);
    expect(said.report).toMatchObject(report);
  });
});

describe("data-convert says what it could not keep:", () => {
  test("digits, zeros and signs are kept as text", async () => {
    const payload = '[{"a":1.10,"b":-0,"c":0.12345678901234567890,"d":1e5,"e":"1.10","f":1.5}]';
    const said = await runLocally(convert, { payload });
    expect(plain(said.items)).toEqual([
      { a: "1.10", b: "-0", c: "0.12345678901234567890", d: 100000, e: "1.10", f: 1.5 },
    ]);
    expect(said.warnings?.[0]).toContain(": 3, first 1.10 at line 1, column 7");
  });

  test("keys that come again, in any line and however written", async () => {
    const said = await runLocally(convert, { payload: '{"a":1}\n{"a":1,"b":{"a":2},"\\u0061":3}' });
    expect(plain(said.items)).toEqual([{ a: 1 }, { a: 3, b: { a: 2 } }]);
    expect(said.warnings?.[0]).toContain('1, first "a" at line 2, column 20');
  });

  test("nothing, when any JSON is written again digit by digit", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            a: fc.double({ noNaN: true, min: -1e15, max: 1e15 }).filter((n) => !Object.is(n, -0)),
            b: fc.maxSafeInteger(),
          }),
        ),
        async (rows) => {
          const said = await runLocally(convert, { payload: JSON.stringify(rows) });
          expect(JSON.stringify(plain(said.items))).toBe(JSON.stringify(rows));
          expect(said.warnings).toEqual([]);
        },
      ),
    );
  });
});

test("data-convert says when all there is was taken for a header", async () => {
  const said = await runLocally(convert, { payload: "INSERT INTO t VALUES (1);" });
  expect(said.items).toEqual([]);
  expect(said.warnings).toEqual(["The only line was read as the header of a table: there are no rows."]);
});

describe("data-convert refuses, and names", () => {
  const CASES: [name: string, payload: string, said: string][] = [
    ["an Excel workbook", "PK\u0003\u0004\u0014\0\u0006", ".xlsx"],
    ["an Excel workbook in base64", "UEsDBBQABgAIAAAAIQ", ".xlsx"],
    ["a PDF", "%PDF-1.7", "PDF"],
    ["a sentence", "Please convert this for me.", "sentence"],
    ["broken YAML", "a: 1\nb: [1, 2\nc: 3\n", "is not YAML at line 3"],
    ["YAML with a key twice", "a: 1\nb: 2\na: 3\n", "a key twice"],
    ["long YAML, in time", "a:\n".repeat(80_000), "a key twice"],
    ["YAML with aliases", "a: &x 1\nb: *x\n", "aliases"],
    ["a prefix that is not bound", "<r>\n<a:b/></r>", "is not XML at line 2"],
    ["a name of two attributes", "<r xmlns:a='u' xmlns:b='u' a:x='1' b:x='2'/>", "duplicate attribute"],
    [
      "a mark and a declaration that disagree",
      "\ufeff<?xml version='1.0' encoding='ISO-8859-1'?><r/>",
      "declares another encoding",
    ],
    ["a bare ampersand, where it stands", "<r>\n<a>b & c</a>\n</r>", "line 2, column 6: an ampersand"],
    ["a quote that is left open, where it opens", "<r>\n<a x='1>\n</a>\n</r>", "line 2, column 3"],
  ];
  test.each(CASES)("%s", async (_name, payload, said) => {
    expect(await refusal(payload)).toContain(said);
  });
});

describe("data-convert's attributes and rows in CSV:", () => {
  test("attributes keep their name, formulas do not", async () => {
    const payload = "<r><i id='1'>=1+1</i><i id='2'>b</i></r>";
    const { items } = await runLocally(convert, { payload, to: "csv" });
    expect(items[0]).toMatchObject({ csv: '@id,#text\r\n1,"\'=1+1"\r\n2,b\r\n', columns: ["@id", "#text"] });
  });

  test("the bookkeeping of another run is no column", async () => {
    const { items } = await runLocally(convert, { payload: "a\nx" });
    expect(await write(items)).toBe("a\r\nx\r\n");
  });
});

describe("data-convert reads XML", () => {
  const CASES: [name: string, xml: string, items: unknown][] = [
    ["repeated children of the root as items", "<r><i>1</i><i k='v'/></r>", [{ "#text": "1" }, { "@k": "v" }]],
    ["one row like many", "<r><i><a>1</a></i></r>", [{ a: "1" }]],
    ["one row of attributes like many", "<r><i k='1'/></r>", [{ "@k": "1" }]],
    ["plain children like a single one", "<r><i>1</i><i>2</i></r>", [{ i: "1" }, { i: "2" }]],
    ["different children as one item", "<r><a>1</a><b/><a>2</a></r>", [{ a: ["1", "2"], b: "" }]],
    ["text beside attributes", "<r x='1'>t</r>", [{ "@x": "1", "#text": "t" }]],
    ["mixed content in its order", "<p>a<b>b</b>c<b/></p>", [{ "#content": ["a", { b: "b" }, "c", { b: "" }] }]],
    ["a no-break space as text, which XML says it is", "<r>\u00a0<b/></r>", [{ "#content": ["\u00a0", { b: "" }] }]],
    ["CDATA and references as text", "<r><![CDATA[<a>]]>&amp;&#x41;</r>", [{ "#text": "<a>&A" }]],
    [
      "no comments and no instructions",
      "<?xml version='1.0'?><!-- c --><r><?p i?>x<!-- c -->y</r>",
      [{ "#text": "xy" }],
    ],
    ["prefixes as they are", "<n:r xmlns:n='u'><n:a>1</n:a></n:r>", [{ "@xmlns:n": "u", "n:a": "1" }]],
    [
      "a declared encoding as no concern of decoded text",
      "<?xml version='1.0' encoding='EUC-JP'?><r>日本</r>",
      [{ "#text": "日本" }],
    ],
    ["an inert DTD", "<!DOCTYPE r SYSTEM 'http://127.0.0.1/x.dtd' [<!ELEMENT r ANY>]><r>x</r>", [{ "#text": "x" }]],
    ["no type into text", "<r><a>007</a><b>1e5</b><c> true </c></r>", [{ a: "007", b: "1e5", c: " true " }]],
  ];
  test.each(CASES)("%s", async (_name, xml, items) => {
    expect(await read(xml, "xml")).toEqual(items);
  });

  test("of a list, keeping what belongs to the root in the report", async () => {
    const { report } = await runLocally(convert, { payload: "<r v='2'><i/><i/></r>" });
    expect(report).toEqual({ format: "xml", root: "r", root_attributes: { "@v": "2" }, element: "i" });
  });

  test("with any name as data", async () => {
    const xml = "<r><__proto__ __proto__='p'><polluted>1</polluted></__proto__><constructor>2</constructor></r>";
    const { items } = await runLocally(convert, { payload: xml });
    expect(JSON.stringify(plain(items))).toBe('[{"__proto__":{"@__proto__":"p","polluted":"1"},"constructor":"2"}]');
    expect("polluted" in {}).toBe(false);
  });

  test("200 levels deep and no deeper", async () => {
    const nested = (levels: number) => "<a>".repeat(levels) + "</a>".repeat(levels);
    expect(JSON.stringify(await read(nested(200)))).toStartWith('[{"a":{"a":');
    expect(await refusal(nested(201))).toBe("too_deep");
    expect(await refusal(nested(100_000))).toBe("too_deep");
  });
});

describe("data-convert reads JSON", () => {
  test("without changing a number", async () => {
    const payload = '{"a":12345678901234567890,"b":1e400,"c":-0.5,"d":9007199254740991,"a":90071992547409930}';
    expect(await read(payload)).toEqual([{ a: "90071992547409930", b: "1e400", c: -0.5, d: 9007199254740991 }]);
  });

  test("200 levels deep and no deeper", async () => {
    expect(await read(`${"[".repeat(200)}${"]".repeat(200)}`)).toHaveLength(1);
    expect(await refusal(`${"[".repeat(201)}${"]".repeat(201)}`)).toBe("too_deep");
    expect(await refusal(`{}\n${"[".repeat(201)}${"]".repeat(201)}`)).toBe("too_deep");
  });
});

describe("data-convert refuses with line and column", () => {
  const CASES: [payload: string, from: string, said: string][] = [
    ['{"a":\n 1,}', "auto", "is not JSON at line 2, column 4: no comma stands before the end"],
    ['{"a":1}\n\n{"a":x}', "auto", "is not JSON at line 3, column 6"],
    ["", "json", "is not JSON at line 1, column 1"],
    [`{}\n${"[".repeat(100_000)}`, "json", "is not JSON at line 2, column 100001: it ends too early"],
    ['é,b\n1,"2\n3",4\nü,"open\n5', "auto", "has a quoted field that is never closed: it starts at line 4, column 3"],
    ['sep=;\na;b\n"1;2', "csv", "has a quoted field that is never closed: it starts at line 3, column 1"],
    ["<r>\n<a>1</r>", "xml", "is not XML at line 2, column 5: unexpected close tag"],
    ["<r secret='1' secret='2'/>", "xml", "is not XML at line 1, column 15: duplicate attribute"],
    ["", "xml", "is not XML at line 1, column 1: document must contain a root element"],
    ["<a>\0</a>", "xml", "is not XML at line 1, column 4: disallowed character"],
    ["<r>&secret;</r>", "xml", "is not XML at line 1, column 11: undefined entity"],
    [
      "<!DOCTYPE r [\n<!ENTITY a 'x'>]><r>&a;</r>",
      "xml",
      "declares entities before line 2; write out what they stand for",
    ],
  ];
  test.each(CASES)("%j", async (payload, from, said) => {
    expect(await refusal(payload, from)).toBe(`invalid_input /payload ${said}`);
  });
});

describe("data-convert writes CSV", () => {
  test("with all fields as columns and nested values as JSON", async () => {
    const rows = [{ a: 1, b: [1, "x"] }, { c: 'say "hi"', a: null }, { b: true }];
    const { items } = await runLocally(convert, { payload: JSON.stringify(rows), to: "csv" });
    expect(items).toEqual([
      { csv: 'a,b,c\r\n1,"[1,""x""]",\r\n,,"say ""hi"""\r\n,true,\r\n', rows: 3, columns: ["a", "b", "c"] },
    ]);
  });

  test("that no spreadsheet runs", async () => {
    const rows = ["=1+1", "+x", "-x", "@x", "\tx", "\rx", "＝x", "-1.5", "+49", "-1e5"].map((a) => ({ a }));
    expect(await write([...rows, { a: -5 }])).toBe(
      'a\r\n"\'=1+1"\r\n"\'+x"\r\n"\'-x"\r\n"\'@x"\r\n"\'\tx"\r\n"\'\rx"\r\n"\'＝x"\r\n-1.5\r\n+49\r\n-1e5\r\n-5\r\n',
    );
  });

  test("with a line for every row, also an empty one", async () => {
    expect(await write([{ a: null }, { a: 1 }])).toBe('a\r\n""\r\n1\r\n');
  });

  test("of nothing as nothing", async () => {
    expect(await write([])).toBe("");
    expect(await write([{}])).toBe("");
  });

  test("unless the table were out of all proportion", async () => {
    const strangers = Array.from({ length: 9000 }, (_, index) => ({ [`k${index}`]: 1 }));
    expect(await refusal(JSON.stringify(strangers), "json", "csv")).toContain("too little in common");
  });
});

describe("data-convert stamps", () => {
  test("its rows last, but not a row that has such a field of its own", async () => {
    const { items } = await runLocally(convert, { payload: '[{"a":null,"b":1},{"_genius":"mine"}]' });
    expect(items).toEqual([
      {
        a: null,
        b: 1,
        _genius: { index: 0, enhanced_at: "2026-11-21T03:00:00.000Z", source: "data-convert", completeness: 0.5 },
      },
      { _genius: "mine" },
    ]);
  });

  test("no more than 10,000 rows", async () => {
    const count = async (rows: number) => {
      const { items } = await runLocally(convert, { payload: `a\n${"1\n".repeat(rows)}` });
      return items.filter((item) => "_genius" in item).length;
    };
    expect([await count(10_000), await count(10_001)]).toEqual([10_000, 0]);
  });
});

describe("data-convert keeps what it is given:", () => {
  const text = fc.string({ unit: "binary" });

  test("any table of text through CSV", async () => {
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 6 }));
    const lineEnd = fc.constantFrom("\r\n", "\n", "\r");
    const delimiter = fc.constantFrom(",", ";", "\t", "|");
    await fc.assert(
      fc.asyncProperty(table, lineEnd, delimiter, async (rows, end, comma) => {
        const names = (rows[0] ?? []).map((_, index) => `n${index}`);
        const lines = [names, ...rows].map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(comma));
        const expected = rows.map((row) => Object.fromEntries(row.map((value, index) => [`n${index}`, value])));
        expect(await read(lines.join(end), "csv")).toEqual(expected);
      }),
    );
  });

  test("any table of text through its own CSV", async () => {
    const harmless = text.filter((value) => !/^[=+\-@\t\r\n＝＋－＠]/.test(value));
    const row = fc.record({ a: harmless, __b: harmless });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1 }), async (rows) => {
        expect(await read(await write(rows), "csv")).toEqual(JSON.parse(JSON.stringify(rows)));
      }),
    );
  });

  test("any JSON", async () => {
    const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ depthSize: "small" }, leaf, fc.array(tie("tree")), fc.dictionary(text, tie("tree"))),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.dictionary(text, tree)), async (rows) => {
        const payload = JSON.stringify(rows);
        expect(JSON.stringify(await read(payload))).toBe(payload);
      }),
    );
  });

  test("any text in XML", async () => {
    const legal = text.filter((value) => !/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(value));
    const escaped = (value: string) => value.replace(/[<>&\r]/g, (special) => `&#${special.charCodeAt(0)};`);
    await fc.assert(
      fc.asyncProperty(fc.array(legal, { minLength: 2 }), async (values) => {
        const xml = `<r>${values.map((value) => `<v>${escaped(value)}</v>`).join("\n ")}</r>`;
        expect(await read(xml, "xml")).toEqual(values.map((v) => ({ v })));
      }),
    );
  });

  test("or refuses it, whatever it is", async () => {
    const pieces = fc.constantFrom(
      ..."<>/=\"'&;,[]{}:\n\r\t ax1-!?\0\ud800\ufeff",
      "__proto__",
      "<!DOCTYPE ",
      "<![CDATA[",
    );
    const hostile = fc.oneof(
      text,
      fc.array(pieces).map((parts) => parts.join("")),
    );
    const from = fc.constantFrom("json", "csv", "xml", "auto");
    const to = fc.constantFrom("json", "csv");
    await fc.assert(
      fc.asyncProperty(hostile, from, to, async (payload, source, target) => {
        const error = await runLocally(convert, { payload, from: source, to: target }).then(
          () => undefined,
          (thrown: unknown) => thrown,
        );
        if (error !== undefined && !(error instanceof HubError)) throw error;
        expect("polluted" in {}).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
