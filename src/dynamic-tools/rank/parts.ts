/** Operations on a part or a setting of the thing that was said: who stops a database keeps its backups as they are. */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { singular } from "../slots/spelled-names.ts";
import type { Wish } from "../words/wish/wish.ts";

const ENDS_THINGS = new Set("delete remove archive destroy erase".split(" "));

/** "archive the list 5" is of no member of it, and "delete the branch 5" takes not its protection away. */
export function isOfPart({ method, path }: Entry, noun: string, { verb, text, effect }: Wish): boolean {
  const isEnd = withMeanings(verb).some((one) => ENDS_THINGS.has(one));
  if (method !== "DELETE" || !(isEnd || effect === "delete")) return false;
  const things = path
    .split("/")
    .filter((piece) => /^\w/.test(piece))
    .map((piece) => wordsOf(splitIdentifier(piece)).map(singular));
  const part = things.pop() ?? [];
  const nouns = withMeanings(noun);
  const said = new Set(wordsOf(text).map(singular));
  // "/servers/{id}/delete" is of the server.
  const isItself = part.every((word) => ENDS_THINGS.has(word) || word === verb || nouns.includes(word));
  if (isOfIts(part, nouns, said)) return true;
  return (
    isEnd &&
    !isItself &&
    things.some((thing) => nouns.some((one) => thing.includes(one))) &&
    !part.some((word) => said.has(word))
  );
}

/** "/build-cache": who cancels the build 5 keeps the cache. */
function isOfIts(part: readonly string[], nouns: readonly string[], said: ReadonlySet<string>): boolean {
  const rest = part.slice(part.findIndex((word) => nouns.includes(word)) + 1);
  return rest.length > 0 && rest.length < part.length && !rest.some((word) => said.has(word) || ENDS_THINGS.has(word));
}

/** Each of them may be any thing, or says how it is told. */
const ANY = new Set("instance resource object item record entry id ids identifier by v1 v2 v3".split(" "));
/** What follows the noun in a name: "Create a card for a user". */
export const AFTER_NOUN: ReadonlySet<string> = new Set(
  "for from of in on to with within by under and or using at".split(" "),
);

/** "stop the instance 5" is not answered by "StopInstanceBackups": where a path says not of what, the name does. */
export function isNamedOfPart({ name, path }: Entry, noun: string, { text, verb }: Wish): boolean {
  const nouns = withMeanings(noun);
  const isNoun = (word: string) => nouns.includes(singular(word));
  if (path.split(/[/#?&=]/).some((piece) => !piece.includes("{") && isPlain(piece, isNoun))) return false;
  const named = wordsOf(splitIdentifier(name));
  const at = named.findLastIndex(isNoun);
  if (at < 1 || !withMeanings(verb).includes(named[0] ?? "")) return false;
  const said = new Set(wordsOf(text).map(singular));
  const rest = named.slice(at + 1);
  const end = rest.findIndex((word) => AFTER_NOUN.has(word));
  const more = rest.slice(0, end < 0 ? rest.length : end).filter((word) => !ANY.has(word));
  return more.length > 0 && !more.some((word) => said.has(singular(word)));
}

/** "card" of "/lists/{id}/cards": what is made by POST there. */
export function lastOfPath(path: string): string {
  return singular(path.split("/").at(-1)?.toLowerCase() ?? "");
}

/** "/instances", and no "StopInstance". */
function isPlain(piece: string, isNoun: (word: string) => boolean): boolean {
  const words = wordsOf(splitIdentifier(piece));
  return words.length === 1 && words.every(isNoun);
}
