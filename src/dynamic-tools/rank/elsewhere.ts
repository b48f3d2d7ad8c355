/** APIs of one country, asked about another: "holidays in Germany" are none of Canada's. */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { countryCode } from "../words/code-names.ts";
import type { Candidate } from "./candidate-match.ts";

/** Whether the service or the title of the API names a country, and the wish only others. */
export function isElsewhere({ entry, said, brands }: Pick<Candidate, "entry" | "said" | "brands">): boolean {
  const asked = new Set(said.values.flatMap(({ kind, text }) => (kind === "name" ? (countryCode(text) ?? []) : [])));
  if (asked.size === 0 || (brands.known.length > 0 && brands.has(entry))) return false;
  const own = countriesIn(`${entry.provider.replace(/\.[^.]+$/, "")} ${entry.apiTitle}`);
  return own.length > 0 && own.every((country) => !asked.has(country));
}

/** In one word or two; shorter ones than "Cuba" are seldom meant as countries. */
function countriesIn(text: string): readonly string[] {
  const words = wordsOf(splitIdentifier(text));
  const pairs = words.slice(1).map((word, at) => `${words[at]} ${word}`);
  return [...words, ...pairs].flatMap((name) => (name.length > 3 ? (countryCode(name) ?? []) : []));
}
