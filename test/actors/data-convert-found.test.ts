/** Data as agents and their models send it: fenced, in documents, in any script, and what of it cannot be kept. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { stringify } from "yaml";
import convert from "../../actors/data-convert/index.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { plain, runLocally } from "../support/local-actor.ts";

const run = async (payload: string, to = "json") => {
  const { items, report, warnings = [] } = await runLocally(convert, { payload, to });
  return { items: plain([...items]), report, warnings };
};

describe("data-convert reads YAML", () => {
  const CASES: [name: string, payload: string, items: unknown][] = [
    [
      "with keys of any script",
      "größe: 5\nимя: Анна\n名前: 太郎\n🚀: go\n",
      [{ größe: 5, имя: "Анна", 名前: "太郎", "🚀": "go" }],
    ],
    [
      "with keys that are paths and references",
      "/pets/{id}:\n  get: 1\n$ref: x\n",
      [{ "/pets/{id}": { get: 1 }, $ref: "x" }],
    ],
    ["of several documents as a row each", "---\na: 1\n---\na: 2\n", [{ a: 1 }, { a: 2 }]],
    [
      "of several documents of which the first has no line above it",
      "name: Ann Lee of York\n---\nname: Bob\n---\nname: Cat\n",
      [{ name: "Ann Lee of York" }, { name: "Bob" }, { name: "Cat" }],
    ],
    [
      "with keys as they are written",
      "1e3: a\n12E4: b\nTrue: c\n01067: d\n~: e\n",
      [{ "1e3": "a", "12E4": "b", True: "c", "01067": "d", "~": "e" }],
    ],
    ["without documents of comments alone", "# a\na: 1\n---\n# b\n---\na: 2\n---\n", [{ a: 1 }, { a: 2 }]],
    ["of several lists as one", "- a: 1\n- a: 2\n---\n- a: 3\n", [{ a: 1 }, { a: 2 }, { a: 3 }]],
    ["bytes in base64 as they are written", "a: !!binary iVBORw0KGgo=\nb: 1\n", [{ a: "iVBORw0KGgo=", b: 1 }]],
    ["a number that says it is text as text", "a: !!str 12\nb: ! 5\n", [{ a: "12", b: "5" }]],
  ];
  test.each(CASES)("%s", async (_name, payload, items) => {
    expect(await run(payload)).toMatchObject({ items, report: { format: "yaml" } });
  });

  test("before a page's text as front matter, with the text in the report", async () => {
    const { items, report, warnings } = await run(
      "---\ntitle: Hi\n---\n# Body\n\nWords, and *more*: [x](y)\n---\nb: 1\n",
    );
    expect(items).toEqual([{ title: "Hi" }]);
    expect(report?.["body"]).toBe("# Body\n\nWords, and *more*: [x](y)\n---\nb: 1\n");
    expect(warnings).toEqual(["What stands behind the front matter is in report.body."]);
  });

  test("and front matter below a blank line, and no letter of either is lost", async () => {
    const { items, report } = await run("\n---\ntitle: Hi\n---\nWords.\n");
    expect([items, report?.["body"]]).toEqual([[{ title: "Hi" }], "Words.\n"]);
  });

  test("and refuses a key that is a list or a mapping: it would have no name", async () => {
    for (const key of ["[a; b]", "{x: 1}"]) {
      const refused = await run(`%YAML 1.2\n---\n? ${key}\n: 1\n`).catch((error: unknown) => error);
      expect((refused as HubError).details.issues?.[0]?.detail).toBe("is YAML that has a list or a mapping as a key");
    }
  });

  test("and names the line of a fault in any document", async () => {
    const refused = await run("a: 1\n---\nb: [1\nc: 2\n").catch((error: unknown) => error);
    expect((refused as HubError).details.issues?.[0]?.detail).toContain("is not YAML at line 4");
  });

  test("and says what it could not keep: digits and tags", async () => {
    expect((await run("a: 1.10\nb: +49\nc: !Ref X\nd: !!set {x}\n")).warnings).toEqual([
      "Numbers kept as text, which as numbers would lose a digit, a zero or a sign: 2, first 1.10.",
      "Tags of YAML are left out: 2, first !Ref.",
    ]);
  });

  test("of any rows as they were written", async () => {
    const key = fc.stringMatching(/^[a-zà-öぁ-ん][a-zà-öぁ-ん ]{0,8}[a-z]$/);
    const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean(), fc.constant(null));
    const rows = fc.array(fc.dictionary(key, value, { minKeys: 1, noNullPrototype: true }), {
      minLength: 2,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        const documents = written.map((row) => `---\n${stringify(row)}`).join("");
        expect((await run(documents)).items).toEqual(written);
      }),
      { numRuns: 50 },
    );
  });
});

describe("data-convert takes a Markdown fence off", () => {
  const CASES: [name: string, payload: string, items: unknown][] = [
    ["JSON", '```json\n{"a":1}\n```', [{ a: 1 }]],
    ["CSV", "\n```csv\r\na,b\r\n1,2\r\n```\r\n", [{ a: "1", b: "2" }]],
    ["XML with its declaration", '~~~~\n<?xml version="1.0"?>\n<r><a>1</a></r>\n~~~~', [{ a: "1" }]],
  ];
  test.each(CASES)("%s", async (_name, payload, items) => {
    expect(await run(payload)).toMatchObject({
      items,
      warnings: ["What stands in the Markdown fence was read, without the fence."],
    });
  });

  test("but not one within the data, and of many only the outermost", async () => {
    expect((await run('id,text\n1,"```\nx\n```"\n')).items).toEqual([{ id: "1", text: "```\nx\n```" }]);
    expect((await run(`${"```\n".repeat(50_000)}${"```\n".repeat(50_000)}`)).items).toHaveLength(99_997);
  });
});

describe("data-convert reads", () => {
  const CASES: [name: string, payload: string, items: unknown][] = [
    [
      "a Markdown table without bars at its ends",
      "a | b\n--- | ---\n1 | x \\| y\n2 |\n",
      [
        { a: "1", b: "x | y" },
        { a: "2", b: null },
      ],
    ],
    [
      "a quotation at the end of a field, escaped by backslashes",
      'a,b\n"he said \\"hi, you\\"",2\n',
      [{ a: 'he said "hi, you"', b: "2" }],
    ],
    ["doubled quotes behind backslashes", 'a,b\n"x \\""y\\""",2', [{ a: 'x \\"y\\"', b: "2" }]],
  ];
  test.each(CASES)("%s", async (_name, payload, items) => {
    expect((await run(payload)).items).toEqual(items);
  });
});

describe("data-convert names the columns of lists as their envelope does", () => {
  const CASES: [name: string, payload: object, items: unknown][] = [
    [
      "by texts",
      {
        columns: ["a", "b"],
        index: [0, 1],
        data: [
          ["x", "y"],
          ["z", 1],
        ],
      },
      [
        { a: "x", b: "y" },
        { a: "z", b: 1 },
      ],
    ],
    [
      "by objects",
      { fields: [{ name: "a", type: "int" }, { name: "__proto__" }], rows: [[1, 2]] },
      [JSON.parse('{"a":1,"__proto__":2}')],
    ],
    [
      "in a long text",
      { data: Array(20_000).fill(["x", 1]), columns: ["a", "b"] },
      Array(20_000).fill({ a: "x", b: 1 }),
    ],
    [
      "unless they are not as many",
      {
        columns: ["a"],
        data: [
          [1, 2],
          [3, 4],
        ],
      },
      [
        { column_1: 1, column_2: 2 },
        { column_1: 3, column_2: 4 },
      ],
    ],
    ["or come twice", { columns: ["a", "a"], data: [[1, 2]] }, [{ value: [1, 2] }]],
  ];
  test.each(CASES)("%s", async (_name, payload, items) => {
    expect((await run(JSON.stringify(payload))).items).toEqual(items);
  });
});

describe("data-convert writes CSV out of CSV", () => {
  const CASES: [name: string, payload: string, csv: string][] = [
    ["with its columns in their order, years too", "land,2020,2019\nCH,1,2\n", "land,2020,2019\r\nCH,1,2\r\n"],
    ["with the surplus in a last column", "a,b\n1,2,3\n", 'a,b,_extra\r\n1,2,"[""3""]"\r\n'],
    ["with its header alone", "a,b\n", "a,b\r\n"],
  ];
  test.each(CASES)("%s", async (_name, payload, csv) => {
    expect((await run(payload, "csv")).items).toMatchObject([{ csv }]);
  });
});

describe("data-convert says", () => {
  const TURN = (name: string) =>
    `Elements that stand apart from others of their name are in one list with them: 1, first "${name}".`;
  const CASES: [name: string, payload: string, warnings: readonly string[]][] = [
    ["that the order of elements is not kept", "<r><i><a/><b/><a/></i><i/></r>", [TURN("a")]],
    ["so of the children of the root", "<r><key>a</key><x/><key>b</key></r>", [TURN("key")]],
    ["nothing where it is kept", "<r><a/><a/><b/><c>x<a/>y<b/>z<a/></c></r>", []],
    [
      "that no delimiter was found",
      "BEGIN:VCARD\nFN:Ann\nEND:VCARD",
      ["None of , ; | and tab parts the lines: each was read as one value."],
    ],
    [
      "so in any script",
      "姓名，年龄\n张三，30\n",
      ["None of , ; | and tab parts the lines: each was read as one value."],
    ],
    ["nothing of a list of names", "price (€)\n1\n2", []],
  ];
  test.each(CASES)("%s", async (_name, payload, warnings) => {
    expect((await run(payload)).warnings).toEqual([...warnings]);
  });

  test.each(["a\0,\0b\0\n\0", "\0a\0,\0b", "\u00ff\u00fea\0", "\ufffd\ufffda\0,\0"])(
    "that %j is UTF-16",
    async (payload) => {
      const refused = await run(payload).catch((error: unknown) => error);
      expect((refused as HubError).details.issues?.[0]?.detail).toContain("is UTF-16 that was read byte by byte");
    },
  );
});

describe("data-convert says why it is no JSON:", () => {
  const CASES: [payload: string, said: string][] = [
    ["{'a': 1}", "line 1, column 2: names and texts stand in double quotes"],
    ["{“a”: 1}", "line 1, column 2: names and texts stand in double quotes"],
    ['{"é":1,\r\n b: 2}', "line 2, column 2: names stand in double quotes"],
    ["[1,2,\n]", "line 2, column 1: no comma stands before the end"],
    ['{"a":-Infinity}', "line 1, column 6: -Infinity is none of true, false, null and a number"],
    ['{"a": None}', "line 1, column 7: None is none of true, false, null and a number"],
    ['{"a":1 // x\n}', "line 1, column 8: there are no comments in JSON"],
    ['{\n"a":1\n}\n{\n"a":2\n}', "line 4, column 1: several values stand in a list, or each on a line of its own"],
    ['{"a":1}\n{"b":', "line 2, column 6: it ends too early"],
    [`[${'{"a":1},'.repeat(20_000)}\n{a:1}]`, "line 2, column 2: names stand in double quotes"],
  ];
  test.each(CASES)("%.40j", async (payload, said) => {
    const refused = await run(payload).catch((error: unknown) => error);
    expect((refused as HubError).details.issues?.[0]?.detail).toBe(`is not JSON at ${said}`);
  });

  test("and that HTML is no XML", async () => {
    const refused = await run("<table><tr><td>a<td>b</table>").catch((error: unknown) => error);
    expect((refused as HubError).details.issues?.[0]?.detail).toEndWith("out of which data-clean takes the text");
  });
});
