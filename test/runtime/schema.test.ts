import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Type } from "../../src/runtime/actor.ts";
import { nearest } from "../../src/runtime/meant-name.ts";
import { faultFinder, guardOf, inputValidator, readerOf } from "../../src/runtime/schema.ts";
import { NOT_BLANK, OneOf } from "../../src/runtime/schema-parts.ts";
import { isPlainSchema } from "../../src/runtime/served-schema.ts";

const Input = Type.Object({
  q: Type.String({ minLength: 2, maxLength: 20 }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 9, default: 3 })),
  fields: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 3, default: ["name"] })),
  mode: Type.Optional(OneOf(["fast", "c++", "a.b"])),
  where: Type.Optional(Type.Object({ city: Type.String() })),
  either: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  code: Type.Optional(Type.String({ pattern: "^[a-z]+$" })),
  mail: Type.Optional(Type.String({ pattern: "^[a-z]+@[a-z.]+$", examples: ["you@example.com"] })),
  words: Type.Optional(Type.String({ minLength: 1, maxLength: 5, pattern: NOT_BLANK })),
});
const validate = inputValidator(Input);

describe("inputValidator()", () => {
  test("fills in defaults and leaves out what it does not know", () => {
    expect(validate({ q: "tea", other: 1 })).toEqual({
      ok: true,
      value: { q: "tea", limit: 3, fields: ["name"] },
      warnings: ['Unknown field "other" was ignored.'],
    });
  });

  test.each([
    [{}, "/q", "is required"],
    [{ q: 1 }, "/q", "must be string"],
    [{ q: null }, "/q", "must be string"],
    [{ q: "x" }, "/q", "must have a length greater or equal to 2"],
    [{ q: "x".repeat(21) }, "/q", "must have a length less or equal to 20"],
    [{ q: "ok", limit: "3" }, "/limit", "must be integer"],
    [{ q: "ok", limit: 10 }, "/limit", "must be less or equal to 9"],
    [{ q: "ok", fields: [] }, "/fields", "must have a length greater or equal to 1"],
    [{ q: "ok", fields: ["a", 2] }, "/fields/1", "must be string"],
    [{ q: "ok", mode: "slow" }, "/mode", "must be one of fast, c++, a.b"],
    [{ q: "ok", where: {} }, "/where/city", "is required"],
    [{ q: "ok", code: "A1" }, "/code", "must match '^[a-z]+$'"],
    [{ q: "ok", mail: "you" }, "/mail", 'must be such as "you@example.com"'],
    [{ q: "ok", either: 5 }, "/either", "must be string or null"],
    [{ q: "ok", words: " " }, "/words", "must not be blank"],
    [{ q: "ok", words: "" }, "/words", "must not be blank"],
    [{ q: "ok", words: 5 }, "/words", "must be string"],
    [{ q: "ok", words: "too long" }, "/words", "must have a length less or equal to 5"],
    ["text", "", "must be a JSON object"],
    [[], "", "must be a JSON object"],
    [null, "", "must be a JSON object"],
    [undefined, "", "must be a JSON object"],
  ])("says of %j that %j %s", (input, pointer, detail) => {
    expect(validate(input)).toEqual({ ok: false, issues: [{ pointer, detail }] });
  });

  test("a default is each run's own: an actor that changes it changes nothing else", () => {
    const first = validate({ q: "tea" });
    if (first.ok) (first.value["fields"] as string[]).push("planted");
    expect(validate({ q: "tea" })).toMatchObject({ ok: true, value: { fields: ["name"] } });
    expect(Input.properties.fields.default).toEqual(["name"]);
  });

  test("names at most twenty unknown fields, and says how many there were", () => {
    const flood = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x${index}`, 1]));
    const validation = validate({ q: "tea", ...flood });
    if (!validation.ok) throw new Error("the input is valid");
    expect(validation.warnings).toHaveLength(21);
    expect(validation.warnings.at(-1)).toBe("9980 more unknown fields were ignored.");
    expect(validate({ q: "tea", ["y".repeat(1000)]: 1 })).toMatchObject({
      warnings: [`Unknown field "${"y".repeat(64)}" was ignored.`],
    });
  });

  test("lists at most twenty faults, each place once", () => {
    const many = inputValidator(Type.Object({ all: Type.Array(Type.Integer()) }));
    const validation = many({ all: Array.from({ length: 500 }, () => "x") });
    if (validation.ok) throw new Error("the input is not valid");
    expect(new Set(validation.issues.map(({ pointer }) => pointer)).size).toBe(20);
  });

  test("never throws, never changes its input and never answers a field it does not know", () => {
    const names = Object.keys(Input.properties);
    const key = fc.oneof(fc.constantFrom(...names, "__proto__", "constructor", "toString"), fc.string());
    const sent = fc.oneof(
      fc.anything(),
      fc
        .dictionary(key, fc.jsonValue())
        .map((fields) => JSON.stringify(fields))
        .map((text) => JSON.parse(text)),
      fc
        .record({ q: fc.constant("tea") })
        .chain((valid) => fc.dictionary(key, fc.jsonValue()).map((more) => ({ ...more, ...valid }))),
    );
    fc.assert(
      fc.property(sent, (input) => {
        const before = Bun.inspect(input, { depth: 50 });
        const validation = validate(input);
        expect(Bun.inspect(input, { depth: 50 })).toBe(before);
        if (!validation.ok) return expect(validation.issues).not.toBeEmpty();
        expect(Object.keys(validation.value).filter((name) => !names.includes(name))).toEqual([]);
        expect(Object.getPrototypeOf(validation.value)).toBe(Object.prototype);
      }),
      { numRuns: 1000 },
    );
  });

  test("`__proto__` from the wire is an unknown field and nothing more", () => {
    const validation = validate(JSON.parse('{"q":"tea","__proto__":{"limit":9,"polluted":true}}'));
    expect(validation).toMatchObject({
      ok: true,
      value: { limit: 3 },
      warnings: ['Unknown field "__proto__" was ignored.'],
    });
    expect(validate(JSON.parse('{"__proto__":{"q":"tea"}}')).ok).toBeFalse();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe("OneOf()", () => {
  test("takes its values and no others, whatever characters they are made of", () => {
    const fault = faultFinder(OneOf(["c++", "a.b", "(", "x|y"]));
    for (const value of ["c++", "a.b", "(", "x|y"]) expect(fault(value)).toBeUndefined();
    for (const value of ["c", "ccc", "axb", "x", "y", "", "a.b\n", 1]) {
      expect(fault(value)?.detail).toBe("must be one of c++, a.b, (, x|y");
    }
  });

  test("is served as an enum", () => {
    expect(OneOf(["a", "b"], { default: "a" })).toMatchObject({ type: "string", enum: ["a", "b"], default: "a" });
  });
});

describe("isPlainSchema()", () => {
  test.each([
    ["nothing but JSON", Type.Object({ a: Type.Array(Type.Union([Type.String(), Type.Null()])) }), true],
    ["fields named like keywords", Type.Object({ format: Type.String(), type: Type.Integer() }), true],
    [
      "a default that holds a keyword",
      Type.Object({ a: Type.Object({}, { default: { format: "csv", type: "x" } }) }),
      true,
    ],
    ["a list", Type.Array(Type.String()), false],
    ["a format nobody checks", Type.Object({ a: Type.String({ format: "nonsense" }) }), false],
    ["a date", Type.Object({ a: Type.Date() }), false],
    ["a big integer", Type.Object({ a: Type.Array(Type.BigInt()) }), false],
    ["a function", Type.Object({ a: Type.Function([], Type.String()) }), false],
  ])("%s: %#", (_, schema, isPlain) => {
    expect(isPlainSchema(schema)).toBe(isPlain);
  });
});

describe("nearest()", () => {
  test.each([
    ["limmit", "limit"],
    ["LIMIT", "limit"],
    ["Q", "q"],
    ["x", undefined],
    ["", undefined],
    ["querry", "query"],
    ["qeury", "query"],
    ["entirely-else", undefined],
  ])("%p is near %p", (word, name) => {
    expect(nearest(word, ["q", "limit", "query"])).toBe(name as string);
  });

  test("gives the nearest of the names, at most two edits and a third of the word away", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 10 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 5 }), (sought, names) => {
        const reach = Math.min(2, Math.floor(sought.length / 3));
        const distances = names.map((name) => distance(sought, name));
        const best = Math.min(...distances);
        const expected = best <= reach ? names[distances.indexOf(best)] : undefined;
        expect(nearest(sought, names)).toBe(expected as string);
      }),
      { numRuns: 500 },
    );
  });

  function distance(a: string, b: string): number {
    if (a === "" || b === "") return a.length + b.length;
    const substitution = distance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1);
    if (a[0] === b[0]) return substitution;
    const isSwap = a[0] === b[1] && a[1] === b[0];
    const swap = isSwap ? distance(a.slice(2), b.slice(2)) + 1 : Infinity;
    return Math.min(substitution, swap, distance(a.slice(1), b) + 1, distance(a, b.slice(1)) + 1);
  }
});

describe("guardOf() and readerOf()", () => {
  const Point = Type.Object({ x: Type.Number(), name: Type.Optional(Type.String()) });

  test("let through what fits, as it is", () => {
    const value: unknown = JSON.parse('{"x":1,"more":true}');
    expect(guardOf(Point)(value)).toBe(true);
    expect(readerOf(Point)(value)).toEqual({ ok: true, value: { x: 1, more: true } as never });
  });

  test("say what does not fit, and where", () => {
    expect(guardOf(Point)({ x: "1" })).toBe(false);
    expect(readerOf(Point)({ x: 1, name: 2 })).toEqual({
      ok: false,
      fault: { pointer: "/name", detail: "must be string" },
    });
    expect(readerOf(Point)(undefined)).toMatchObject({ ok: false, fault: { pointer: "" } });
  });
});

describe("a field under another name", () => {
  const judge = inputValidator(
    Type.Object({
      lat: Type.Number(),
      lon: Type.Number(),
      periods: Type.Optional(Type.Integer()),
      at: Type.Optional(Type.Object({ hour: Type.Integer() })),
    }),
  );

  test.each<[object, readonly string[]]>([
    [
      { latitude: 1, longitude: 2 },
      ['is required; did you mean it by "latitude"?', 'is required; did you mean it by "longitude"?'],
    ],
    [{ lat: 1, lng: 2 }, ['is required; did you mean it by "lng"?']],
    [{ lat: 1, x: 2 }, ['is required; did you mean it by "x"?']],
    [{ x: 1, y: 2 }, ["is required", "is required"]],
    [{ lat: 1, x: 2, y: 3 }, ["is required"]],
    [{ lat: 1, lon: 2, at: {}, hours: 3 }, ["is required"]],
  ])("%j is asked for what it lacks", (input, details) => {
    const validation = judge(input);
    expect(validation.ok ? [] : validation.issues.map(({ detail }) => detail)).toEqual([...details]);
  });

  test.each<[string, string]>([
    ["period", 'Unknown field "period" was ignored. Did you mean "periods"?'],
    ["latitude", 'Unknown field "latitude" was ignored. Did you mean "lat"?'],
    ["la", 'Unknown field "la" was ignored. Did you mean "lat"?'],
    ["l", 'Unknown field "l" was ignored.'],
    ["city", 'Unknown field "city" was ignored.'],
  ])("%s is left out, and told", (name, warning) => {
    expect(judge({ lat: 1, lon: 2, [name]: 3 })).toMatchObject({ ok: true, warnings: [warning] });
  });
});
