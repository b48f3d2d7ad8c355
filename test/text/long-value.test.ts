/** A value that is written in pieces comes to the text that the engine writes of the whole. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { built, hasLongValues, LongObject, LongText } from "../../src/text/long-value.ts";

const written = (value: LongObject | LongText): string => [...value.json()].join("");
const LONG = 70_000;

test("an object in pieces is the JSON of the object", () => {
  const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), fc.string({ unit: "binary", minLength: 1 }), (fields, text) => {
      const object = { ...fields, long: text.repeat(Math.ceil(LONG / text.length)) };
      expect(written(new LongObject(object))).toBe(JSON.stringify(object));
      expect(hasLongValues(object)).toBe(true);
    }),
  );
  expect(written(new LongObject({}))).toBe("{}");
});

test("no character is cut in two", () => {
  for (const before of ["", "a"]) {
    const text = before + "𝄞".repeat(LONG);
    expect(JSON.parse(written(new LongObject({ text })))).toEqual({ text });
    for (const piece of new LongObject({ text }).json()) expect(piece.isWellFormed()).toBe(true);
  }
});

test("a text of parts is a text, and so is what it stands in", () => {
  const csv = new LongText(['"a"\r\n', "é𝄞\r\n"]);
  const item = { csv, list: new LongObject({ csv }), rows: 1 };
  const whole = { csv: '"a"\r\né𝄞\r\n', list: { csv: '"a"\r\né𝄞\r\n' }, rows: 1 };
  expect(written(new LongObject(item))).toBe(JSON.stringify(whole));
  expect(built<object & Record<string, unknown>>(item)).toEqual(whole);
  expect(JSON.stringify(item)).toBe(JSON.stringify(whole));
});
