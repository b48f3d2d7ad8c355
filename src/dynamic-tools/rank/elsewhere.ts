/** APIs of one country, asked about another: "holidays in Germany" are none of Canada's. */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { countryCode } from "../words/names/code-names.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { NamedBrands } from "../words/services/brands.ts";
import type { Wish } from "../words/wish/wish.ts";

/** Whether the service or the title of an API names a country, and the wish only others. */
export function elsewhereFor({ values }: Pick<Wish, "values">, brands: Brands): (entry: Entry) => boolean {
  const asked = new Set(values.flatMap(({ kind, text }) => (kind === "name" ? (countryCode(text) ?? []) : [])));
  if (asked.size === 0) return () => false;
  return (entry) => {
    if (brands.known.length > 0 && brands.has(entry)) return false;
    const own = countriesIn(`${entry.provider.replace(/\.[^.]+$/, "")} ${entry.apiTitle}`);
    return own.length > 0 && own.every((country) => !asked.has(country));
  };
}

type Brands = Pick<NamedBrands, "known" | "has">;

/** In one word or two; shorter ones than "Cuba" are seldom meant as countries. */
function countriesIn(text: string): readonly string[] {
  const words = wordsOf(splitIdentifier(text));
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  return [...words, ...pairs].flatMap((name) => (name.length > 3 ? (countryCode(name) ?? []) : []));
}
