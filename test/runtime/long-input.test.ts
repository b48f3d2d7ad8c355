/** Long parts of a body stay text until a thread works on them, and nobody can tell the difference. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Type } from "../../src/runtime/actor.ts";
import { MAX_MEMBERS, parseJson, parseLongJson } from "../../src/runtime/json.ts";
import { inputValidator } from "../../src/runtime/schema.ts";
import { LongJson } from "../../src/text/long-json.ts";
import { canonicalJson } from "../../src/runtime/canonical-json.ts";

const LONG = 16 * 1024;
const parseLong = (text: string) => parseLongJson(Buffer.from(text), true);

/** What it would be if it had been built. */
function built(value: unknown): unknown {
  const parts = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    parts.map(([name, part]) => [
      name,
      part instanceof LongJson ? parseJson(new TextDecoder().decode(part.bytes)) : part,
    ]),
  );
}

describe("parseLongJson() that may leave text", () => {
  test("says what parseJson() says, of any members in any order, spelling and number", async () => {
    const long = fc.constantFrom(
      `"${"\\u00e4".repeat(4_000)}"`,
      ` [ ${"12345678901234567890,".repeat(1_000)} 1 ] `,
      `"${" ".repeat(LONG)}"`,
      `${" ".repeat(LONG)}1`,
    );
    const short = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value));
    const name = fc.constantFrom("a", "\\u0061", "b", "__proto__", "", "c\\n");
    const member = fc.tuple(name, fc.oneof({ arbitrary: short, weight: 2 }, long));
    await fc.assert(
      fc.asyncProperty(fc.array(member, { maxLength: 6 }), async (members) => {
        const text = `\n{ ${members.map(([key, value]) => ` "${key}" : ${value} `).join(",")} }`;
        const read = await parseLong(text);
        expect(built(read)).toEqual(built(parseJson(text)));
        expect(Object.keys(read as object)).toEqual(Object.keys(parseJson(text) as object));
      }),
    );
  });

  test("names an object with too many members, and too many values that are not in long parts", async () => {
    const names = Array.from({ length: MAX_MEMBERS + 1 }, (_, index) => `"n${index}":1`).join(",");
    await expect(parseLongJson(Buffer.from(`{${names}}`))).rejects.toMatchObject({ code: "payload_too_large" });
    await expect(parseLongJson(Buffer.from(`{"a":[${"1,".repeat(200_000)}1]}`))).rejects.toMatchObject({
      code: "payload_too_large",
    });
    expect(await parseLong(`{"a":[${"1,".repeat(200_000)}1]}`)).toEqual({ a: expect.any(LongJson) });
    const digits = "1".repeat(200_000);
    for (const text of [`{"a":${digits}}`, `{"long":"${" ".repeat(LONG)}","a":[-${digits}e5]}`])
      await expect(parseLong(text)).rejects.toMatchObject({ code: "payload_too_large" });
    const row = `[${"1,".repeat(7_000)}1]`;
    const rows = Array.from({ length: 40 }, (_, index) => `"n${index}":${row}`).join(",");
    await expect(parseLong(`{"long":"${" ".repeat(LONG)}",${rows}}`)).rejects.toMatchObject({
      code: "payload_too_large",
    });
  });

  test("gives equal parts one name in a fingerprint, and others another", async () => {
    const read = async (fill: string) => canonicalJson(await parseLong(`{"b":1,"a":"${fill.repeat(LONG)}"}`));
    expect(await read("x")).toBe(await read("x"));
    expect(await read("x")).not.toBe(await read("y"));
  });
});

test("a long part is held against the kind its schema asks, and refused where more is asked of it", async () => {
  const validate = inputValidator(
    Type.Object({
      text: Type.Optional(Type.String({ description: "Any." })),
      rows: Type.Optional(Type.Array(Type.Unknown())),
      word: Type.Optional(Type.String({ pattern: "^[a-z]*$" })),
    }),
  );
  const read = (text: string) => parseLong(text).then(validate);
  const string = `"${"x".repeat(LONG)}"`;
  const list = `[${"1,".repeat(LONG)}1]`;
  expect(await read(`{"text":${string},"rows":${list},"more":${list}}`)).toMatchObject({
    ok: true,
    warnings: ['Unknown field "more" was ignored.'],
  });
  expect(await read(`{"text":${list}}`)).toEqual({
    ok: false,
    issues: [{ pointer: "/text", detail: "must be string" }],
  });
  expect(await read(`{"rows":${string}}`)).toMatchObject({ ok: false, issues: [{ pointer: "/rows" }] });
  expect(await read(`{"word":${string}}`)).toEqual({
    ok: false,
    issues: [{ pointer: "/word", detail: "is too long" }],
  });
});
