/**
 * What is left out of a deletion: "delete everything in the folder 5" keeps the folder, and "stop all servers except 5" does
 * not stop that one.
 */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { STOP_WORDS } from "../../catalog/words/stop-words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { Slot } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";
import { saysExceptions, takesExceptions } from "../words/clauses/exceptions.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import { type Wish, withoutQuotes } from "../words/wish/wish.ts";

interface Found {
  readonly entry: Entry;
  readonly said: Wish;
}

const WITHIN =
  /(?<!\p{L})(?:everything|all (?:of )?(?:the |its |my )?\p{L}{2,30}|alles|alle \p{L}{2,30}|todo|tod[oa]s (?:l[oa]s )?\p{L}{2,30}|tout|tou(?:te)?s les \p{L}{2,30}|tudo|tutto) (?:in|on|inside|within|from|of|auf|aus|von|en|de|dans|sur|em|n[ao]|nel|nella|del?|d[ao]) ([^,;.!?]{2,80})/iu;

/** "Permanently remove folder". */
const MANNER = /ly$/;

/** Whether what is emptied would be deleted itself. */
export function isOfContainer({ entry, said }: Found): boolean {
  if (said.effect !== "delete" || effectOfOperation(entry) !== "destroy") return false;
  const within = wordsOf(WITHIN.exec(withoutQuotes(said))?.[1] ?? "").map(singular);
  const named = wordsOf(splitIdentifier(entry.name)).filter(
    (word) => !isVerb(word) && !STOP_WORDS.has(word) && !MANNER.test(word),
  );
  if (within.length === 0 || named.length === 0) return false;
  if (!speaksOfSort(entry, said)) return true;
  // Who says no more than "everything" means none of its parts either.
  return named.every((word) => within.includes(singular(word))) || (EVERYTHING.test(said.text) && !isOfAll(entry.name));
}

/** "all files in the folder 5": what says nothing of files deletes something else of the folder. */
const OF_SORT =
  /(?<!\p{L})(?:all (?:of )?(?:the |its |my )?|alle |tod[oa]s (?:l[oa]s )?|tou(?:te)?s les )(\p{L}{3,30}) (?:in|on|inside|within|from|of|auf|aus|von|en|de|dans|sur|em|n[ao]|del|d[ao]) /iu;

function speaksOfSort({ name, path, description }: Entry, said: Wish): boolean {
  const [, sort] = OF_SORT.exec(withoutQuotes(said)) ?? [];
  if (sort === undefined) return true;
  const spoken = new Set(wordsOf(splitIdentifier(`${name} ${path} ${description}`)).map(singular));
  return wordsOf(sort)
    .flatMap(withMeanings)
    .map(singular)
    .some((word) => spoken.has(word));
}

const EVERYTHING = /(?<!\p{L})(?:everything|alles|tudo|tutto)(?!\p{L})/iu;

function isOfAll(name: string): boolean {
  return wordsOf(splitIdentifier(name)).some((word) => OF_ALL.test(word));
}

const OF_ALL = /^(?:all|everything|items?|contents?|clear|empty|purge|bulk|batch|many|multiple)$/;

/** Whether it does something to what is there, and cannot be told of exceptions. */
export function isOfExcepted({ entry, said }: Found, slots: readonly Slot[]): boolean {
  const { effect } = said;
  const isRead = entry.method === "GET" && effectOfOperation(entry) === "read";
  if ((effect !== "delete" && effect !== "change" && effect !== "run") || isRead) return false;
  return saysExceptions(withoutQuotes(said)) && !slots.some(({ name }) => takesExceptions(spellOut(name)));
}
