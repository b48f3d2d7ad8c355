/** Who or what is taken out of something by its name: "remove bob from the channel". */
import { wordsOf } from "../../catalog/words/words.ts";
import type { Wish } from "./wish.ts";

/** Without an article. */
const TAKEN_BY_NAME =
  /^\W{0,3}(?:please\s|bitte\s)?\p{L}{2,20}\s((?:[\p{L}\d'’-]{2,30}\s){1,2})(?:from|off|out of|von|vom|aus)\s/iu;

/** Its words. */
export function takenOut({ text, effect }: Pick<Wish, "text" | "effect">): readonly string[] {
  return effect === "delete" ? wordsOf(TAKEN_BY_NAME.exec(text)?.[1] ?? "").filter(namesThing) : [];
}

/** Not so "all of it". */
export function namesThing(word: string): boolean {
  return !OF_ANY.has(word);
}

const OF_ANY = new Set(
  "one any each some none both half part rest everything anything all me my the this that it them him her us".split(
    " ",
  ),
);
