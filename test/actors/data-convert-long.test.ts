/** A long payload is converted a few rows at a time, and comes to what it would come to as a whole. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import convert from "../../actors/data-convert/index.ts";
import { asHubError } from "../../src/runtime/errors.ts";
import { built } from "../../src/text/long-value.ts";

const LONG = 80_000;

function converted(payload: string) {
  const { items = [], ...beside } =
    convert.runInRows?.({ payload, from: payload.startsWith("<") ? "xml" : "json" }, 0) ?? {};
  return { items: Array.from(items, built), ...beside };
}

function refusal(payload: string): string | undefined {
  try {
    converted(payload);
    return undefined;
  } catch (error) {
    const { code, details } = asHubError(error);
    return `${code}: ${details.issues?.[0]?.detail}`;
  }
}

const unstamped = (items: readonly unknown[]): unknown[] =>
  items.map((item) => ({ ...(item as object), _genius: undefined }));

/** A value as JSON writes it, and one that has to be kept as text. */
const leaf = fc.constantFrom("1", "-2.5", "1e5", "true", "null", '""', '"é€𝄞"', '"a\\"b\\\\"', '"],[1.10,{"');
const inexact = fc.constantFrom("1.10", "-0", "12345678901234567890", "1e400");
const name = fc.constantFrom('"a"', '"b"', '"__proto__"', '"7"', '"\\u0062"');
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }).map((values) => `[${values.join(", ")}]`),
    fc
      .array(fc.tuple(name, tie("value")), { maxLength: 3 })
      .map((fields) => `{${fields.map(([key, of]) => `${key} : ${of}`).join(",\n")}}`),
  ),
}));
const rows = fc.array(fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: inexact }), { minLength: 1 });
const repeated = (list: readonly string[]) => {
  const some = list.join(",");
  return Array<string>(Math.ceil(LONG / some.length))
    .fill(some)
    .join(",");
};
/** What the rows of one list come to, so many times over. */
const expected = (list: readonly string[]) => {
  const written = list.map((row) => (/^(?:1\.10|-0|1234.*|1e400)$/.test(row) ? `"${row}"` : row));
  const one = (JSON.parse(`[${written.join(",")}]`) as unknown[]).map((row) =>
    typeof row === "object" && row !== null && !Array.isArray(row) ? row : { value: row },
  );
  return Array.from({ length: Math.ceil(LONG / list.join(",").length) }, () => one).flat();
};
/** Lists of one length would be the rows of a table. */
const isNoTable = (list: readonly string[]) => list.some((row) => !row.startsWith("["));

describe("a long text of JSON", () => {
  test("comes to its elements, whatever they are", () => {
    fc.assert(
      fc.property(rows.filter(isNoTable), (list) => {
        const { items } = converted(`[${repeated(list)}]`);
        expect(JSON.stringify(unstamped(items))).toBe(JSON.stringify(unstamped(expected(list))));
      }),
      { numRuns: 8 },
    );
  });

  test("comes to the list in its envelope, with what stands beside it", () => {
    fc.assert(
      fc.property(rows.filter(isNoTable), rows, (list, other) => {
        const { items, report } = converted(
          `{"7":[${repeated(["1"])}],"data":1,"data":[${repeated(list)}],"z":[${other}]}`,
        );
        expect(JSON.stringify(unstamped(items))).toBe(JSON.stringify(unstamped(expected(list))));
        expect(report).toMatchObject({ rows_at: "/data" });
        expect(Object.keys(report?.["beside"] as object)).toEqual(["7", "z"]);
      }),
      { numRuns: 6 },
    );
  });

  test("is one item where no list of it is the rows", () => {
    const list = `[${repeated(['{"a":1}'])}]`;
    const text = `{"__proto__":${list},"b":${list}}`;
    expect(JSON.stringify(unstamped(converted(text).items))).toBe(JSON.stringify([JSON.parse(text)]));
    expect(converted(`{"data":${list},"data":0}`).items).toMatchObject([{ data: 0 }]);
  });

  test("has a header where the first of its lists is one", () => {
    const { items, report } = converted(`[["a","b"],${repeated(["[1,2]"])}]`);
    expect(report).toEqual({ format: "json", header: true, columns: ["a", "b"] });
    expect(new Set(items.map((item) => JSON.stringify(item)))).toEqual(new Set(['{"a":1,"b":2}']));
    expect(converted(`[${repeated(["[1,2]"])}]`).report).toMatchObject({ columns: ["column_1", "column_2"] });
    expect(converted(`[["a"],${repeated(["[1,2]"])}]`).report).toEqual({ format: "json" });
  });

  test.each([
    ["a number", '{"a":\n 1.50}', "Numbers kept as text", "1, first 1.50 at line 3, column 2."],
    ["a key", '{"a":1,\n"a":2}', "Keys repeated", '1, first "a" at line 3, column 1. The last value is kept.'],
  ])("tells where %s of it was not kept", (_what, row, what, where) => {
    const { warnings } = converted(`[${repeated(['{"b":1}'])},\n${row},${repeated(["2"])}]`);
    expect(warnings).toEqual([expect.stringContaining(what)]);
    expect(warnings?.[0]).toEndWith(where);
  });

  test.each([
    [
      "a fault",
      `[${repeated(["1"])},\n 2,]`,
      "invalid_input: is not JSON at line 2, column 4: no comma stands before the end",
    ],
    ["its end", `[${repeated(["1"])},\n 2`, "invalid_input: is not JSON at line 2, column 3: it ends too early"],
    ["depth", `[${repeated(["1"])},${"[".repeat(200)}${"]".repeat(200)}]`, "too_deep: undefined"],
    ["a line", `{}\n${repeated(["1"])}`, "invalid_input: is not JSON at line 2, column 2"],
    ["values", `[${repeated(["1"]).repeat(20)}]`, "invalid_input: holds more than 1500000 values"],
  ])("is refused for %s before any of it is given", (_what, payload, message) => {
    expect(refusal(payload)).toBe(message);
  });
});

