/**
 * Operations that only show what something was to be done to: who asks to follow a user is not shown one, and "take bob off
 * the list" does not look whether he is on it.
 */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { Entry } from "../../runtime/catalog.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import { isVerb } from "../words/verbs/verbs.ts";
import type { Wish } from "../words/wish/wish.ts";
import { oneThingOf } from "./one-thing.ts";

/** "complete company info", "open issues" and "close price": they say of what kind a thing is as well. */
const OF_KIND = new Set("complete open close".split(" "));

/** Where names of what only shows begin, behind a method as well: "POST /getChatMember". */
const SHOWS = /^(?:(?:post|put) )?(?:get|list|show|retrieve|fetch|describe|find|search|check)\b/;

/** What is looked up is there already: "create a page" is no "Query a database", and "make a query" is. */
const MAKING = new Set("create add append insert".split(" "));
const LOOKS_UP = /^(?:list|query|retrieve|search|find|describe|count)$/;

export function onlyShows({ entry, said }: { readonly entry: Entry; readonly said: Wish }): boolean {
  if (effectOfOperation(entry) !== "read") return false;
  const named = wordsOf(splitIdentifier(entry.name));
  const makes = withMeanings(said.verb).some((one) => MAKING.has(one));
  if (makes && LOOKS_UP.test(named[0] ?? "") && !wordsOf(said.text).includes(named[0] ?? "")) return true;
  if (!changesWhatIsThere(said)) return false;
  const name = named.join(" ");
  const isShown = entry.method === "GET" || entry.method === "HEAD" || SHOWS.test(name);
  // Some APIs do everything by GET: "/jobs/cancel".
  return isShown && !wordsOf(splitIdentifier(`${entry.name} ${entry.path}`)).includes(said.verb);
}

/** They are done to somebody or with something, and show nothing. */
const ACTS = new Set("invite attach subscribe assign pay buy comment reply refund".split(" "));

const SENDING = new Set("send post publish tweet react".split(" "));

/** "send me the forecast": who wants it himself is shown it. In six languages. */
const TO_ONESELF = new Set("me us mir uns moi nous nos mi ci enviame mandame inviami".split(" "));

/** What is made may be shown by the very operation that makes it: a picture, a password. */
function changesWhatIsThere(said: Wish): boolean {
  const { effect, verb } = said;
  if (withMeanings(verb).some((one) => SENDING.has(one)))
    return !wordsOf(said.text).some((word) => TO_ONESELF.has(word));
  if (effect === "create" || effect === "run" || OF_KIND.has(verb))
    return withMeanings(verb).some((one) => ACTS.has(one)) || (isVerb(verb) && oneThingOf(said) !== undefined);
  return effect === "change" || effect === "delete";
}
