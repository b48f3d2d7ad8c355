/** What a stranger writes is matched in time that grows with its length and no faster. */
import { expect, test } from "bun:test";
import { readLinkedData } from "../../src/page/metadata/json-ld.ts";
import { kindOf } from "../../src/page/kind.ts";
import type { Element } from "../../src/page/tree/tree.ts";
import { faultsOf } from "../../src/proxy/request/schema.ts";

const BUDGET_MS = 500;

function milliseconds(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

test.each<[string, string]>([
  ["comments before a tag that is none", `${"<!---->\t".repeat(120)}>`],
  ["comments within comments", `<!-${"---><!--><!----><!-".repeat(50)}`],
  ["declarations", "<?xml".repeat(200)],
])("kindOf() is quick with %s", (_, start) => {
  for (const type of ["text/html", "application/xml", null])
    expect(milliseconds(() => kindOf(type, Buffer.from(start)))).toBeLessThan(BUDGET_MS);
});

test.each<[string, string]>([
  ["spaces", `{"@type":"Article"}-->${" ".repeat(200_000)}x`],
  ["semicolons and spaces", `{}${"; ".repeat(100_000)}x`],
  ["ends of comments", "-->\t".repeat(50_000)],
])("readLinkedData() is quick with %s", (_, text) => {
  const script = { tag: "script", attributes: new Map([["type", "application/ld+json"]]), children: [text] };
  expect(milliseconds(() => readLinkedData([script as unknown as Element]))).toBeLessThan(BUDGET_MS);
});

test.each<[string, string]>([
  ["a comment", '<!-- {"@type":"Article"} -->'],
  ["character data", '<![CDATA[{"@type":"Article"}]]>'],
  ["character data in comments", '/*<![CDATA[*/{"@type":"Article"}/*]]>*/;'],
  ["character data after slashes", '//<![CDATA[\n{"@type":"Article"};\n//]]>'],
])("readLinkedData() reads what stands in %s", (_, text) => {
  const script = { tag: "script", attributes: new Map([["type", "application/ld+json"]]), children: [text] };
  expect(readLinkedData([script as unknown as Element]).types).toEqual(["Article"]);
});

test.each<[string, string, object]>([
  ["digits that are no number", `${"1".repeat(160_000)}x`, { type: "number" }],
  ["digits that are no integer", `${"1".repeat(160_000)}x`, { type: "integer" }],
  ["a pattern of one repetition beside the other", "a".repeat(256), { type: "string", pattern: "^a*a*a*a*a*a*b$" }],
  ["a pattern of repetitions in a repetition", "a".repeat(256), { type: "string", pattern: "^(a*a*){5}b$" }],
  ["a pattern without a beginning", "a".repeat(256), { type: "string", pattern: "a+a+a+a+b" }],
])("faultsOf() is quick with %s", (_, value, schema) => {
  const judge = { lookup: () => undefined, isText: true };
  expect(milliseconds(() => faultsOf(value, schema, "", judge))).toBeLessThan(BUDGET_MS);
});
