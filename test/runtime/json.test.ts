import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { HubError } from "../../src/runtime/errors.ts";
import { isDeeperThan, MAX_DEPTH, parseJson } from "../../src/runtime/json.ts";
import { canonicalJson, hashedJson } from "../../src/runtime/canonical-json.ts";

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth);

/** The text of a number as a sender may write it. */
const digits = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((all) => all.join(""));
const numberText = fc
  .record({
    sign: fc.constantFrom("", "-"),
    whole: digits(24).map((text) => text.replace(/^0+(?=\d)/, "")),
    fraction: fc.option(digits(24), { nil: undefined }),
    exponent: fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "e-"), fc.integer({ min: 0, max: 400 })), {
      nil: undefined,
    }),
  })
  .map(({ sign, whole, fraction, exponent }) =>
    [sign, whole, fraction === undefined ? "" : `.${fraction}`, exponent?.join("") ?? ""].join(""),
  );

/** A decimal without its redundant zeros, as digits and power of ten: equal for equal values. */
function decimalOf(text: string): string {
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = BigInt(whole + fraction).toString();
  if (all === "0") return "0";
  const significant = all.replace(/0+$/, "");
  return `${sign}${significant}e${Number(exponent) - fraction.length + all.length - significant.length}`;
}

function refusal(text: string): HubError {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof HubError) return error;
    throw error;
  }
  throw new Error(`parsed: ${text.slice(0, 80)}`);
}

describe("parseJson()", () => {
  test("reads whatever JSON.stringify writes, unless a number would not survive", () => {
    const value = fc.jsonValue({ noUnicodeString: false });
    const survives = (text: string) => !/\d{16}/.test(text);
    fc.assert(
      fc.property(
        value.map((each) => JSON.stringify(each)).filter(survives),
        fc.constantFrom("", "\uFEFF"),
        (text, mark) => {
          expect(parseJson(mark + text)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  test("never changes a number silently: it is the same number, or the text it was written as", () => {
    const places = fc.constantFrom(
      (text: string): [string, (value: unknown) => unknown] => [text, (value) => value],
      (text: string): [string, (value: unknown) => unknown] => [
        ` [ "x", ${text} ]`,
        (value) => (value as unknown[])[1],
      ],
      (text: string): [string, (value: unknown) => unknown] => [
        `\uFEFF{"a":{"a":1,"a":[${text}]}}`,
        (value) => (value as { a: { a: unknown[] } }).a.a[0],
      ],
    );
    fc.assert(
      fc.property(numberText, places, (text, place) => {
        const [source, pick] = place(text);
        const read = pick(parseJson(source));
        if (typeof read === "string") return expect(read).toBe(text);
        expect(read).toBe(Number(text));
        expect(Number.isFinite(read)).toBeTrue();
        if (read === 0) expect(decimalOf(text)).toBe("0");
        if (Math.abs(Number(read)) > Number.MAX_SAFE_INTEGER) expect(decimalOf(String(read))).toBe(decimalOf(text));
      }),
      { numRuns: 2000 },
    );
  });

  test("a number that a double holds stays a number, however large", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        fc.pre(!/^-?\d{16,}$/.test(String(number)));
        expect(parseJson(JSON.stringify([number]))).toEqual([number === 0 ? 0 : number]);
      }),
    );
  });

  test.each([
    ["9007199254740991", 9007199254740991],
    ["9007199254740993", "9007199254740993"],
    ["-9007199254740993", "-9007199254740993"],
    ["9007199254740993.0", "9007199254740993.0"],
    ["9007199254740993e0", "9007199254740993e0"],
    ["900719925474099.3e1", "900719925474099.3e1"],
    ["1e23", 1e23],
    ["1.7976931348623157e308", Number.MAX_VALUE],
    ["1e400", "1e400"],
    ["1e-400", "1e-400"],
    ["0e-400", 0],
    [`0.${"0".repeat(400)}1`, `0.${"0".repeat(400)}1`],
    ["0.1234567890123456789", Number("0.1234567890123456789")], // A fraction is as precise as a double.
    ['"9007199254740993"', "9007199254740993"],
  ])("reads %s as %p", (text, value) => {
    expect(parseJson(text)).toBe(value);
  });

  test("a megabyte of digits is read in no time", () => {
    const zeros = "0".repeat(1 << 20);
    expect(parseJson(`1${zeros}1.5`)).toBeString();
    expect(parseJson(`0.1${zeros}1`)).toBe(0.1);
  });

  test("of duplicate keys the last one wins, and `__proto__` is a key like any other", () => {
    expect(parseJson('{"a":9007199254740993,"a":1}')).toEqual({ a: 1 });
    const value = parseJson('{"__proto__":{"polluted":9007199254740993}}') as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test.each([
    [nested(MAX_DEPTH), false],
    [nested(MAX_DEPTH + 1), true],
    [
      nested(MAX_DEPTH - 1, '{"a":', "}")
        .replace("::", ":")
        .replace(":}", ":{}}"),
      false,
    ],
    [nested(MAX_DEPTH, '{"a":', "}").replace(":}", ":[]}"), true],
    [`[${nested(MAX_DEPTH)},9007199254740993]`, true],
    [nested(1_000_000), true],
  ])("takes 200 levels and not one more (%#)", (text, isRefused) => {
    if (isRefused) expect(refusal(text).code).toBe("too_deep");
    else expect(() => parseJson(text)).not.toThrow();
  });

  test.each([
    ["", " at line 1, column 1"],
    ['{"a":1,\r\n "b":}', " at line 2, column 6"],
    ["[1,]", " at line 1, column 4"],
    ["\uFEFF\uFEFF1", ""],
    ["[1] // why", ""],
    ["NaN", ""],
    [`{"secret":"hunter2"`, ""],
    ["[".repeat(1_000_000), ""],
  ])("refuses %p and does not repeat it", (text, place) => {
    const error = refusal(text);
    expect(error.code).toBe("invalid_json");
    expect(error.message).toStartWith("The text is not JSON");
    expect(error.message).toContain(place);
    expect(error.message).not.toContain("hunter2");
  });

  test("any text gives a value or one of the two refusals", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'[]{},:"\\ue1-.0') })), (text) => {
        try {
          parseJson(text);
        } catch (error) {
          expect(error).toBeInstanceOf(HubError);
        }
      }),
    );
  });
});

