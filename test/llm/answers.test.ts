import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Type } from "../../src/runtime/actor.ts";
import { addressesIn, withoutStrangeLinks } from "../../src/llm/links.ts";
import { answerReader } from "../../src/llm/reading.ts";
import { percentages } from "../../actors/campaign-builder/percentages.ts";

describe("links", () => {
  test.each([
    ["https://evil.example/a?b=c, and", ", and"],
    ["[click](https://evil.example)", "click"],
    ["![](http://evil.example/p.png?d=secret)", ""],
    ["see www.evil.com.", "see ."],
    ["see evil.com/x", "see"],
    ["//evil.com/x", ""],
    ["javascript:alert(1)", ""],
    ["ftp://evil.example/x", ""],
    ["HTTPS://EVIL.EXAMPLE", ""],
    ["mailto:a@evil.example", ""],
    ["see пример.com/x", "see"],
    ["see ｅｖｉｌ.com", "see"],
    ["in зло.good.example", "in"],
    ["请访问evil.com", "请访问"],
  ])("%p is taken out of an answer", (text, left) => {
    expect(withoutStrangeLinks({ text }, ["https://good.example/"]).value).toEqual({ text: left });
  });

  test.each(["skill.md", "e.g. this", "Node.js 20", "3.5 of 10", "and/or", "10:30", "a. Then b", "Dr.Who"])(
    "%p is none",
    (text) => {
      expect(withoutStrangeLinks({ text }, [])).toEqual({ value: { text }, removed: 0 });
    },
  );

  test("what was given stays, however it was written", () => {
    const given = ["Read https://good.example/a, or good.example/b?c=1."];
    for (const text of [
      "https://good.example/a",
      "http://www.good.example/a/",
      "good.example/b?c=1",
      "(https://good.example/a)",
      "as good.example says",
      "请访问good.example",
    ])
      expect(withoutStrangeLinks(text, given)).toEqual({ value: text, removed: 0 });
    expect(withoutStrangeLinks("https://good.example/a/evil", given).removed).toBe(1);
  });

  test("no answer keeps an address that was not given", () => {
    const address = fc.webUrl({ withQueryParameters: true, withFragments: true });
    const said = fc.array(fc.oneof(fc.lorem(), address), { minLength: 1 }).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(said, (text) => {
        const { value } = withoutStrangeLinks(text, []);
        expect(addressesIn(value)).toEqual([]);
      }),
    );
  });
});

describe("reading", () => {
  const schema = Type.Object({ a: Type.String(), b: Type.Array(Type.Object({ c: Type.Number() })) });
  const read = answerReader(schema, (value) => value);
  const good = { a: "x}{", b: [{ c: 1 }] };

  test("finds the object in any prose around it, and keeps what the schema knows, at every depth", () => {
    const prose = fc.string().filter((text) => !/[{}`"\\]/.test(text));
    fc.assert(
      fc.property(prose, prose, (before, after) => {
        const said = JSON.stringify({ ...good, z: 1, b: [{ c: 1, d: { a: 1 } }] });
        expect(read(before + said + after)).toEqual({ ok: true, value: good });
      }),
    );
  });

  test("never throws, and gives nothing that does not fit", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => text.slice(1)),
        ),
        (text) => {
          const found = read(text);
          if (found.ok) expect(Object.keys(found.value).toSorted()).toEqual(["a", "b"]);
          else expect(found.fault).toMatch(/\.$/);
        },
      ),
    );
    expect(read("{".repeat(100_000)).ok).toBeFalse();
    expect(read("[".repeat(100_000)).ok).toBeFalse();
  });
});

test("percentages add up to 100, none a whole one off its share", () => {
  const weights = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      weights.filter((list) => list.some((weight) => weight > 1e-6)),
      (list) => {
        const sum = list.reduce((a, b) => a + b, 0);
        const shares = percentages(list);
        expect(shares.reduce((a, b) => a + b, 0)).toBe(100);
        for (const [index, share] of shares.entries())
          expect(Math.abs(share - ((list[index] ?? 0) / sum) * 100)).toBeLessThan(1);
      },
    ),
  );
});
