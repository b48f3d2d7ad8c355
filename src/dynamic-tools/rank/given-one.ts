/** "tell me a joke" wants any: an operation that shows the one with a given id is another's. */
import type { Entry } from "../../runtime/catalog.ts";
import type { Wish } from "../words/wish/wish.ts";

/** At the end, in six languages; "get an invoice by id" asks for a given one. */
const ANY_ONE = /(?:^|\s)(?:an?|any|some|einen?|ein|un[aoe]?|uma?)\s(?:\p{L}{2,20}\s?){1,3}[.!?]{0,3}$/iu;
const GIVEN = /^[^.]{0,80}\b(?:with|by|for|of) (?:an?|the|its) (?:given |specified |particular |specific )?id\b/i;

export function isOfGivenOne({
  entry,
  said,
}: {
  readonly entry: Pick<Entry, "method" | "description">;
  readonly said: Pick<Wish, "text" | "values" | "effect">;
}): boolean {
  if (entry.method !== "GET" || said.values.length > 0 || !GIVEN.test(entry.description)) return false;
  return ANY_ONE.test(said.text) && !/\bid\b/i.test(said.text);
}