test("isDeeperThan() counts arrays and objects, and not what is in them", () => {
  expect(isDeeperThan("text", 0)).toBeFalse();
  expect(isDeeperThan(null, 0)).toBeFalse();
  expect(isDeeperThan({}, 0)).toBeTrue();
  expect(isDeeperThan({ a: [1] }, 2)).toBeFalse();
  expect(isDeeperThan({ a: [1], b: { c: [] } }, 2)).toBeTrue();
});

describe("hashedJson()", () => {
  const long = (fill: string) => fill.repeat(20_000);

  test("is the canonical JSON where no text is long", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(hashedJson(value)).toBe(canonicalJson(value))));
  });

  test("names long texts, wherever they stand, by what they say", () => {
    const values = [long("a"), { q: long("a") }, { q: [long("a")] }, { q: { q: long("a") }, b: 1 }];
    for (const value of values) expect(hashedJson(value).length).toBeLessThan(120);
    const others = [...values, { q: long("b") }, { p: long("a") }, { q: [long("a"), 1] }];
    expect(new Set(others.map(hashedJson)).size).toBe(others.length);
    expect(hashedJson({ b: long("b"), a: 1 })).toBe(hashedJson({ a: 1, b: long("b") }));
  });

  test("tells texts apart that are written alike in UTF-8 since they are broken", () => {
    expect(hashedJson({ q: long("a\ud800") })).not.toBe(hashedJson({ q: long("a\udbff") }));
  });
});

describe("canonicalJson()", () => {
  const json = fc.jsonValue();

  test("is JSON of the same value", () => {
    fc.assert(fc.property(json, (value) => expect(JSON.parse(canonicalJson(value))).toEqual(plain(value))));
  });

  test("is the same whatever order the keys were sent in", () => {
    fc.assert(fc.property(json, (value) => expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))));
  });

  test("differs for values that differ", () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(canonicalJson(one) === canonicalJson(other)).toBe(Bun.deepEquals(plain(one), plain(other), true));
      }),
    );
    const lookalikes = [
      { a: 1 },
      { a: "1" },
      [{ a: 1 }],
      { a: [1] },
      { "a:1": 1 },
      '{"a":1}',
      [],
      {},
      null,
      "null",
      ["a", "b"],
      ["a,b"],
    ];
    expect(new Set(lookalikes.map(canonicalJson)).size).toBe(lookalikes.length);
  });

  test("keeps a key named `__proto__`, and leaves out what is undefined", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe('{"__proto__":{"a":2},"b":1}');
    expect(canonicalJson({ b: undefined, a: [undefined] })).toBe('{"a":[null]}');
  });

  /** As JSON carries it: there is no negative zero. */
  function plain(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value));
  }

  function reversed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== "object" || value === null) return value;
    const copy: Record<string, unknown> = Object.create(null);
    for (const [key, field] of Object.entries(value).reverse()) copy[key] = reversed(field);
    return copy;
  }
});
