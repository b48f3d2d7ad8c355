/** However many rows an input has, few of them are objects at any time, and the answer is what it would be otherwise. */
import { heapStats } from "bun:jsc";
import { describe, expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { knownTexts } from "../../actors/data-clean/known-texts.ts";
import { PackedRows } from "../../actors/_shared/rows/packed.ts";
import dataClean from "../../actors/data-clean/index.ts";
import { recordsIn } from "../../actors/data-convert/csv/records.ts";
import { readCsv } from "../../actors/data-convert/csv/csv.ts";
import dataConvert from "../../actors/data-convert/index.ts";
import { listElements } from "../../src/runtime/list-elements.ts";
import { LongObject } from "../../src/text/long-value.ts";

const ROWS = 50_000;
const FEW = ROWS / 4;

/** Of this process, in which other tests have left theirs. */
function objectsNow(): number {
  Bun.gc(true);
  const { Object: plain = 0, Array: lists = 0 } = heapStats().objectTypeCounts;
  return plain + lists;
}

describe("of 50,000 rows few are objects when half of them were given", () => {
  const LIST_TEXT = `[${Array.from({ length: ROWS }, (_, id) => `{"id":${id}}`).join(",")}]`;
  const LIST = new TextEncoder().encode(LIST_TEXT);
  const convert = (payload: string) => dataConvert.runInRows?.({ payload }, 0);
  const lines = (field: (id: number) => string) =>
    `id\n${Array.from({ length: ROWS }, (_, id) => field(id)).join("\n")}`;
  test.each([
    ["data-clean", () => dataClean.runInRows?.({ items: listElements(LIST) }, 0)],
    ["data-convert", () => dataConvert.runInRows?.({ payload: lines(String) }, 0)],
    ["data-convert, quoted", () => dataConvert.runInRows?.({ payload: lines((id) => `"${id}"`) }, 0)],
    ["data-convert, JSON", () => convert(LIST_TEXT)],
    ["data-convert, JSON with numbers kept as text", () => convert(LIST_TEXT.replaceAll("}", ".0}"))],
    ["data-convert, JSON in an envelope", () => convert(`{"count":1,"data":${LIST_TEXT}}`)],
    ["data-convert, lists of JSON", () => convert(LIST_TEXT.replaceAll('{"id":', "[").replaceAll("}", "]"))],
    ["data-convert, JSON lines", () => convert(LIST_TEXT.slice(1, -1).replaceAll("},", "}\n"))],
    ["data-convert, XML", () => convert(`<rows>${"<row><id>1</id></row>".repeat(ROWS)}</rows>`)],
    ["data-convert, Markdown", () => convert(`| id |\n|----|\n${"| some text |\n".repeat(ROWS)}`)],
  ])("%s", (_name, run) => {
    const before = objectsNow();
    const said = run();
    let given = 0;
    let objects: number | undefined;
    for (const _item of said?.items ?? []) {
      if (++given !== ROWS / 2) continue;
      objects = objectsNow() - before;
    }
    expect(given).toBe(ROWS);
    expect(objects).toBeLessThan(FEW);
  });
});

test.each([
  ["the root", "<r><z/>", "</r>"],
  ["an element of it", "<r><list>", "</list></r>"],
  ["mixed text", "<r>text", "</r>"],
])("of 50,000 elements of XML in %s few are objects when they are written", (_name, before, after) => {
  const others = objectsNow();
  const said = dataConvert.runInRows?.({ payload: `${before}${"<row><id>1</id></row>".repeat(ROWS)}${after}` }, 0);
  const [item = {}] = said?.items ?? [];
  let rows = 0;
  let objects: number | undefined;
  for (const piece of new LongObject(item).json()) {
    rows += piece.split('"id"').length - 1;
    if (objects !== undefined || rows < ROWS / 2) continue;
    objects = objectsNow() - others;
  }
  expect(rows).toBe(ROWS);
  expect(objects).toBeLessThan(FEW);
});

describe("a text that is read in parts", () => {
  const OPTIONS = {
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  };
  const dialect = (body: string, delimiter: string, hasBlanks: boolean) =>
    ({ body, delimiter, escape: '"', hasBlanks, linesBefore: 0 }) as const;

  test("has the records that the library reads from the whole", () => {
    const field = fc.constantFrom("", "a", " ", " b", '"q;""q"', '"l\r\nl"', 'st"ray', "é€", "x".repeat(5_000));
    const line = fc.tuple(fc.array(field, { maxLength: 4 }), fc.constantFrom("\n", "\r\n", "\r", "\n\n"));
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.constantFrom(1, 8),
        (table, hasBlanks, times) => {
          const text = table
            .map(([fields, end]) => fields.join(";") + end)
            .join("")
            .repeat(times);
          const records = recordsIn(dialect(text, ";", hasBlanks));
          const read: (readonly string[])[] = [];
          records.readOver((record) => read.push(record), Number.MAX_SAFE_INTEGER);
          const whole = text.trim() === "" ? [] : parse(text, { ...OPTIONS, delimiter: ";", ltrim: hasBlanks });
          expect(read).toEqual(whole);
          expect([...records]).toEqual(whole);
        },
      ),
      { numRuns: 30 },
    );
  });

  test("gives its rows as often as it is asked", () => {
    const { rows, count } = readCsv(`a,b\n${"1,2\n".repeat(40_000)}`);
    expect([[...rows].length, [...rows].length, count]).toEqual([40_000, 40_000, 40_000]);
  });
});

test("new PackedRows() gives the rows as they were added", () => {
  const rows = Array.from({ length: 300 }, (_, id) => JSON.parse(`{"__proto__":${id},"2":"é","1":[null,-0.5]}`));
  const packed = new PackedRows();
  for (const row of rows) packed.add(row);
  expect(packed.count).toBe(300);
  for (let times = 0; times < 2; times++) expect([...packed]).toEqual(rows);
});

test("knownTexts() tells a text that it has met from one that it has not", () => {
  const known = knownTexts();
  const texts = Array.from({ length: 1_000 }, (_, id) => `${id}`);
  expect(texts.filter((text) => known.add(text))).toEqual(texts);
  expect(texts.filter((text) => known.add(text))).toEqual([]);
  expect(known.count).toBe(1_000);
});
