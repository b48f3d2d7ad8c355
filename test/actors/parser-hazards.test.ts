/** The JSON, CSV and XML rows of the corpus of parser hazards, each with the input its generator describes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import convert from "../../actors/data-convert/index.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { LARGE_FORMATS, type LargeInput } from "../support/large-inputs.ts";
import { plain, runLocally } from "../support/local-actor.ts";

const CORPUS = new URL("../../../shared/corpora/parser-hazards.json", import.meta.url);
const Hazards = Type.Array(
  Type.Object({ id: Type.String(), format: Type.String(), name: Type.String(), budget: Type.String() }),
);
const FORMATS = ["json", "csv", "xml"];

/** The budgets are for a machine of one's own. */
const PATIENCE = 3;

/** What a run comes to: its items as a caller reads them, or the code of the refusal. */
type Result = { readonly items: unknown } | { readonly refused: string };

interface Case {
  readonly payloads: readonly string[];
  readonly expected: readonly Result[];
}

const item = (fields: unknown): Result => ({ items: [fields] });
const items = (...rows: unknown[]): Result => ({ items: rows });
const REFUSED: Result = { refused: "invalid_input" };

const nest = (levels: number): unknown =>
  Array.from({ length: levels - 2 }).reduce((inner) => ({ a: inner }), { a: "" });
const range = (length: number) => Array.from({ length }, (_, index) => index);

