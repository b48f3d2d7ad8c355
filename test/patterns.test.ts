/** The checker of patterns, on those that once kept the hub busy. */
import { describe, expect, test } from "bun:test";
import { judge } from "../scripts/patterns/judge.ts";
import { patternsOf } from "../scripts/patterns/literals.ts";

describe("judge()", () => {
  test.each<[string, string, string]>([
    ["a number", "^-?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?$", ""],
    ["the end of linked data", "(?:-->|\\]\\]>)\\s*;?\\s*$", "g"],
    ["comments before a page", "^\\s*(?:<!--[^]*?-->\\s*)*<(?:html|head|body)\\b", "i"],
    ["slashes at the end", "\\/+$", ""],
  ])(
    "refuses %s",
    async (_, source, flags) => {
      expect(await judge({ source, flags })).toMatchObject({ state: "costly" });
    },
    30_000,
  );

  test.each<[string, string, string]>([
    ["what repeats nothing without end", "[*+]{1,9}x?", ""],
    ["a number", "^-?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?$", ""],
  ])(
    "takes %s",
    async (_, source, flags) => {
      expect(await judge({ source, flags })).toEqual({ state: "linear" });
    },
    30_000,
  );
});

test("patternsOf() finds literals wherever they stand, and what is put together when a function is called", () => {
  const found = patternsOf(`
    export const A: RegExp = /a+\\/[/]/gi;
    const texts = (word: string) => [word.replace(/b/, "/c/"), new RegExp(word), RegExp(\`^\${word}\`)];
    const early = new RegExp("d");
    // /e/
  `);
  expect(found.literals).toEqual([
    { source: "a+\\/[/]", flags: "gi" },
    { source: "b", flags: "" },
  ]);
  expect(found.late.map((code) => code.replace(/\s/g, ""))).toEqual(["newRegExp(word)", "RegExp(`^${word}`)"]);
});
