import { expect, test } from "bun:test";
import { elsewhereFor } from "../../../src/dynamic-tools/rank/elsewhere.ts";
import type { NamedBrands } from "../../../src/dynamic-tools/words/services/brands.ts";
import { parseWish } from "../../../src/dynamic-tools/words/wish/wish.ts";
import type { Entry } from "../../../src/runtime/catalog.ts";

const unnamed: Pick<NamedBrands, "known" | "has"> = { known: [], has: () => false };
const named = { known: ["canada post"], has: () => true };

function asked(words: string, provider: string, apiTitle: string, brands = unnamed): boolean {
  const said = parseWish(words, () => false);
  return elsewhereFor(said, brands)({ provider, apiTitle } as Entry); // Only these are read.
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