function laughs(): string {
  const entities = range(9).map((level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`);
  return `<!DOCTYPE r [<!ENTITY l0 "ha">${entities.join("")}]><r>&l9;</r>`;
}

const CASES: Readonly<Record<string, () => Case>> = {
  "haz-001": () => ({ payloads: [laughs()], expected: [REFUSED] }),
  "haz-004": () => ({
    payloads: ["<!DOCTYPE r [<!ENTITY % p SYSTEM 'http://127.0.0.1/x.dtd'> %p;]><r/>"],
    expected: [REFUSED],
  }),
  "haz-006": () => ({ payloads: ["<a>".repeat(200) + "</a>".repeat(200)], expected: [item(nest(199))] }),
  "haz-007": () => ({
    payloads: ["<r><__proto__><polluted>1</polluted></__proto__></r>"], // One row; its name is in the report.
    expected: [item({ polluted: "1" })],
  }),
  "haz-008": () => ({ payloads: ["<r><constructor>1</constructor></r>"], expected: [item({ constructor: "1" })] }),
  "haz-010": () => ({ payloads: ["<r __proto__='x'/>"], expected: [item({ "@__proto__": "x" })] }),
  "haz-011": () => ({
    payloads: [
      `<r ${range(100_000)
        .map((index) => `a${index}="${index}"`)
        .join(" ")}/>`,
    ],
    expected: [item(Object.fromEntries(range(100_000).map((index) => [`@a${index}`, String(index)])))],
  }),
  "haz-014": () => ({ payloads: ["<r><a>1</r>"], expected: [REFUSED] }),
  "haz-016": () => ({
    payloads: ["<r><a>007</a><b>12345678901234567890</b><c>0x1F</c><d>+5</d><e>1e5</e></r>"],
    expected: [item({ a: "007", b: "12345678901234567890", c: "0x1F", d: "+5", e: "1e5" })],
  }),
  "haz-017": () => ({ payloads: ["<p>a<b>b</b>c</p>"], expected: [item({ "#content": ["a", { b: "b" }, "c"] })] }),
  // The payload is text already: what its bytes once were is no concern of the parser.
  "haz-020": () => ({
    payloads: ["UTF-16", "EUC-JP", "Shift_JIS", "ISO-8859-1"].map(
      (encoding) => `<?xml version="1.0" encoding="${encoding}"?><r>日本é</r>`,
    ),
    expected: range(4).map(() => item({ "#text": "日本é" })),
  }),
  "haz-022": () => ({ payloads: ["1,".repeat(1_000_000)], expected: [REFUSED] }),
  "haz-023": () => ({
    payloads: [
      `${range(1_000_000)
        .map((index) => `c${index}`)
        .join(",")}\n${"1,".repeat(999_999)}1`,
    ],
    expected: [REFUSED],
  }),
  "haz-024": () => ({
    payloads: [`${"a,".repeat(99_999)}a\n1`, "a,a,a\n1,2,3"],
    expected: [REFUSED, item({ a: "1", a_2: "2", a_3: "3" })],
  }),
  "haz-025": () => ({
    payloads: ["a,b\r\n1,2\n3,4\r5,6"],
    expected: [items({ a: "1", b: "2" }, { a: "3", b: "4" }, { a: "5", b: "6" })],
  }),
  "haz-027": () => ({
    payloads: ["constructor,toString\n1,2"],
    expected: [item({ constructor: "1", toString: "2" })],
  }),
  "haz-030": () => ({
    payloads: ["a,b\n1\n1,2,3"],
    expected: [items({ a: "1", b: null }, { a: "1", b: "2", _extra: ["3"] })],
  }),
  "haz-032": () => ({
    payloads: [";", "|", "\t"].map((delimiter) => `a${delimiter}b\n1${delimiter}2`),
    expected: range(3).map(() => item({ a: "1", b: "2" })),
  }),
  "haz-033": () => ({ payloads: ["", " \n\t ", "a,b"], expected: [items(), items(), items()] }),
  "haz-035": () => ({
    payloads: ["[".repeat(100_000) + "]".repeat(100_000)],
    expected: [{ refused: "too_deep" }],
  }),
  "haz-037": () => ({ payloads: ['{"a":1,"a":2}'], expected: [item({ a: 2 })] }),
  "haz-039": () => ({ payloads: ["[1e400]"], expected: [item({ value: "1e400" })] }),
  "haz-042": () => ({ payloads: ["\ufeff{}"], expected: [item({})] }),
};

/** Kinds of hazards beside the corpus' own. */
const FURTHER: Readonly<Record<string, () => Case>> = {
  "xml: an external entity": () => ({
    payloads: ['<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'],
    expected: [REFUSED],
  }),
  "xml: quadratic blowup": () => ({
    payloads: [`<!DOCTYPE r [<!ENTITY a "${"x".repeat(100_000)}">]><r>${"&a;".repeat(100_000)}</r>`],
    expected: [REFUSED],
  }),
  "xml: an external subset is never fetched": () => ({
    payloads: ['<!DOCTYPE r PUBLIC "-//X//Y" "http://127.0.0.1/x.dtd"><r/>', '<!DOCTYPE r SYSTEM "x"><r>&x;</r>'],
    expected: [item({ "#text": "" }), REFUSED],
  }),
  "xml: what is not well-formed": () => ({
    payloads: [
      "<r a='1' a='2'/>",
      "<r>",
      "",
      "  ",
      "<r/><r/>",
      "x<r/>",
      "<r>\0</r>",
      "<r>&x;</r>",
      "<r a=1/>",
      "<r>&#0;</r>",
    ],
    expected: range(10).map(() => REFUSED),
  }),
  "xml: deep, wide and long": () => ({
    payloads: ["<a>".repeat(100_000), `<!DOCTYPE a [${"'".repeat(1e6)}]><a/>`, `<a>${"]]".repeat(500_000)}</a>`],
    expected: [{ refused: "too_deep" }, item({ "#text": "" }), item({ "#text": "]]".repeat(500_000) })],
  }),
  "csv: quotes in the middle and without end": () => ({
    payloads: ['a,b\n5",x"y', 'a\n"', `a\n"${"x\n".repeat(500_000)}`, 'a,b\n"x" ,2'],
    expected: [item({ a: '5"', b: 'x"y' }), REFUSED, REFUSED, item({ a: '"x" ', b: "2" })],
  }),
  "csv: NUL, byte order mark and half a surrogate pair": () => ({
    payloads: ["\ufeffa,b\n\0,\ud800"],
    expected: [item({ a: "\0", b: "\ufffd" })],
  }),
  "csv: __proto__ as a header": () => ({
    payloads: ["__proto__,a\n1,2"],
    expected: [item(JSON.parse('{"__proto__":"1","a":"2"}'))],
  }),
  "json: what is no JSON": () => ({
    payloads: ["", "{", '{"a":1,}', "{'a':1}", "[1]x", "NaN", "{".repeat(100_000), `[${"x ".repeat(100_000)}`],
    expected: range(8).map(() => REFUSED),
  }),
  "json: __proto__ and half a surrogate pair": () => ({
    payloads: ['{"__proto__":{"polluted":1},"a":"\\ud800"}'],
    expected: [item(JSON.parse('{"__proto__":{"polluted":1},"a":"\\ud800"}'))],
  }),
};

