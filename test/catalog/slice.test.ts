/** Cutting JSON into its members must agree with parsing it, whatever the JSON. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { decodeSlice, membersOf } from "../../src/catalog/spec/slice.ts";

const encode = (text: string) => new TextEncoder().encode(text);

test("the members of any object are what JSON.parse finds", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.integer({ min: 0, max: 3 }), (object, indent) => {
      const bytes = encode(JSON.stringify(object, null, indent));
      const members = [...membersOf(bytes)].map(([key, slice]) => [key, JSON.parse(decodeSlice(bytes, slice))]);
      expect(JSON.stringify(members)).toBe(JSON.stringify(Object.entries(JSON.parse(JSON.stringify(object)))));
    }),
  );
});

test("a text that ends early or breaks off is refused", () => {
  for (const text of ['{"a":', '{"a":{"b":1', '{"a":"x', '{"a" 1}', "{a:1}", '{"a":1 "b":2}']) {
    expect(() => membersOf(encode(text))).toThrow(SyntaxError);
  }
});

test("what is no object has no members", () => {
  for (const text of ["[1]", "1", '"x"', "null"]) expect(membersOf(encode(text)).size).toBe(0);
});
