/**
 * Operations that change what is there, where something new is wanted: a page that shall be made under another does not
 * change that one.
 */
import { withMeanings } from "../../catalog/search/loan-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { Wish } from "../words/wish.ts";
import { oneThingOf } from "./one-thing.ts";

/** They make what is not there yet; "add", "set" and "assign" may as well change what is. */
const MAKES = new Set("create make new draft compose schedule plan book".split(" "));
/** What is added under a thing is no property of it. */
const UNDER = /\b(?:under|below|beneath|underneath|unter|unterhalb|bajo|debajo de|sous|sob|sotto)\s/iu;
const CHANGES = new Set("update updates edit modify modifies change changes patch rename".split(" "));
const SHOWS = new Set("get list retrieve retrieves returns fetch show".split(" "));
const MAKES_TOO = new Set("create creates add adds insert upsert new".split(" "));

/** `said` asks for something new, and the entry only changes what is there. */
export function changesInstead({ entry, said }: { readonly entry: Entry; readonly said: Wish }): boolean {
  const makes = withMeanings(said.verb).some((one) => MAKES.has(one));
  if (said.effect !== "create" || !(makes || UNDER.test(said.text))) return false;
  // "schedule campaign 5" is of a thing that is there.
  if (oneThingOf(said) !== undefined) return false;
  const named = wordsOf(splitIdentifier(entry.name));
  const [first = ""] = named;
  const last = named.at(-1) ?? "";
  if (entry.method === "GET" && (SHOWS.has(first) || SHOWS.has(last))) return true;
  const changes = CHANGES.has(first) || CHANGES.has(last);
  return changes && entry.method !== "GET" && !named.some((word) => MAKES_TOO.has(word));
}
