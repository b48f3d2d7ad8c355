import { expect, test } from "bun:test";
import { isElsewhere } from "../../src/dynamic-tools/rank/elsewhere.ts";
import { parseWish } from "../../src/dynamic-tools/words/wish.ts";
import type { Candidate } from "../../src/dynamic-tools/rank/candidate-match.ts";

const unnamed = { known: [], has: () => false };
const named = { known: ["canada post"], has: () => true };

function asked(words: string, provider: string, apiTitle: string, brands: object = unnamed): boolean {
  const said = parseWish(words, () => false);
  return isElsewhere({ entry: { provider, apiTitle }, said, brands } as unknown as Candidate); // Only these are read.
}

test.each<[string, string, string, boolean]>([
  ["holidays in Germany", "canada-holidays.ca", "Canada Holidays API", true],
  ["holidays in Canada", "canada-holidays.ca", "Canada Holidays API", false],
  ["holidays in Germany and Canada", "canada-holidays.ca", "Canada Holidays API", false],
  ["the weather in New Zealand", "weather.example", "Weather of South Africa", true],
  ["holidays in Germany", "visma.com", "Holidays", false],
  ["holidays this year", "canada-holidays.ca", "Canada Holidays API", false],
])("%s, of %s, %s: elsewhere is %p", (words, provider, title, elsewhere) => {
  expect(asked(words, provider, title)).toBe(elsewhere);
});

test("a service that is named serves other countries, too", () => {
  expect(asked("send a parcel to Germany with Canada Post", "canadapost.ca", "Canada Post", named)).toBe(false);
});