const known = existsSync(CORPUS);
const corpus = known ? Value.Parse(Hazards, JSON.parse(readFileSync(CORPUS, "utf8"))) : [];
const hazards = corpus.filter(({ format }) => FORMATS.includes(format));

describe.skipIf(!known)(`the corpus of parser hazards${known ? "" : " (it is not beside the project)"}`, () => {
  test("has a case here for every row of JSON, CSV and XML", () => {
    expect(hazards.filter(({ id }) => !Object.hasOwn(CASES, id))).toEqual([]);
  });

  for (const { id, format, name, budget } of hazards) {
    test(`${id} ${format}: ${name}`, async () => {
      const given = CASES[id]?.();
      if (given === undefined) throw new Error(`${id} has no case`);
      const durations = await checkAll(given, format);
      expect(Math.max(...durations)).toBeLessThan(PATIENCE * milliseconds(budget));
    });
  }
});

describe("further parser hazards", () => {
  for (const [name, make] of Object.entries(FURTHER)) {
    test(name, async () => {
      const durations = await checkAll(make(), name.slice(0, name.indexOf(":")));
      expect(Math.max(...durations)).toBeLessThan(PATIENCE * 500);
    });
  }
});

describe("8 MiB of input", () => {
  /** In a process of their own: what the other tests have left would be collected meanwhile. */
  let measured: readonly LargeInput[] = [];
  beforeAll(async () => {
    const script = fileURLToPath(new URL("../support/large-inputs.ts", import.meta.url));
    measured = JSON.parse((await promisify(execFile)(process.execPath, [script])).stdout);
  }, 60_000);

  for (const format of LARGE_FORMATS) {
    test(`takes eight times as long as 1 MiB as ${format}, and not the square of it`, () => {
      const { detected, smallMs, wholeMs } = measured.find((one) => one.format === format)!;
      expect(detected).toBe(format);
      expect(wholeMs).toBeLessThan(PATIENCE * 8 * smallMs);
    });
  }

  test("a million rows are converted", async () => {
    const { items: rows } = await runLocally(convert, { payload: `a,b\n${"1,2\n".repeat(1_000_000)}` });
    expect(rows).toHaveLength(1_000_000);
  }, 20_000);
});

afterAll(() => {
  expect("polluted" in {}).toBe(false);
});

/** Holds every payload against what is expected of it; how long each took, in milliseconds. */
async function checkAll({ payloads, expected }: Case, from: string): Promise<number[]> {
  const durations: number[] = [];
  for (const [index, payload] of payloads.entries()) {
    const started = performance.now();
    const result = await resultOf(payload, from);
    durations.push(performance.now() - started);
    expect(JSON.stringify(result)).toBe(JSON.stringify(expected[index]));
  }
  return durations;
}

async function resultOf(payload: string, from: string): Promise<Result> {
  try {
    return { items: plain((await runLocally(convert, { payload, from })).items) };
  } catch (error) {
    if (!(error instanceof HubError) || error.status !== 400) throw error;
    return { refused: error.code };
  }
}

/** "<=300 ms, …" or "<=1 s, …" */
function milliseconds(budget: string): number {
  const [, amount, unit] = /<=([\d.]+) (ms|s)\b/.exec(budget) ?? [];
  return unit === "s" ? Number(amount) * 1000 : Number(amount);
}
