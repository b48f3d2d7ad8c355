/** How the words of a flag are said: by a verb, by its opposite, or among others. */
import { stemOf } from "../../../catalog/words/stem.ts";
import { wordsOf } from "../../../catalog/words/words.ts";

/** What stands first in a clause, where an imperative has its verb. */
const CLAUSE = /(?:^|[:,;.!?]\s+(?:and\s+)?|\b(?:and|please|to|then)\s+)(\p{L}{3,})/giu;
/** What was done to a thing says nothing of what shall be done. */
const PAST = /^(?:created?|updated?|changed?|modified|deleted?|removed?|added?|sent|set|used?|listed|included?)$/;

/** What the rules of stems do not reach. */
const IRREGULAR = new Map([
  ["hidden", "hide"],
  ["frozen", "freeze"],
  ["shown", "show"],
  ["held", "hold"],
  ["kept", "keep"],
]);

/** "block the account" for `blocked`, "unlock it" for `locked`; `word` is the flag's without what stands before it. */
export function byVerb(word: string, text: string): boolean | undefined {
  if (word.includes(" ") || PAST.test(word)) return undefined;
  const stem = stemOf(IRREGULAR.get(word) ?? word);
  for (const [, verb = ""] of text.matchAll(CLAUSE)) {
    const said = verb.toLowerCase();
    if (said !== word && stemOf(said) === stem) return true;
    if (/^un\p{L}{3}/u.test(said) && stemOf(said.slice(2)) === stem) return false;
  }
  return undefined;
}

const NOT_DONE =
  / (?:not|never|(?:did|does|do|has|have|had|is|are|was|were) ?n t|(?:did|does|do|has|have|had|is|are|was|were)n t) (?:yet |been )?(\p{L}{3,}) /gu;

/** "didn't bounce" of `bounced`. `text` are words with a blank around each. */
export function isUndone(word: string, text: string): boolean {
  if (word.includes(" ") || !word.endsWith("ed")) return false;
  return [...text.matchAll(NOT_DONE)].some(([, verb = ""]) => stemOf(verb) === stemOf(word));
}

/** "cancel the subscription 9 at the end of the period" of `cancel_at_period_end`: each of three words or more was said. */
export function isSaidApart(name: string, text: string): boolean {
  const own = wordsOf(name).map((word) => stemOf(word));
  if (own.length < LEAST_APART || DENYING.test(text)) return false;
  const said = wordsOf(text).map((word) => stemOf(word));
  return said.includes(own[0] ?? "") && own.every((stem) => said.includes(stem)) && said.indexOf(own[0] ?? "") <= 1;
}

/** Two words are said by chance. */
const LEAST_APART = 3;
const DENYING = / (?:not|never|no|without|don|nicht|kein\p{L}*|sin|sans|sem|senza) /u;

const OPPOSITES = new Map(
  "succeeded/failed success/failed private/public visible/hidden open/closed online/offline internal/external enabled/disabled active/inactive"
    .split(" ")
    .map((pair) => pair.split("/") as [string, string])
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const]),
);

/** "inactive", "unverified", "a public one" of what is private. `text` are words with a blank around each. */
export function isOppositeSaid(word: string, text: string): boolean {
  const first = word.split(" ");
  const last = first.pop() ?? "";
  const opposite = OPPOSITES.get(last);
  const other = opposite === undefined ? undefined : [...first, opposite].join(" ");
  return [`un${word}`, `in${word}`, other].some((one) => one !== undefined && text.includes(` ${one} `));
}

export const LEAVING_OUT = /^(?:exclude|disable|hide|omit|skip|ignore|no|without|suppress|unselect|drop) /;
const WITHOUT =
  / (?:without|excluding|exclude|excl|except|no|not|omit|omitting|hide|hiding|skip|skipping|ignore|ignoring|leave out|leaving out|ohne|sin|sans|sem)(?: the| an?| any| all| its| their)? $/;

/** "without automatic assertions" of `exclude_automatic_assertions`: what the flag leaves out is not wanted. */
export function leavesOut(word: string, text: string): boolean {
  if (!LEAVING_OUT.test(word)) return false;
  const left = wordsOf(word.replace(LEAVING_OUT, ""));
  const said = wordsOf(text);
  const stems = left.map((one) => stemOf(one));
  return said.some(
    (_, at) =>
      stems.every((stem, next) => stemOf(said[at + next] ?? "") === stem) &&
      WITHOUT.test(` ${said.slice(0, at).join(" ")} `),
  );
}

/** "with its location and evses": joined to another thing that shall be shown. */
export function isShownToo(word: string, text: string): boolean {
  const at = [` ${word} `, ` ${word}s `].map((one) => text.indexOf(one)).find((one) => one >= 0);
  if (at === undefined) return false;
  return / (?:with|including|include|incl|plus|mit) (?:(?:the|its|their|all) )?(?:[\p{L}_]+ ){1,3}and(?: (?:the|its|their|all))?$/u.test(
    text.slice(0, at),
  );
}