test("long JSON lines come to their values", () => {
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 2 }).filter(isNoTable),
      fc.constantFrom("\n", "\r\n", "\n\n"),
      (list, end) => {
        const lines = list.map((row) => row.replaceAll("\n", " "));
        const some = `${lines.join(end)}${end}`;
        const times = Math.ceil(LONG / some.length);
        const { items, report } = converted(some.repeat(times));
        const one = expected(lines).slice(0, lines.length);
        expect(report).toMatchObject({ format: "ndjson" });
        expect(JSON.stringify(unstamped(items))).toBe(
          JSON.stringify(unstamped(Array.from({ length: times }, () => one).flat())),
        );
      },
    ),
    { numRuns: 8 },
  );
});

describe("a long text of XML", () => {
  test("comes to its children", () => {
    const { items, report } = converted(`<r a="1">\n${'<x id="7"><y>&lt;</y>é</x>\n'.repeat(9_000)}</r>`);
    expect(report).toEqual({ format: "xml", root: "r", root_attributes: { "@a": "1" }, element: "x" });
    expect(items).toHaveLength(9_000);
    expect(unstamped(items).at(-1)).toEqual({ "@id": "7", "#content": [{ y: "<" }, "é"], _genius: undefined });
  });

  test("is one item where its children have several names, or text between them", () => {
    const many = "<x>1</x>".repeat(9_000);
    expect(converted(`<r>${many}<z/></r>`).items).toMatchObject([{ x: Array(9_000).fill("1"), z: "" }]);
    const [mixed] = converted(`<r> ${many}\n<![CDATA[t]]>u</r>`).items;
    const content = [" ", ...Array(9_000).fill({ x: "1" }), "\ntu"];
    expect(mixed).toMatchObject({ "#content": content });
  });

  test("is the same where the many stand under one element, or under each of many", () => {
    const rows = "<x>1</x>".repeat(300);
    const channel = { "@k": "v", title: "é𝄞", x: Array(300).fill("1") };
    const under = `<w k="v"><title>é𝄞</title>${rows}</w>`;
    expect(converted(`<r><s/>${under}</r>`).items).toMatchObject([{ s: "", w: channel }]);
    expect(converted(`<r><s/>${under.repeat(200)}</r>`).items).toMatchObject([{ w: Array(200).fill(channel) }]);
    expect(converted(`<r>${under.repeat(200)}</r>`).items).toEqual(Array(200).fill(expect.objectContaining(channel)));
    expect(converted(`<r>a${under}b</r>`).items).toMatchObject([{ "#content": ["a", { w: channel }, "b"] }]);
  });
});
