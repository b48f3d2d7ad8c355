/** What shall not be done: "don't delete anything, only show my boards" asks to see them, and "lösche das nicht" for nothing. */
import { foldLetters } from "../../text/fold-letters.ts";

/** As a wish begins, accents and umlauts dropped; German says it behind the verb, and of nothing else within the clause. */
const BEGINNINGS: readonly RegExp[] = [
  /^\W{0,3}(?:please\s|but\s)?(?:do not|don['’]?t|never)\s(?!forget\b|hesitate\b)/,
  /^\W{0,3}(?:por favor,?\s)?(?:no|nao|non)\s(?:me\s|lo\s|la\s|o\s|a\s)?\p{L}{3,20}(?:[ae]s?|i|are|ere|ire|em|en)\s/u,
  /^\W{0,3}(?:ne\s|n['’])\p{L}{2,20}\s(?:pas|rien|jamais|aucune?)\b/u,
  /^\W{0,3}(?:bitte\s)?\p{L}{3,20}\s(?:bitte\s|mir\s)?(?:nichts|keine?[nmrs]?)\b/u,
  // "lösche nicht bezahlte Rechnungen" says which ones.
  /^\W{0,3}(?:bitte\s)?\p{L}{3,20}\s(?:bitte\s|mir\s)?nicht\s(?:das|die|den|dem|der|dies\p{L}{1,2}|jen\p{L}{1,2}|alles?|(?:m|d|s)eine?[nmrs]?|unsere?[nmrs]?)\s/u,
  /^\W{0,3}(?:bitte\s)?\p{L}{3,20}\s(?:[^,;.!?]{1,60}\s)?nicht\s?(?:[,;.!?]|$)/u,
];
/** Where what shall be done instead begins. */
const INSTEAD = /[,;.!?]\s|\s(?:but|only|just|sondern|aber|nur|pero|sino|solo|mais|mas|ma|seulement|apenas)\s/;

/** What is said behind it, "" where nothing is; `undefined` where a wish begins with no such thing. */
export function behindNegation(wish: string): string | undefined {
  const folded = foldLetters(wish);
  if (folded.length !== wish.length || !BEGINNINGS.some((beginning) => beginning.test(folded))) return undefined;
  const instead = INSTEAD.exec(folded);
  return instead === null ? "" : wish.slice(instead.index + instead[0].length);
}
