/** Operations that make anew what something shall be added to: "add a row to the sheet" makes no sheet. */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { singular } from "../slots/spelled-names.ts";
import { type Wish, withoutQuotes } from "../words/wish/wish.ts";
import { lastOfPath } from "./parts.ts";

/** Whether an operation makes what a wish adds something to. */
export function wholeMadeFor(said: Wish): (entry: Entry) => boolean {
  const added = addedIn(withoutQuotes(said));
  if (added === undefined) return () => false;
  const { part, whole } = added;
  return ({ method, name, path }) => {
    // "Add Item to Playback Queue" by POST to "/queue" makes none.
    if (method !== "POST" || wordsOf(splitIdentifier(name)).some((word) => ADDS.has(word))) return false;
    const made = lastOfPath(path);
    if (made.length < LEAST || made.includes("{")) return false;
    return isCalled(made, whole) && !isCalled(made, part);
  };
}

const LEAST = 3;
const ADDS = new Set(["add", "append", "insert", "put"]);
/** In six languages. */
const INTO = new Set(
  "to into onto in zu zur zum in ins a al alla alle au aux à ao à no na nel nella dans en".split(" "),
);

/** What shall be added, and to what; `undefined` where nothing is. */
function addedIn(text: string): { readonly part: readonly string[]; readonly whole: readonly string[] } | undefined {
  const words = wordsOf(text);
  const verb = words.findIndex((word) => withMeanings(word).some((one) => ADDS.has(one)));
  // "an A record" goes into nothing.
  const joint = words.findIndex(
    (word, at) => at > verb + 1 && INTO.has(word) && !/^(?:an?|the)$/.test(words[at - 1] ?? ""),
  );
  if (verb < 0 || joint < 0) return undefined;
  return { part: words.slice(verb + 1, joint), whole: words.slice(joint + 1, joint + MAX_WHOLE) };
}

/** "to my new google sheet". */
const MAX_WHOLE = 5;

/** A "spreadsheet" is called "sheet", too. */
function isCalled(made: string, words: readonly string[]): boolean {
  return words
    .flatMap(withMeanings)
    .map(singular)
    .some((word) => word === made || (word.length > LEAST && made.endsWith(word)));
}
