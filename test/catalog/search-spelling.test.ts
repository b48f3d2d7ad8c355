/** A misspelt word is read as the nearest known one. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { openSpelling } from "../../src/catalog/words/spelling.ts";
import { editDistance } from "../../src/text/edit-distance.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d", "e"), minLength: 3, maxLength: 8 });

test("one slip in a short word and two in a longer one are forgiven", () => {
  const nearest = openSpelling(["message", "mail", "weather", "messages"]);
  expect(nearest("mesage")).toBe("message");
  expect(nearest("wehater")).toBe("weather");
  expect(nearest("mial")).toBe("mail");
  expect(nearest("moil")).toBe("mail");
  expect(nearest("mool")).toBeUndefined();
});

test("of equally near words the same first letter wins, then the commoner", () => {
  expect(openSpelling(["best", "test", "tesa"])("tess")).toBe("test");
});

test("another first letter counts as half a slip more", () => {
  expect(openSpelling(["weather"])("ewather")).toBe("weather");
  expect(openSpelling(["asana"])("lasagna")).toBeUndefined();
});

test("looking at few words finds what looking at all would find", () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (known, asked) => {
      const allowed = asked.length <= 4 ? 1 : 2;
      const edits = (one: string) => editDistance(asked, one, 9) + (one[0] === asked[0] ? 0 : 0.5);
      const best = known.toSorted((a, b) => edits(a) - edits(b))[0];
      expect(openSpelling(known)(asked)).toBe(best !== undefined && edits(best) <= allowed ? best : undefined);
    }),
  );
});

test("slips are counted as if every way of aligning the words had been tried", () => {
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
      const slips = slipsBetween(a, b);
      const found = editDistance(a, b, limit);
      if (slips <= limit) expect(found).toBe(slips);
      else expect(found).toBeGreaterThan(limit);
    }),
  );
});

/** By the definition: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance#Optimal_string_alignment_distance */
function slipsBetween(a: string, b: string): number {
  const known = new Map<string, number>();
  const between = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const ways = [between(i - 1, j) + 1, between(i, j - 1) + 1, between(i - 1, j - 1) + Number(a[i - 1] !== b[j - 1])];
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) ways.push(between(i - 2, j - 2) + 1);
    known.set(key, Math.min(...ways));
    return Math.min(...ways);
  };
  return between(a.length, b.length);
}
